"""The dependent agent: limbs for contracts, for a stock of goods and for orders.

Every limb needs a person who acts on behalf of the enterprise and whom no shield protects.
Employees are persons too: the relation describes the agent and decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from treaties.clauses.base import Clause, Matter, Table
from treaties.clauses.independence import Independence, is_not_independent
from treaties.clauses.relation import Relation
from treaties.facts import Agent
from treaties.finding import Finding, all_of, any_of, either, fact, fact_not
from treaties.wording import _N, Say

# facts that count for the contract limb and against the stock limb
EITHER_WAY = ("authority_to_conclude", "habitually_concludes")

ContractKind = Literal["in_name", "for_property", "for_services"]


class AuthorityTest(Table):
    """Contracts under authority to conclude them in the enterprise's name, habitually exercised."""

    RESERVED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "test": ("general_authority", "negotiates_all_terms"),
        "unless_limited_to": ("purchasing",),
    }
    paragraph: str
    test: Literal["authority"]
    unless_limited_to: str


class PrincipalRoleTest(Table):
    """Contracts habitually concluded, or led to in the principal role, of the kinds named."""

    paragraph: str
    test: Literal["concludes_or_principal_role"]
    kinds: list[ContractKind] = Field(min_length=1)
    unless_limited_to: str


class StockLimb(Table):
    """A stock kept habitually, from which goods are delivered regularly."""

    OPEN: ClassVar[tuple[str, ...]] = ("unused_authority", "stock_contract")
    RESERVED: ClassVar[Mapping[str, tuple[str, ...]]] = {"needs_not": ("nothing",), "also": ()}

    paragraph: str
    needs_not: Literal["authority", "conclusion"]
    unused_authority: Literal["bars_stock", "does_not_bar"] | None = None
    stock_contract: Literal["habitual", "any_contract"] | None = None
    unless_limited_to: str

    def asks_for(self, key: str) -> bool:
        return (key == "unused_authority") == (self.needs_not == "authority")


class OrderLimb(Table):
    """Orders secured, wholly or almost wholly for the enterprise."""

    OPEN: ClassVar[tuple[str, ...]] = ("orders",)
    RESERVED: ClassVar[Mapping[str, tuple[str, ...]]] = {"for": ("group",)}

    paragraph: str
    for_: Literal["enterprise"] = Field(alias="for")
    orders: Literal["secures", "carries_out"] | None = None


ContractLimb = Annotated[AuthorityTest | PrincipalRoleTest, Field(discriminator="test")]


class AgentClause(Clause):
    """`independent` points to the shield; a limb that the text does not have is "none"."""

    RESERVED: ClassVar[Mapping[str, tuple[str, ...]]] = {"manufactures": ()}

    kind: Literal["agent"]
    independent: str
    contract: Literal["none"] | ContractLimb
    stock: Literal["none"] | StockLimb
    order: Literal["none"] | OrderLimb

    def limbs(self) -> list[AuthorityTest | PrincipalRoleTest | StockLimb | OrderLimb]:
        """The limbs the text has."""
        return [limb for limb in (self.contract, self.stock, self.order) if limb != "none"]

    def open_keys(self) -> list[str]:
        return [key for limb in self.limbs() for key in limb.open_keys()]

    def cites(self) -> list[str]:
        carved = [
            limb.unless_limited_to
            for limb in self.limbs()
            if not isinstance(limb, OrderLimb) and limb.unless_limited_to != "none"
        ]
        return [
            self.paragraph,
            self.independent,
            *(limb.paragraph for limb in self.limbs()),
            *carved,
        ]

    def points_to(self) -> list[tuple[str, str]]:
        return [
            (self.independent, "independence"),
            *(
                (limb.unless_limited_to, "exceptions")
                for limb in self.limbs()
                if not isinstance(limb, OrderLimb) and limb.unless_limited_to != "none"
            ),
        ]


MESSAGES = {
    "agent": Say(
        yes=_N("The acts of “{agent}” give the enterprise a permanent establishment."),
        no=_N("The acts of “{agent}” do not give the enterprise a permanent establishment."),
        unknown=_N(
            "It is not known whether the acts of “{agent}” give the enterprise a permanent "
            "establishment."
        ),
    ),
    "agent.either": Say(  # never no: what stands against one limb stands for the other
        yes=_N(
            "Whatever the answer on the authority or the contracts of “{agent}”, the outcome is "
            "the same: a permanent establishment."
        ),
    ),
    "agent.on_behalf": Say(
        yes=_N("“{agent}” acts on behalf of the enterprise."),
        no=_N("“{agent}” does not act on behalf of the enterprise."),
        unknown=_N("It is not known whether “{agent}” acts on behalf of the enterprise."),
    ),
    "agent.limbs": Say(
        yes=_N("What “{agent}” does for the enterprise is what the clause on agents names."),
        no=_N("“{agent}” does nothing for the enterprise that the clause on agents names."),
        unknown=_N("It is not known whether “{agent}” does what the clause on agents names."),
    ),
    "agent.contract": Say(
        yes=_N(
            "“{agent}” acts for the enterprise in the conclusion of contracts in the way the "
            "clause names."
        ),
        no=_N("“{agent}” does not act in the conclusion of contracts in the way the clause names."),
        unknown=_N(
            "It is not known whether “{agent}” acts in the conclusion of contracts in the way the "
            "clause names."
        ),
    ),
    "agent.authority": Say(
        yes=_N("“{agent}” has authority to conclude contracts in the name of the enterprise."),
        no=_N("“{agent}” has no authority to conclude contracts in the name of the enterprise."),
        unknown=_N(
            "It is not known whether “{agent}” has authority to conclude contracts in the name of "
            "the enterprise."
        ),
    ),
    "agent.exercises": Say(
        yes=_N("“{agent}” habitually exercises the authority."),
        no=_N("“{agent}” does not habitually exercise authority to conclude contracts."),
        unknown=_N(
            "It is not known whether “{agent}” habitually exercises authority to conclude "
            "contracts."
        ),
    ),
    "agent.exercises_not": Say(
        yes=_N("“{agent}” does not habitually exercise authority to conclude contracts."),
        no=_N("“{agent}” habitually exercises authority to conclude contracts."),
        unknown=_N(
            "It is not known whether “{agent}” habitually exercises authority to conclude "
            "contracts."
        ),
    ),
    "agent.concludes_or_leads": Say(
        yes=_N(
            "“{agent}” habitually concludes contracts, or habitually plays the principal role "
            "leading to them."
        ),
        no=_N(
            "“{agent}” neither habitually concludes contracts nor plays the principal role leading "
            "to them."
        ),
        unknown=_N(
            "It is not known whether “{agent}” habitually concludes contracts or plays the "
            "principal role leading to them."
        ),
    ),
    "agent.concludes": Say(
        yes=_N("“{agent}” habitually concludes contracts."),
        no=_N("“{agent}” does not habitually conclude contracts."),
        unknown=_N("It is not known whether “{agent}” habitually concludes contracts."),
    ),
    "agent.leads": Say(
        yes=_N(
            "“{agent}” habitually plays the principal role leading to contracts that the "
            "enterprise then routinely concludes without material modification."
        ),
        no=_N(
            "“{agent}” does not lead, in the principal role, to contracts that the enterprise "
            "routinely concludes without material modification."
        ),
        unknown=_N(
            "It is not known whether “{agent}” leads, in the principal role, to contracts that the "
            "enterprise routinely concludes without material modification."
        ),
    ),
    "agent.principal_role": Say(
        yes=_N("“{agent}” habitually plays the principal role leading to contracts."),
        no=_N("“{agent}” does not habitually play the principal role leading to contracts."),
        unknown=_N(
            "It is not known whether “{agent}” habitually plays the principal role leading to "
            "contracts."
        ),
    ),
    "agent.unmodified": Say(
        yes=_N(
            "The contracts to which “{agent}” leads are routinely concluded by the enterprise "
            "without material modification."
        ),
        no=_N(
            "The contracts to which “{agent}” leads are not routinely concluded by the enterprise "
            "without material modification."
        ),
        unknown=_N(
            "It is not known whether the contracts to which “{agent}” leads are routinely "
            "concluded by the enterprise without material modification."
        ),
    ),
    "agent.kinds": Say(
        yes=_N("The contracts are of a kind the clause names."),
        no=_N("The contracts are of no kind the clause names."),
        unknown=_N("It is not known whether the contracts are of a kind the clause names."),
    ),
    "agent.in_name": Say(
        yes=_N("The contracts are in the name of the enterprise."),
        no=_N("The contracts are not in the name of the enterprise."),
        unknown=_N("It is not known whether the contracts are in the name of the enterprise."),
    ),
    "agent.for_property": Say(
        yes=_N("The contracts are for property of the enterprise or the use of it."),
        no=_N("The contracts are not for property of the enterprise or the use of it."),
        unknown=_N(
            "It is not known whether the contracts are for property of the enterprise or the use "
            "of it."
        ),
    ),
    "agent.for_services": Say(
        yes=_N("The contracts are for services of the enterprise."),
        no=_N("The contracts are not for services of the enterprise."),
        unknown=_N("It is not known whether the contracts are for services of the enterprise."),
    ),
    "agent.not_limited": Say(
        yes=_N("The activities of “{agent}” are not limited to excepted activities."),
        no=_N("The activities of “{agent}” are limited to excepted activities."),
        unknown=_N(
            "It is not known whether the activities of “{agent}” are limited to excepted "
            "activities."
        ),
    ),
    "agent.stock": Say(
        yes=_N(
            "“{agent}” keeps goods there and delivers from them in the way the clause names, and "
            "nothing in the clause stands against it."
        ),
        no=_N("“{agent}” is not caught by the rule on a stock of goods."),
        unknown=_N("It is not known whether “{agent}” is caught by the rule on a stock of goods."),
    ),
    "agent.no_authority": Say(
        yes=_N("“{agent}” has no authority to conclude contracts."),
        no=_N(
            "“{agent}” has authority to conclude contracts, so the rule on a stock of goods does "
            "not reach it."
        ),
        unknown=_N("It is not known whether “{agent}” has authority to conclude contracts."),
    ),
    "agent.no_used_authority": Say(
        yes=_N("“{agent}” has no authority that it habitually exercises."),
        no=_N(
            "“{agent}” has authority that it habitually exercises, so the rule on a stock does not "
            "reach it."
        ),
        unknown=_N("It is not known whether “{agent}” has authority that it habitually exercises."),
    ),
    "agent.concludes_none": Say(
        yes=_N(
            "“{agent}” does not habitually conclude contracts, as the rule on a stock of goods "
            "asks."
        ),
        no=_N(
            "“{agent}” habitually concludes contracts, so the rule on a stock of goods does not "
            "reach it."
        ),
        unknown=_N("It is not known whether “{agent}” habitually concludes contracts."),
    ),
    "agent.concludes_none_at_all": Say(
        yes=_N("“{agent}” concludes no contract at all."),
        no=_N(
            "“{agent}” concludes contracts, however rarely, so the rule on a stock does not reach "
            "it."
        ),
        unknown=_N("It is not known whether “{agent}” concludes any contract at all."),
    ),
    "agent.keeps": Say(
        yes=_N("“{agent}” habitually keeps goods in the State."),
        no=_N("“{agent}” does not habitually keep goods in the State."),
        unknown=_N("It is not known whether “{agent}” habitually keeps goods in the State."),
    ),
    "agent.delivers": Say(
        yes=_N("“{agent}” regularly delivers from a stock on behalf of the enterprise."),
        no=_N("“{agent}” does not regularly deliver from a stock on behalf of the enterprise."),
        unknown=_N(
            "It is not known whether “{agent}” regularly delivers from a stock on behalf of the "
            "enterprise."
        ),
    ),
    "agent.orders": Say(
        yes=_N("“{agent}” deals with orders in the way the clause names."),
        no=_N("“{agent}” is not caught by the rule on orders."),
        unknown=_N("It is not known whether “{agent}” is caught by the rule on orders."),
    ),
    "agent.secures": Say(
        yes=_N("“{agent}” habitually secures orders in the State."),
        no=_N("“{agent}” does not habitually secure orders in the State."),
        unknown=_N("It is not known whether “{agent}” habitually secures orders in the State."),
    ),
    "agent.fulfils": Say(
        yes=_N("“{agent}” habitually carries out orders in the State."),
        no=_N("“{agent}” does not habitually carry out orders in the State."),
        unknown=_N("It is not known whether “{agent}” habitually carries out orders in the State."),
    ),
    "agent.orders_only": Say(
        yes=_N("“{agent}” deals with orders wholly or almost wholly for the enterprise."),
        no=_N("“{agent}” does not deal with orders wholly or almost wholly for the enterprise."),
        unknown=_N(
            "It is not known whether “{agent}” deals with orders wholly or almost wholly for the "
            "enterprise."
        ),
    ),
}


def makes_establishment(
    matter: Matter,
    clause: AgentClause,
    shield: Independence,
    relation: Relation | None,
    agent: Agent,
) -> Finding:
    """Whether this person's acts give the enterprise a permanent establishment."""
    path = f"agents[{agent.id}]."
    values = {"agent": agent.name}
    limbs: list[Finding] = []
    if not isinstance(clause.contract, str):
        limbs.append(_contract(clause.contract, agent))
    if not isinstance(clause.stock, str):
        limbs.append(_stock(matter, clause.stock, agent))
    if not isinstance(clause.order, str):
        limbs.append(_orders(matter, clause.order, agent))
    whole = all_of(
        "agent",
        (
            fact("agent.on_behalf", path + "acts_on_behalf", agent.acts_on_behalf, "", values),
            is_not_independent(matter, shield, relation, agent),
            limbs[0] if len(limbs) == 1 else any_of("agent.limbs", limbs, clause.paragraph, values),
        ),
        clause.paragraph,
        values,
    )
    unknown = [name for name in EITHER_WAY if getattr(agent, name) is None]
    return either("agent.either", whole, tuple(path + name for name in unknown), values)


def _contract(limb: AuthorityTest | PrincipalRoleTest, agent: Agent) -> Finding:
    path = f"agents[{agent.id}]."
    values = {"agent": agent.name}
    if isinstance(limb, AuthorityTest):
        parts = [
            fact(
                "agent.authority",
                path + "authority_to_conclude",
                agent.authority_to_conclude,
                "",
                values,
            ),
            fact(
                "agent.exercises",
                path + "habitually_concludes",
                agent.habitually_concludes,
                "",
                values,
            ),
        ]
    else:
        leads = all_of(
            "agent.leads",
            (
                fact(
                    "agent.principal_role",
                    path + "principal_role",
                    agent.principal_role,
                    "",
                    values,
                ),
                fact(
                    "agent.unmodified",
                    path + "no_material_modification",
                    agent.no_material_modification,
                    "",
                    values,
                ),
            ),
            "",
            values,
        )
        concludes = fact(
            "agent.concludes", path + "habitually_concludes", agent.habitually_concludes, "", values
        )
        kinds = [
            fact(f"agent.{kind}", path + kind, getattr(agent, kind), "", values)
            for kind in limb.kinds
        ]
        parts = [
            any_of("agent.concludes_or_leads", (concludes, leads), "", values),
            any_of("agent.kinds", kinds, "", values),
        ]
    if limb.unless_limited_to != "none":
        parts.append(_not_limited(limb.unless_limited_to, agent))
    return all_of("agent.contract", parts, limb.paragraph, values)


def _not_limited(exceptions: str, agent: Agent) -> Finding:
    return fact_not(
        "agent.not_limited",
        f"agents[{agent.id}].limited_to_excepted_activities",
        agent.limited_to_excepted_activities,
        exceptions,
        {"agent": agent.name},
    )


def _stock(matter: Matter, limb: StockLimb, agent: Agent) -> Finding:
    path = f"agents[{agent.id}]."
    values = {"agent": agent.name}
    parts = [
        _no_contracts(matter, limb, agent),
        fact("agent.keeps", path + "maintains_stock", agent.maintains_stock, "", values),
        fact("agent.delivers", path + "delivers_regularly", agent.delivers_regularly, "", values),
    ]
    if limb.unless_limited_to != "none":
        parts.append(_not_limited(limb.unless_limited_to, agent))
    finding = all_of("agent.stock", parts, limb.paragraph, values)
    if agent.maintains_stock is True and agent.delivers_regularly is True:
        matter.touch("agent.stock")
        if agent.relation == "employee":
            matter.touch("agent.own_staff_stock")
    return finding


def _no_contracts(matter: Matter, limb: StockLimb, agent: Agent) -> Finding:
    """The stock limb is for those who do not conclude contracts, in the sense the text gives it."""
    path = f"agents[{agent.id}]."
    values = {"agent": agent.name}
    habitual = path + "habitually_concludes"
    if limb.needs_not == "authority":
        readings = () if limb.unused_authority else ("unused_authority",)
        none = fact_not(
            "agent.no_authority",
            path + "authority_to_conclude",
            agent.authority_to_conclude,
            "",
            values,
            readings,
        )
        if agent.authority_to_conclude is True and agent.habitually_concludes is not True:
            matter.touch("agent.unused_authority")
        if matter.option(limb, "unused_authority") == "bars_stock":
            return none
        unused = fact_not(
            "agent.exercises_not", habitual, agent.habitually_concludes, "", values, readings
        )
        return any_of("agent.no_used_authority", (none, unused), "", values, readings)
    readings = () if limb.stock_contract else ("stock_contract",)
    none = fact_not(
        "agent.concludes_none", habitual, agent.habitually_concludes, "", values, readings
    )
    if agent.concludes_any is True and agent.habitually_concludes is not True:
        matter.touch("agent.occasional_contract")
    if matter.option(limb, "stock_contract") == "habitual":
        return none
    ever = fact_not(
        "agent.concludes_none_at_all",
        path + "concludes_any",
        agent.concludes_any,
        "",
        values,
        readings,
    )
    return all_of("agent.concludes_none_at_all", (none, ever), "", values, readings)


def _orders(matter: Matter, limb: OrderLimb, agent: Agent) -> Finding:
    path = f"agents[{agent.id}]."
    values = {"agent": agent.name}
    readings = () if limb.orders else ("orders",)
    matter.touch("agent.orders")
    if matter.option(limb, "orders") == "secures":
        deals = fact(
            "agent.secures", path + "secures_orders", agent.secures_orders, "", values, readings
        )
    else:
        deals = fact(
            "agent.fulfils", path + "fulfils_orders", agent.fulfils_orders, "", values, readings
        )
    only = fact(
        "agent.orders_only",
        path + "orders_for_enterprise_only",
        agent.orders_for_enterprise_only,
        "",
        values,
    )
    return all_of("agent.orders", (deals, only), limb.paragraph, values)
