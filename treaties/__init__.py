"""The law and the reasoning: treaties as data, facts in, reasoned conclusions out.

This is the front door: everything that a user of the package may use. It needs no Django.

    from treaties import assess, catalogue, conclude, parse_facts

    facts = parse_facts(document)
    treaty = catalogue().treaties[facts.treaty]
    print(conclude(assess(facts, treaty))["conclusion"])
"""
