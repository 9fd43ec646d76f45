"""The tree of a bound: which positions have to be decided, and which of them next.

Where the attacker, who has the bound, moves, one true move is enough; where the other side moves, all of them are needed. Positions
that are equal up to a symmetry are one node, so the tree is a graph. Nothing here is saved: it follows from the facts.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from lab.proof.claims import Goal, Range
from lab.proof.costs import Model, chance
from lab.proof.positions import canonical, successors
from lab.proof.state import Facts
from lab.rules import Board

SWITCH = 3.0
"""How many times as promising another move of the attacker must be before a move that was begun is left."""


@dataclass(eq=False, slots=True)
class Node:
    """A position of the tree."""

    board: Board
    """Canonical."""
    one_is_enough: bool
    """Whether the attacker moves."""
    margin: float
    """The estimated score relative to the bound, in discs for the attacker; from the moves below where they are known."""
    value: bool | None = None
    """Whether the bound is true; None if that is open."""
    children: "list[Node] | None" = None
    parents: "list[Node]" = field(default_factory=list)
    chosen: "Node | None" = None
    """The move of the attacker that is tried."""
    left: float = 0.0
    """Expected seconds of one worker until it is decided."""
    is_stale: bool = True
    """Whether `left` and `margin` have to be computed again; if so, those above as well."""

    def open_children(self) -> "list[Node]":
        """The moves that are not decided."""
        return [child for child in self.children or () if child.value is None]


class Tree:
    """The nodes of a bound of a position."""

    def __init__(self, board: Board, goal: Goal, estimate: float, facts: Facts, model: Model) -> None:
        """The tree of this position, with an estimated score."""
        self.goal = goal
        self.facts = facts
        self.model = model
        self.nodes: dict[Board, Node] = {}
        self._version = model.version
        self.root = self._node(canonical(board), estimate)

    def learn(self, board: Board) -> None:
        """Uses what has become known of a canonical position."""
        if (node := self.nodes.get(board)) is not None and node.value is None:
            _spoil(node)
            self._settle(node, self.goal.decided(self._range(board)))

    def measure(self) -> float:
        """Expected seconds of one worker until the root is decided. Makes the nodes below the positions that were looked at."""
        if self._version != self.model.version:
            self._version = self.model.version
            for node in self.nodes.values():
                node.is_stale = True
        self._measure(self.root)
        return self.root.left if self.root.value is None else 0.0

    def needed(self) -> dict[Node, None]:
        """The open nodes that must be decided as things stand, after `measure`: the riskiest moves first."""
        found: dict[Node, None] = {}
        self._visit(self.root, found)
        return found

    def spare(self, needed: dict[Node, None], number: int) -> dict[Node, None]:
        """Nodes that are needed if moves of the attacker turn out to be wrong, the most doubtful ones: about so many leaves."""
        doubtful = [node for node in needed if node.one_is_enough and node.chosen and len(node.open_children()) > 1]
        doubtful.sort(key=lambda node: node.chosen.margin if node.chosen else 0.0)
        found = dict(needed)
        for node in doubtful:
            if number <= 0:
                break
            others = [child for child in node.open_children() if child is not node.chosen]
            second = min(others, key=_price)
            before = len(found)
            self._visit(second, found)
            number -= sum(1 for at in list(found)[before:] if at.children is None)
        return {at: None for at in found if at not in needed}

    def _node(self, board: Board, estimate: float) -> Node:
        node = self.nodes.get(board)
        if node is None:
            node = Node(board, board.turn == self.goal.attacker, self.goal.margin(estimate))
            node.value = self.goal.decided(self._range(board))
            self.nodes[board] = node
        return node

    def _range(self, board: Board) -> Range:
        if board.turn is None:
            return Range(board.score(), board.score())
        return self.facts.ranges.get(board, Range())

    def _settle(self, node: Node, value: bool | None) -> None:
        """Notes the value of a node, and those that follow from it above."""
        if value is None or node.value is not None:
            return
        node.value = value
        for parent in node.parents:
            _spoil(parent)
            if value == parent.one_is_enough or all(child.value == value for child in parent.children or ()):
                self._settle(parent, value)

    def _expand(self, node: Node, scores: dict[str, float]) -> None:
        """Makes the nodes of the moves."""
        best: dict[Board, float] = {}
        for move, board in successors(node.board).items():
            best[board] = scores[move]
        node.children = [self._node(board, score) for board, score in best.items()]
        for child in node.children:
            child.parents.append(node)
        if any(child.value == node.one_is_enough for child in node.children):
            self._settle(node, node.one_is_enough)
        elif all(child.value == (not node.one_is_enough) for child in node.children):
            self._settle(node, not node.one_is_enough)

    def _measure(self, node: Node) -> None:
        """Computes what is left below an open node, and where it was looked at its margin."""
        if node.value is not None or not node.is_stale:
            return
        node.is_stale = False
        if node.children is None and (scores := self.facts.looks.get(node.board)) is not None:
            self._expand(node, scores)
            if node.value is not None:
                return
        if node.children is None:
            node.left = self.model.seconds(node.board.empties(), node.margin)
            return
        undecided = node.open_children()
        if node.one_is_enough:
            self._choose(node, undecided)
        else:
            for child in undecided:
                self._measure(child)
            node.children.sort(key=lambda child: child.margin)
            undecided = node.open_children()
            if undecided:
                node.left = sum(child.left for child in undecided)
                node.margin = undecided[0].margin

    def _choose(self, node: Node, undecided: list[Node]) -> None:
        """Chooses the move of the attacker: the most promising for its cost."""
        for child in undecided:
            self._measure(child)
        undecided = node.open_children()
        if not undecided:
            return
        best = min(undecided, key=_price)
        if node.chosen is None or node.chosen.value is not None or _price(best) * SWITCH < _price(node.chosen):
            node.chosen = best
        others = [child.left for child in undecided if child is not node.chosen]
        node.left = node.chosen.left + (1 - chance(node.chosen.margin)) * min(others, default=0.0)
        node.margin = max(child.margin for child in undecided)

    def _visit(self, node: Node, found: dict[Node, None]) -> None:
        if node.value is not None or node in found:
            return
        found[node] = None
        if node.children is None:
            return
        if not node.one_is_enough:
            for child in node.children:
                self._visit(child, found)
        elif node.chosen is not None:
            self._visit(node.chosen, found)


def _spoil(node: Node) -> None:
    """Notes that a node and those above have to be measured again."""
    if not node.is_stale:
        node.is_stale = True
        for parent in node.parents:
            _spoil(parent)


def _price(node: Node) -> float:
    """What a move of the attacker costs until one is true, by its cost and its chance."""
    return (node.left + 0.01) / max(chance(node.margin), 1e-6)


def leaves(nodes: dict[Node, None]) -> Iterator[Node]:
    """The nodes of these whose moves are not looked at."""
    return (node for node in nodes if node.children is None)
