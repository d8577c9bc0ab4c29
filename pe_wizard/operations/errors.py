"""What stops an operation, said so that whoever runs the command knows what to do."""


class OperationRefused(Exception):
    """Nothing was changed: the message says why, and what would have to be different."""


class Damaged(OperationRefused):
    """A file or a database is not what it should be."""
