"""The one kind of error a person sees: what is wrong, where, and what to do next."""

from __future__ import annotations


def sentences(*texts: str) -> str:
    """The texts as sentences: a capital letter before each, a full stop behind."""
    told = (text.rstrip(".") for text in texts if text)
    return " ".join(f"{text[:1].upper()}{text[1:]}." for text in told)


class Problem(Exception):
    """A fault that somebody can mend.

    `what` is a sentence; `where` names the file, line, key, seat, pin or port; `remedy` says what
    to do next. The command line prints the three and exits with `code`: 2 for bad input or
    configuration, 1 for a check that failed.
    """

    def __init__(self, what: str, *, where: str = "", remedy: str = "", code: int = 2) -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.remedy = remedy
        self.code = code

    def __str__(self) -> str:
        head = f"{self.where}: {self.what}" if self.where else self.what
        return f"{head}\n  → {self.remedy}" if self.remedy else head
