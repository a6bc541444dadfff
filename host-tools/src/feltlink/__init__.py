"""Feltlink's host side: the table's rules, money, record and pages beside the felt's controller."""

__version__ = "0.1.0"
