"""The base class of questions, answers, events and their parts: frozen values with keyword-only fields."""

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar, dataclass_transform

import msgspec

ValueT = TypeVar("ValueT")
NonNegativeInt: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]  # checked in JSON
PositiveInt: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]

if TYPE_CHECKING:

    @dataclass_transform(frozen_default=True, kw_only_default=True)
    class _Frozen(type):
        """The metaclass below as type checkers see it, with its defaults."""

    class Value(metaclass=_Frozen):
        """A frozen value."""

        def __init_subclass__(
            cls,
            tag: str | None = None,
            tag_field: str | None = None,
            rename: dict[str, str] | None = None,
            dict: bool = False,  # whether it has a `__dict__`, for cached properties
        ) -> None: ...

else:

    class _Frozen(type(msgspec.Struct)):
        """Makes every class of values frozen and keyword-only."""

        def __new__(mcls, name: str, bases: tuple[type, ...], content: dict[str, Any], **options: Any) -> Any:
            usual = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True, "omit_defaults": True}
            return super().__new__(mcls, name, bases, content, **(usual | options))

    class Value(msgspec.Struct, metaclass=_Frozen):
        """A frozen value that is converted to and from JSON by its type; JSON omits default values."""


def replace_fields(value: ValueT, **fields: Any) -> ValueT:
    """Return the value with some fields replaced."""
    copy: ValueT = msgspec.structs.replace(value, **fields)  # type: ignore[type-var]  # it is a struct
    return copy


def fields_of(value: Value) -> dict[str, Any]:
    """The fields of a value, to build another value from them."""
    return msgspec.structs.asdict(value)  # type: ignore[arg-type]  # it is a struct
