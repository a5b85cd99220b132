"""What Kivy tests itself with."""
