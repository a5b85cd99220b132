"""Children in a row or in a column."""

from kivy.properties import NumericProperty, OptionProperty, ReferenceListProperty, VariableListProperty
from kivy.uix.layout import Layout

class BoxLayout(Layout):
    orientation: OptionProperty[str]
    spacing: NumericProperty
    padding: VariableListProperty
    minimum_width: NumericProperty
    minimum_height: NumericProperty
    minimum_size: ReferenceListProperty[float]
