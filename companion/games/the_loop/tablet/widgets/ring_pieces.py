"""What lies on the eras: tokens in rows, seals at the rim, the machine in the middle, what has just fallen.

May import: Kivy, the paper in which everything is cut, the views. Drawn into the canvas that is open.
"""

from __future__ import annotations

from kivy.graphics import Color, Line, PopMatrix, PushMatrix, Rotate, Scale, SmoothRoundedRectangle

from companion.app.theme import EXTRABOLD
from companion.app.widgets import paper, shapes
from companion.games.the_loop.views.sentences import initials
from companion.games.the_loop.views.table import EraView, TableView, Token

from . import figures, people, tokens
from .ring_eras import RingEras
from .ring_plan import APART, INNER, PLACES, RIM, RingPiece, Spot
from .wedge import STEP, angle_of


class RingPieces(RingEras):
    _chutes: Rotate | None = None
    """The only thing on the ring that moves: nothing else is drawn anew while the machine turns."""

    def __init__(self, **given: object) -> None:
        self.stars: dict[int, Scale] = {}
        """What fell on each era, in a drop."""
        super().__init__(**given)

    def _row(self, era: EraView) -> list[RingPiece]:
        """Energy, what a mode adds, cards, duplicates, agents; from four on like ones have a number."""
        cell = era.energy or (self.handled and not self.bare)
        row = [RingPiece("energy", "", era.energy, 44)] if cell else []
        if era.perpetual:
            row.append(RingPiece("perpetual", "", era.perpetual, 44))
        if era.centrifuge:
            row.append(RingPiece("centrifuge", era.centrifuge, 1, 44, invented=era.centrifuge_invented))
        if era.cards:
            row.append(RingPiece("cards", "", len(era.cards), 38))
        if era.ultras:
            row.append(RingPiece("ultras", "", len(era.ultras), 46))
        agents = [RingPiece("agent", str(agent), 1, 54) for agent in era.agents]
        homes = [(token.home, token.supa) for token in era.tokens]
        fold = len(row) + len(homes) + len(agents) > (APART if self.handled else 3)
        if not fold:  # each by itself: hands take this one, and not its twin
            return row + [self._token(token, homes) for token in era.tokens] + agents
        for home in dict.fromkeys(homes):
            count = homes.count(home)
            what = f"{home[0]}{'!' if home[1] else ''}"
            ours = any(token.invented for token in era.tokens if (token.home, token.supa) == home)
            row.append(RingPiece("duplicate", what, count, 78 if count > 1 else 46, invented=ours))
        return row + agents

    @staticmethod
    def _token(token: Token, homes: list[tuple[int, bool]]) -> RingPiece:
        """A duplicate of its own; where another has the same home, with the era that it came from."""
        what, twin = f"{token.home}{'!' if token.supa else ''}", homes.count((token.home, token.supa)) > 1
        return RingPiece("duplicate", what, 1, 46, token.id, twin, token.invented)

    def _pieces(self, era: EraView, view: TableView) -> None:
        rows: list[list[RingPiece]] = [[]]
        plan = PLACES[era.index].rows
        for piece in self._row(era):
            room = plan[len(rows) - 1][2]
            if len(rows) < len(plan) and rows[-1] and sum(one.width for one in rows[-1]) + piece.width > room:
                rows.append([])
            rows[-1].append(piece)
        for pieces, (x, y, room) in zip(rows, plan, strict=False):
            whole = sum(piece.width for piece in pieces)
            tight = min(1, (room + 30) / whole) if whole else 1
            x -= whole * tight / 2
            for piece in pieces:
                px, py = self.at(x + piece.width * tight / 2, y)
                self._piece(piece, px, py, self.k * max(tight, 0.8), view)
                self._spot(piece, era, px, py)
                x += piece.width * tight

    def _offers(self, era: EraView, view: TableView) -> None:
        """The duplicates that may appear here, in two rows as wide apart as fingers."""
        here = [one for one in self.offers if one.era == era.index]
        (low_x, low_y, _), (high_x, high_y, _) = PLACES[era.index].rows
        columns = max(2, -(-len(here) // 2))
        wide = min(62.0, 150 / columns)
        up = 1 if high_y < low_y else -1
        for k, offer in enumerate(here):
            row, column = divmod(k, columns)
            x = (low_x, high_x)[row] + (column - (min(columns, len(here) - row * columns) - 1) / 2) * wide
            px, py = self.at(x, (low_y + 6 * up, high_y - 10 * up)[row])
            home = view.eras[offer.home]
            colour = self.theme.tint(home.index, home.colour)
            tokens.duplicate(self.theme, px, py, 21 * self.k, home.shape, colour, offer.supa)
            if offer.invented:
                self._ours(px, py, self.k)
            self.spots.append(Spot("offer", era.index, offer.token, px, py))

    def _spot(self, piece: RingPiece, era: EraView, x: float, y: float) -> None:
        if piece.kind in ("energy", "agent", "cards"):
            self.spots.append(Spot(piece.kind, era.index, piece.what, x, y))
        elif piece.kind == "duplicate":
            home, supa = int(piece.what[0]), piece.what.endswith("!")
            alike = (one.id for one in era.tokens if (one.home, one.supa) == (home, supa))
            self.spots.append(Spot(piece.kind, era.index, piece.token or next(alike), x, y))

    def _piece(self, piece: RingPiece, x: float, y: float, k: float, view: TableView) -> None:
        theme = self.theme
        match piece.kind:
            case "energy" | "perpetual":
                if not piece.many:  # a cell that waits for its first cube
                    tokens.cell(theme, x, y, 18 * k, 23 * k)
                    return
                tokens.energy(theme, x, y, piece.many, 18 * k, 23 * k)
                if piece.kind == "perpetual":
                    paper.circle(x, y, 22 * k, theme.accent, 3)
            case "centrifuge":
                paper.disc(x, y, 20 * k, theme.text)
                figures.dimension(piece.what, x, y, 13 * k, theme.dark)
            case "cards":
                paper.cut_out(
                    [
                        (x - 13 * k, y - 19 * k),
                        (x + 13 * k, y - 19 * k),
                        (x + 13 * k, y + 19 * k),
                        (x - 13 * k, y + 19 * k),
                    ],
                    theme.dark,
                )
                paper.sheet(x - 11 * k, y - 17 * k, 22 * k, 34 * k, theme.text)
                shapes.letters(str(piece.many), x, y, theme.legible(23 * k), theme.dark, EXTRABOLD)
            case "ultras":
                paper.cut_out(shapes.around(x, y - 3 * k, 24 * k, 3), theme.danger)
                shapes.letters(str(piece.many), x, y - 6 * k, theme.legible(21 * k), theme.dark, EXTRABOLD)
            case "agent":
                self._agent(int(piece.what), x, y, k, view)
            case _:
                self._duplicate(piece, x, y, k, view)
        if piece.invented:
            self._ours(x - (17 * k if piece.many > 1 else 0), y, k)

    def _ours(self, x: float, y: float, k: float) -> None:
        """The quiet sign of what we invented, on a piece around (x, y)."""
        paper.hatch(x + 22 * k, y + 20 * k, 15 * k, self.theme.dark, self.theme.paper_shade)

    def _agent(self, index: int, x: float, y: float, k: float, view: TableView) -> None:
        assert self.speech is not None
        theme, agent = self.theme, view.agents[index]
        mine = index == view.agent.index
        short = initials(self.speech.name("agent", index))
        edge = theme.text if mine else theme.dark
        r = (25 if mine else 22) * k
        people.head(agent.id, short, x, y + 2 * k, r, theme.seat(index), theme.dark, theme.text, edge)

    def _duplicate(self, piece: RingPiece, x: float, y: float, k: float, view: TableView) -> None:
        theme, home = self.theme, view.eras[int(piece.what[0])]
        colour = theme.tint(home.index, home.colour)
        if piece.many == 1:
            tokens.duplicate(theme, x, y - 2 * k, 18 * k, home.shape, colour, piece.what.endswith("!"))
            if piece.twin and self.handled and piece.token[0].isdecimal():
                origin = view.eras[int(piece.token[0])]
                paper.disc(x + 15 * k, y - 17 * k, 9 * k, theme.dark)
                shapes.figure(
                    origin.shape, x + 15 * k, y - 17 * k, 6.5 * k, theme.tint(origin.index, origin.colour)
                )
            return
        Color(*theme.text)
        SmoothRoundedRectangle(pos=(x - 18 * k, y - 19 * k), size=(56 * k, 34 * k), radius=[17 * k])
        tokens.duplicate(theme, x - 17 * k, y - 2 * k, 18 * k, home.shape, colour, piece.what.endswith("!"))
        shapes.letters(f"×{piece.many}", x + 18 * k, y - 2 * k, theme.legible(23 * k), theme.dark, EXTRABOLD)

    def _seal(self, era: EraView) -> None:
        tile, theme, k = era.tile, self.theme, self.k
        if tile.kind in ("vortex", "none"):
            return
        x, y = self.polar(RIM + (33 if era.full else 27), angle_of(era.index))
        if tile.kind == "hidden":
            tokens.seal(theme, x, y, 28 * k, theme.raised, "?", 23 * k)
        elif tile.complete:
            tokens.seal(theme, x, y, 28 * k, theme.accent, "✓", 23 * k)
        else:
            self.spots.append(Spot("damage", era.index, "", x, y))
            said = f"{tile.done}/{tile.goal}"
            tokens.seal(theme, x, y, 28 * k, theme.text, said, 23 * k)
            self.boxes.append((said, (x - 20 * k, y - 12 * k, 40 * k, 24 * k)))
        if tile.invented:
            self._ours(x + 4 * k, y + 6 * k, k)

    def _machine(self) -> None:
        theme, (x, y) = self.theme, self.at(0, 0)
        r = (INNER - 4) * self.k
        tokens.drum(theme, x, y, r)
        if self.front >= 0:
            self._chutes = tokens.chutes(theme, x, y, r, STEP)
            self._chutes.angle = self._facing
        tokens.machine(theme, x, y, r)
        if self.inside:
            k = self.k
            paper.cut_out(paper.star(x + 66 * k, y - 66 * k, 34 * k, 12, 0.84), theme.text)
            tokens.cube(theme, x + 54 * k, y - 66 * k, 20 * k)
            self._letters(str(self.inside), x + 78 * k, y - 66 * k, 25 * k, theme.dark)

    @property
    def _facing(self) -> float:
        """Degrees by which the mouth is turned from the top."""
        return angle_of(self.front) - 90

    def _chance(self, era: EraView) -> None:
        """How likely it breaks in the next drop: the hotter the likelier, and the number."""
        chance = self.forecast[era.index]
        if chance < 0.005:
            return
        k, theme = self.k, self.theme
        x, y = self.polar(274, angle_of(era.index) + 14)
        said, size = f"{max(round(chance * 100), 1)} %", theme.legible(21 * k)
        width, height = shapes.letters_width(said, size, EXTRABOLD) + 16 * k, max(30 * k, 1.3 * size)
        hot = chance >= 0.25
        Color(*(theme.danger if hot else theme.ground))
        box = (x - width / 2, y - height / 2)
        SmoothRoundedRectangle(pos=box, size=(width, height), radius=[height / 2])
        Color(*theme.danger)
        Line(rounded_rectangle=(*box, width, height, height / 2), width=1.4)
        self._letters(said, x, y, size, theme.dark if hot else theme.text)

    def _fallen(self, era: EraView) -> None:
        """In a drop: what came out here, large enough for the whole table."""
        cubes, broken = self.landed[era.index], self.outlets[era.index] if self.outlets else 0
        if not cubes and not broken:
            return
        k = self.k
        x, y = self.polar(222, angle_of(era.index))
        PushMatrix()
        self.stars[era.index] = Scale(origin=(x, y))
        paper.cut_out(paper.star(x + 4 * k, y - 6 * k, 62 * k, 14, 0.72), self.theme.ground)
        paper.cut_out(paper.star(x, y, 62 * k, 14, 0.72), self.theme.text)
        ink = self.theme.dark if self.drop_colour == "danger" else (0.05, 0.35, 0.22, 1)
        paper.lettering(f"+{cubes or broken}", x, y, 54 * k, ink, "center")
        PopMatrix()
