"""Children at an edge or in the middle."""

from kivy.properties import OptionProperty, VariableListProperty
from kivy.uix.layout import Layout

class AnchorLayout(Layout):
    padding: VariableListProperty
    anchor_x: OptionProperty[str]
    anchor_y: OptionProperty[str]
