"""What is different on every machine."""
