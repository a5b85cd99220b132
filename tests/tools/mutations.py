"""The small changes that `make mutants` makes to a module, one at a time. Pure; imports nothing of ours.

A change is something that a test of the rules ought to notice: a comparison that is off by one, a number, a
sign, an `and` for an `or`, a statement that is gone. Texts, annotations, decorators, error messages and
`__repr__` are left alone: a change there is no change of a rule.
"""

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.Pow: ast.Mult,
}  # fmt: skip
UNTOUCHED_FUNCTIONS = {"__repr__", "__str__"}
UNTOUCHED_NAMES = {"__all__", "__slots__", "__match_args__"}


@dataclass(frozen=True)
class Mutation:
    """One change: where it stands, and how it reads before and after. `number` finds it again."""

    number: int
    line: int
    function: str
    change: str
    at_import: bool


def short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 90 else text[:87] + "..."


def is_text(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp):
        return is_text(node.left) or is_text(node.right)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str | bytes)
    return isinstance(node, ast.JoinedStr)


@dataclass(frozen=True)
class Site:
    """A place that can change: `make` makes the change in its tree."""

    line: int
    function: str
    at_import: bool
    change: str
    make: Callable[[], None]


class Sites(ast.NodeVisitor):
    """Walks a module in the order of its text and gathers the places that can change."""

    def __init__(self) -> None:
        self.sites: list[Site] = []
        self.path: list[str] = []
        self.depth = 0  # how many functions deep: at 0 a line runs when the module is imported

    def add(self, node: ast.AST, change: str, make: Callable[[], None]) -> None:
        line: int = getattr(node, "lineno", 0)
        self.sites.append(Site(line, ".".join(self.path), self.depth == 0, change, make))

    def swap(self, node: ast.AST, name: str, value: object) -> None:
        """A change of one field of a node."""
        before = short(node)
        changed = copy.copy(node)
        setattr(changed, name, value)
        self.add(node, f"{before} → {short(changed)}", lambda: setattr(node, name, value))

    # What is left alone.

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name in UNTOUCHED_FUNCTIONS:
            return
        for default in (*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)):
            self.visit(default)
        self.path.append(node.name)
        self.depth += 1
        self.statements(node.body)
        self.depth -= 1
        self.path.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.path.append(node.name)
        self.statements(node.body)
        self.path.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and short(node.annotation) != "TypeAlias":
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if not any(isinstance(target, ast.Name) and target.id in UNTOUCHED_NAMES for target in node.targets):
            for target in node.targets:
                self.visit(target)
            self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in {"isinstance", "cast"}:
            return  # types, and what only the type checker reads
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg != "strict":  # of zip: a guard for programmers, no rule
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """What an error says is text."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Text."""

    def visit_Import(self, node: ast.Import) -> None:
        """Nothing to change."""

    # What changes.

    def visit_Compare(self, node: ast.Compare) -> None:
        for place, op in enumerate(node.ops):
            ops = list(node.ops)
            ops[place] = COMPARED[type(op)]()
            self.swap(node, "ops", ops)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self.swap(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if is_text(node):
            return
        if type(node.op) in RECKONED:
            self.swap(node, "op", RECKONED[type(node.op)]())
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if type(node.op) in RECKONED and not is_text(node.value):
            self.swap(node, "op", RECKONED[type(node.op)]())
        self.visit(node.value)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.add(node, f"{short(node)} → {short(node.operand)}", lambda: replace_by_operand(node))
        elif isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.Constant):
            self.swap(node, "op", ast.UAdd())
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.swap(node, "value", not node.value)
        elif isinstance(node.value, int):
            self.swap(node, "value", node.value + 1)

    def visit_If(self, node: ast.If) -> None:
        self.condition(node)
        self.visit(node.test)
        self.statements(node.body)
        self.statements(node.orelse)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.condition(node)
        self.generic_visit(node)

    def condition(self, node: ast.If | ast.IfExp) -> None:
        """A plain `if x`: a comparison, `and`, `or` or `not` changes at its own place."""
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        if not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            turned = ast.UnaryOp(ast.Not(), node.test)
            change = f"if {short(node.test)} → if {short(turned)}"
            self.add(node, change, lambda: setattr(node, "test", ast.copy_location(turned, node.test)))

    def generic_visit(self, node: ast.AST) -> None:
        for value in vars(node).values():
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                self.statements(value)
            elif isinstance(value, list):
                for child in value:
                    if isinstance(child, ast.AST):
                        self.visit(child)
            elif isinstance(value, ast.AST):
                self.visit(value)

    def replace(self, body: list[ast.stmt], place: int, other: ast.stmt) -> None:
        """One statement for another; `pass` is a statement that is gone."""
        after = "(gone)" if isinstance(other, ast.Pass) else short(other)
        self.add(body[place], f"{short(body[place])} → {after}", lambda: body.__setitem__(place, other))

    def statements(self, body: list[ast.stmt]) -> None:
        for place, node in enumerate(body):
            if self.depth and removable(node):
                self.replace(body, place, ast.copy_location(ast.Pass(), node))
            elif isinstance(node, ast.Break | ast.Continue):
                other = ast.Continue() if isinstance(node, ast.Break) else ast.Break()
                self.replace(body, place, ast.copy_location(other, node))
            if not is_docstring(node):
                self.visit(node)


def removable(node: ast.stmt) -> bool:
    """A statement that does something and binds no name: a call, or an assignment to a part of something."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets)
    return isinstance(node, ast.AugAssign | ast.Delete)


def is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def replace_by_operand(node: ast.UnaryOp) -> None:
    """`not x` becomes `not not x`, which is the truth of x: the node itself can stay where it is."""
    node.operand = ast.copy_location(ast.UnaryOp(ast.Not(), node.operand), node.operand)


def sites(tree: ast.Module) -> list[Site]:
    walk = Sites()
    walk.statements(tree.body)
    return walk.sites


def mutations(source: str) -> Iterator[Mutation]:
    for number, site in enumerate(sites(ast.parse(source))):
        yield Mutation(number, site.line, site.function, site.change, site.at_import)


def mutated(source: str, number: int) -> ast.Module:
    """The module's tree with one change made."""
    tree = ast.parse(source)
    sites(tree)[number].make()
    return ast.fix_missing_locations(tree)
