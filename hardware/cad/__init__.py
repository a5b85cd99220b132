"""The printed parts in build123d (optional extra `cad`): one file for each place in the tower.

Every part is drawn where it sits in the finished tower; `make.py` turns it for the printer.
"""
