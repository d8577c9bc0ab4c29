"""The product under load, kills and backups: `make soak`. Loopback only, bounded in time and count.

`python -m tests.soak --help` lists the proofs. Short forms of them are among the tests of the web.
"""
