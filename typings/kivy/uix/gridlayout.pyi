"""Children in rows and columns."""

from kivy.properties import (
    BoundedNumericProperty,
    NumericProperty,
    ReferenceListProperty,
    VariableListProperty,
)
from kivy.uix.layout import Layout

class GridLayout(Layout):
    cols: BoundedNumericProperty[int | None]
    rows: BoundedNumericProperty[int | None]
    row_default_height: NumericProperty
    spacing: VariableListProperty
    padding: VariableListProperty
    minimum_width: NumericProperty
    minimum_height: NumericProperty
    minimum_size: ReferenceListProperty[float]
