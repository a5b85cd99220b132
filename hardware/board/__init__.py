"""The carrier board: which pins hang together, where the parts sit, and how KiCad draws it (`make board`)."""
