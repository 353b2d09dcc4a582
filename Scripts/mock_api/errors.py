"""What can go wrong."""


class Broken(Exception):
    """The program cannot do its work; the text is one line for a person."""


class Problem(Exception):
    """An answer other than success."""

    def __init__(self, status, error, headers=(), **details):
        super().__init__(error)
        self.status, self.headers, self.value = status, tuple(headers), {"error": error, **details}
