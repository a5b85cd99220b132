"""What lies on the eras: tokens in rows, seals at the rim, the machine in the middle, what has just fallen.

May import: Kivy, the paper in which everything is cut, the views. Drawn into the canvas that is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from kivy.graphics import Color, Line, PopMatrix, PushMatrix, Rotate, Scale, SmoothRoundedRectangle

from companion.app.theme import EXTRABOLD
from companion.app.widgets import paper, shapes
from companion.games.the_loop.views.sentences import initials
from companion.games.the_loop.views.table import EraView, TableView, Token

from . import figures, people, tokens
from .ring_eras import RingEras
from .ring_plan import CHANCES, CLOSE, INNER, RIM, SCENE, UNLIKELY, RingPiece, Spot, rows_within
from .wedge import STEP, angle_of


class RingPieces(RingEras):
    _chutes: Rotate | None = None
    """The only thing on the ring that moves: nothing else is drawn anew while the machine turns."""

    def __init__(self, **given: object) -> None:
        self.stars: dict[int, Scale] = {}
        """What fell on each era, in a drop."""
        super().__init__(**given)

    def _row(self, era: EraView) -> list[RingPiece]:
        """Energy, what a mode adds, cards, duplicates, agents; from four on like ones have a number, except
        where hands take them: this one, and not its twin."""
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
        if self.scene < SCENE and self.forecast and (chance := self.forecast[era.index]) >= UNLIKELY:
            row.append(RingPiece("chance", str(era.index), 1, self._pill(chance)[0] / self.k + 4))
        agents = [RingPiece("agent", str(agent), 1, 54) for agent in era.agents]
        homes = [(token.home, token.supa) for token in era.tokens]
        if self.handled or len(row) + len(homes) + len(agents) <= 3:
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
        plan, there = rows_within(era.index, round(self.scene)), self._row(era)
        crowd = sum(map(self._room_of, there)) / sum(room for _, _, room in plan)
        for piece in there:
            need = sum(map(self._room_of, rows[-1])) + self._room_of(piece)
            room = plan[len(rows) - 1][2] * max(crowd, 1)  # both rows are as full
            if len(rows) < len(plan) and rows[-1] and need > room:
                rows.append([])
            rows[-1].append(piece)
        if self.scene < SCENE:
            rows[-1] = self._folded(rows[-1], plan[len(rows) - 1][2])
        for pieces, (x, y, room) in zip(rows, plan, strict=False):
            rooms = self._rooms(pieces, room)
            x -= sum(rooms) / 2
            for piece, wide in zip(pieces, rooms, strict=True):
                px, py = self.at(x + wide / 2, y)
                tight = wide / self._room_of(piece)
                self.piece(piece, px, py, self.k * max(tight, 0.8), view)
                self._spot(piece, era, px, py)
                x += wide

    def _rooms(self, pieces: list[RingPiece], room: float) -> list[float]:
        """What each gets: tokens move together, on a small ring those with a number keep their room."""
        needs = [self._room_of(piece) for piece in pieces]
        kept = [self.scene < SCENE and self._numbered(piece) for piece in pieces]
        fixed = sum(need for need, keep in zip(needs, kept, strict=True) if keep)
        tight = min(1.0, max((room + 30 - fixed) / max(sum(needs) - fixed, 1), CLOSE))
        return [need * (1 if keep else tight) for need, keep in zip(needs, kept, strict=True)]

    def _folded(self, pieces: list[RingPiece], room: float) -> list[RingPiece]:
        """On a small ring, letters keep their size: duplicates for which there is no room are a number. The
        era's page has them all."""
        shown, gone = list(pieces), 0
        tokens = [piece for piece in pieces if piece.kind == "duplicate"]
        more = RingPiece("more", "", sum(piece.many for piece in tokens), 0)
        least = self._room_of(more)
        while tokens and sum(self._rooms(shown, room)) + (least if gone else 0) > room + 31:
            gone += tokens[-1].many
            shown.remove(tokens.pop())
        if gone:
            shown.insert(0, more._replace(many=gone))
        return shown

    def _offers(self, era: EraView, view: TableView) -> None:
        """The duplicates that may appear here, in two rows as wide apart as fingers."""
        here = [one for one in self.offers if one.era == era.index]
        (low_x, low_y, _), (high_x, high_y, _) = rows_within(era.index, round(self.scene))
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

    def piece(self, piece: RingPiece, x: float, y: float, k: float, view: TableView) -> None:
        theme = self.theme
        match piece.kind:
            case "energy" | "perpetual":
                if not piece.many:  # a cell that waits for its first cube
                    tokens.cell(theme, x, y, 18 * k, self.high(23))
                    return
                tokens.energy(theme, x, y, piece.many, 18 * k, self.high(23))
                if piece.kind == "perpetual":
                    paper.circle(x, y, 22 * k, theme.accent, 3)
            case "centrifuge":
                paper.disc(x, y, 20 * k, theme.text)
                figures.dimension(piece.what, x, y, 13 * k, theme.dark)
            case "cards":
                wide, high = max(11 * k, self._wide(piece) / 2 + 2 * k), max(17 * k, 0.55 * self.high(23))
                around = ((-1, -1), (1, -1), (1, 1), (-1, 1))
                edge = [(x + a * (wide + 2 * k), y + b * (high + 2 * k)) for a, b in around]
                paper.cut_out(edge, theme.dark)
                paper.sheet(x - wide, y - high, 2 * wide, 2 * high, theme.text)
                shapes.letters(str(piece.many), x, y, self.high(23), theme.dark, EXTRABOLD)
            case "ultras":
                paper.cut_out(shapes.around(x, y - 3 * k, max(24 * k, self.high(21)), 3), theme.danger)
                shapes.letters(str(piece.many), x, y - 6 * k, self.high(21), theme.dark, EXTRABOLD)
            case "more":
                self._pile(piece, x, y, k, "circle", theme.kraft)
            case "chance":
                self._likely(self.forecast[int(piece.what)], x, y)
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
        self._pile(piece, x, y, k, home.shape, colour)

    def _pile(
        self, piece: RingPiece, x: float, y: float, k: float, shape: str, colour: Sequence[float]
    ) -> None:
        """Duplicates with their number."""
        theme, wide = self.theme, self._wide(piece)
        Color(*theme.text)
        x += (34 * k - wide) / 2  # the middle of both together
        SmoothRoundedRectangle(pos=(x - 18 * k, y - 19 * k), size=(wide + 26 * k, 34 * k), radius=[17 * k])
        tokens.duplicate(theme, x - 17 * k, y - 2 * k, 18 * k, shape, colour, piece.what.endswith("!"))
        said, middle = f"×{piece.many}", x + wide / 2 + k
        shapes.letters(said, middle, y - 2 * k, self.high(23), theme.dark, EXTRABOLD)

    def _wide(self, piece: RingPiece) -> float:
        """Pixels that the number on a piece takes up."""
        said = f"×{piece.many}" if piece.kind in ("duplicate", "more") else str(piece.many)
        return shapes.letters_width(said, self.high(23), EXTRABOLD)

    def _room_of(self, piece: RingPiece) -> float:
        """What a piece takes up in its row; numbers that a chair asks to be higher make it broader."""
        beside = {"energy": 18, "perpetual": 18, "cards": 20, "duplicate": 48, "more": 48}.get(piece.kind)
        if not beside or not self._numbered(piece):
            return piece.width
        return max(piece.width, self._wide(piece) / self.k + beside)

    @staticmethod
    def _numbered(piece: RingPiece) -> bool:
        return piece.many > 1 or piece.kind in ("energy", "perpetual", "cards", "more", "chance")

    def _seal(self, era: EraView) -> None:
        tile, theme, k = era.tile, self.theme, self.k
        if tile.kind in ("vortex", "none"):
            return
        a, letters = angle_of(era.index), self.high(23)
        number = "" if tile.kind == "hidden" or tile.complete else f"{tile.done}/{tile.goal}"
        broad = shapes.stretched(28 * k, number, letters) if number else 1
        x, y = self.polar(RIM + (33 if era.full else 27) + 28 * (broad - 1) * abs(cos(radians(a))), a)
        if tile.kind == "hidden":
            tokens.seal(theme, x, y, 28 * k, theme.raised, "?", letters)
        elif tile.complete:
            tokens.seal(theme, x, y, 28 * k, theme.accent, "✓", letters)
        else:
            self.spots.append(Spot("damage", era.index, "", x, y))
            tokens.seal(theme, x, y, 28 * k, theme.text, number, letters)
            half = shapes.letters_width(number, letters, EXTRABOLD) / 2
            self.boxes.append((number, (x - half, y - letters / 2, 2 * half, letters)))
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
            size, said = self.high(25), str(self.inside)
            wide = shapes.letters_width(said, size, EXTRABOLD)
            r = max(34 * k, wide / 2 + 25 * k)
            paper.cut_out(paper.star(x + 66 * k, y - 66 * k, r, 12, 0.84), theme.text)
            tokens.cube(theme, x + 66 * k - wide / 2 - 3 * k, y - 66 * k, 20 * k)
            self._letters(said, x + 78 * k, y - 66 * k, size, theme.dark)

    @property
    def _facing(self) -> float:
        """Degrees by which the mouth is turned from the top."""
        return angle_of(self.front) - 90

    def _chance(self, era: EraView) -> None:
        """How likely it breaks in the next drop: clear of the rim, beside its tokens."""
        if self.forecast[era.index] < UNLIKELY or self.scene < SCENE:
            return
        width, height = self._pill(self.forecast[era.index])
        a = radians(angle_of(era.index) + CHANCES[era.index])
        far = self.scene - 6 - (abs(cos(a)) * width + abs(sin(a)) * height) / (2 * self.k)
        self._likely(self.forecast[era.index], *self.at(far * cos(a), -far * sin(a)))

    def _pill(self, chance: float) -> tuple[float, float]:
        size = self.high(23)
        wide = shapes.letters_width(percent(chance), size, EXTRABOLD)
        return wide + 16 * self.k, max(30 * self.k, 1.2 * size)

    def _likely(self, chance: float, x: float, y: float) -> None:
        """The hotter the likelier, and the number."""
        theme, (width, height), hot = self.theme, self._pill(chance), chance >= 0.25
        Color(*(theme.danger if hot else theme.ground))
        box = (x - width / 2, y - height / 2)
        SmoothRoundedRectangle(pos=box, size=(width, height), radius=[height / 2])
        Color(*theme.danger)
        Line(rounded_rectangle=(*box, width, height, height / 2), width=1.4)
        self._letters(percent(chance), x, y, self.high(23), theme.dark if hot else theme.text)

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


def percent(chance: float) -> str:
    return f"{max(round(chance * 100), 1)}\u2009%"
