"""Properties as descriptors: what is read, and what may be set.

A property takes its type from its default: `NumericProperty(0)` is an int, `NumericProperty(0.0)` a float.
Where that says too little it is declared: `night: ObjectProperty[Night | None] = ObjectProperty(None, …)`.
A default of None without `allownone` stands for what is set before anybody reads it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Literal, Self, overload

from typing_extensions import TypeVar

_Get = TypeVar("_Get")
_Set = TypeVar("_Set")
_T = TypeVar("_T")
_K = TypeVar("_K")
_V = TypeVar("_V")
_N = TypeVar("_N", bound=float)
_Text = TypeVar("_Text", bound=str | None, default=str)
_Number = TypeVar("_Number", bound=float | None, default=float)
_Colour = TypeVar("_Colour", bound=list[float] | None, default=list[float])
_Paint = TypeVar("_Paint", default=Sequence[float] | str)

class Property(Generic[_Get, _Set]):
    @overload
    def __get__(self, instance: None, owner: type[object] | None = None, /) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type[object] | None = None, /) -> _Get: ...
    def __set__(self, instance: object, value: _Set, /) -> None: ...

class ObjectProperty(Property[_T, _T]):
    @overload
    def __init__(
        self,
        defaultvalue: _T | None = None,
        rebind: bool = False,
        *,
        baseclass: type[object] = ...,
        force_dispatch: bool = False,
    ) -> None: ...
    @overload
    def __init__(
        self: ObjectProperty[_V | None],
        defaultvalue: _V | None = None,
        rebind: bool = False,
        *,
        allownone: Literal[True],
        baseclass: type[object] = ...,
        force_dispatch: bool = False,
    ) -> None: ...

class StringProperty(Property[_Text, _Text]):
    @overload
    def __init__(
        self: StringProperty[str], defaultvalue: str | None = "", *, force_dispatch: bool = False
    ) -> None: ...
    @overload
    def __init__(
        self: StringProperty[str | None],
        defaultvalue: str | None = "",
        *,
        allownone: Literal[True],
        force_dispatch: bool = False,
    ) -> None: ...

class BooleanProperty(Property[bool, bool]):
    def __init__(self, defaultvalue: bool = True, *, force_dispatch: bool = False) -> None: ...

class NumericProperty(Property[_Number, _Number]):
    @overload
    def __init__(
        self: NumericProperty[_N], defaultvalue: _N = ..., *, force_dispatch: bool = False
    ) -> None: ...
    @overload
    def __init__(
        self: NumericProperty[_N | None],
        defaultvalue: _N | None = ...,
        *,
        allownone: Literal[True],
        force_dispatch: bool = False,
    ) -> None: ...

class BoundedNumericProperty(Property[_Number, _Number]):
    @overload
    def __init__(
        self: BoundedNumericProperty[_N], defaultvalue: _N, *, min: _N | None = None, max: _N | None = None
    ) -> None: ...
    @overload
    def __init__(
        self: BoundedNumericProperty[_N | None],
        defaultvalue: _N | None,
        *,
        min: _N | None = None,
        max: _N | None = None,
        allownone: Literal[True],
    ) -> None: ...

class OptionProperty(Property[_T, _T]):
    @overload
    def __init__(self, defaultvalue: _T, *, options: Iterable[_T], force_dispatch: bool = False) -> None: ...
    @overload
    def __init__(
        self: OptionProperty[_V | None],
        defaultvalue: _V | None,
        *,
        options: Iterable[_V],
        allownone: Literal[True],
        force_dispatch: bool = False,
    ) -> None: ...

class ColorProperty(Property[_Colour, _Paint]):
    @overload
    def __init__(
        self: ColorProperty[list[float], Sequence[float] | str],
        defaultvalue: Sequence[float] | str = ...,
        *,
        force_dispatch: bool = False,
    ) -> None: ...
    @overload
    def __init__(
        self: ColorProperty[list[float] | None, Sequence[float] | str | None],
        defaultvalue: Sequence[float] | str | None = ...,
        *,
        allownone: Literal[True],
        force_dispatch: bool = False,
    ) -> None: ...

class ListProperty(Property[list[_T], Iterable[_T]]):
    def __init__(self, defaultvalue: Iterable[_T] = (), *, force_dispatch: bool = False) -> None: ...

class VariableListProperty(Property[list[float], float | Sequence[float]]):
    def __init__(
        self,
        defaultvalue: float | Sequence[float] = ...,
        length: Literal[2, 4] = 4,
        *,
        force_dispatch: bool = False,
    ) -> None: ...

class ReferenceListProperty(Property[list[_T], Sequence[_T]]):
    def __init__(self, *largs: Property[_T, _T], force_dispatch: bool = False) -> None: ...

class ObservableDict(dict[_K, _V]):
    """What `ids` is: entries are attributes too."""

    def __getattr__(self, attr: str) -> _V: ...

class DictProperty(Property[ObservableDict[_K, _V], Mapping[_K, _V]]):
    def __init__(
        self, defaultvalue: Mapping[_K, _V] = ..., rebind: bool = False, *, force_dispatch: bool = False
    ) -> None: ...

class AliasProperty(Property[_Get, _Set]):
    def __init__(
        self,
        getter: Callable[[Any], _Get],
        setter: Callable[[Any, _Set], bool | None] | None = None,
        rebind: bool = False,
        watch_before_use: bool = True,
        *,
        bind: Iterable[str] = (),
        cache: bool = False,
        force_dispatch: bool = False,
    ) -> None: ...
