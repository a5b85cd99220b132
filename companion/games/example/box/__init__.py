"""The pieces of Lighthouse as data, and what reads them."""
