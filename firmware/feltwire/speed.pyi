from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

class micropython:  # noqa: N801
    @staticmethod
    def native(function: F) -> F: ...
    @staticmethod
    def viper(function: F) -> F: ...

def const(value: T) -> T: ...

ptr8: TypeAlias = Any
ptr16: TypeAlias = Any
ptr32: TypeAlias = Any
