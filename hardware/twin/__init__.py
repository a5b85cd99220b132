"""The digital twin: the tower of tower.toml as rigid bodies, cubes that fall through it, beams that see them.

An optional extra (`twin`, in an environment of its own); nothing else of the project imports it. `shape` says
where every wall stands, `model` and `drop` let cubes fall, `beams` turns paths into breaks, `batch` keeps
many drops, `fit` and `study` read them, `page` writes docs/twin.md. `python -m hardware.twin --help`.
"""
