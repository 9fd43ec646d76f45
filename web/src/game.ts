// A game as a tree of moves. The first child of a node is the move of the game, the others are variations.

import type { Head, Line, Position, TreeNode } from './rust.ts';

export const PASS = 'pass';

export interface Node {
  readonly parent: Node | null;
  /** "" at the root. */
  readonly move: string;
  readonly position: Position;
  /** The moves before this position, passes included. */
  readonly ply: number;
  comment: string;
  readonly children: Node[];
}

export interface Game {
  readonly rules: string;
  readonly head: Head;
  readonly root: Node;
}

/** `line` of the Rust side, or a stand-in of the tests. */
export type Rules = (rules: string, moves: readonly string[]) => Line;

export const NO_HEAD: Head = { black: '', white: '', blackRating: null, whiteRating: null, event: '', place: '', date: '' };

export function newGame(rulesOf: Rules, rules = '', head: Head = NO_HEAD): Game {
  const { rules: words, positions } = rulesOf(rules, []);
  const position = positions[0];
  if (!position) throw new Error('a line without a position');
  return { rules: words, head, root: { parent: null, move: '', position, ply: 0, comment: '', children: [] } };
}

/** The nodes from the root to this one, without the root. */
export function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | null = node; at?.parent; at = at.parent) path.unshift(at);
  return path;
}

export const movesTo = (node: Node): string[] => pathTo(node).map(({ move }) => move);

/** The root and the moves of the game. */
export function mainLine({ root }: Game): Node[] {
  const found = [root];
  for (let next = root.children[0]; next; next = next.children[0]) found.push(next);
  return found;
}

export const isMain = (node: Node): boolean => pathTo(node).every((at) => at.parent?.children[0] === at);

/** The last node in the line that begins here. */
export function endOf(node: Node): Node {
  let at = node;
  for (let next = at.children[0]; next; next = next.children[0]) at = next;
  return at;
}

/** Plays moves after a node, with the passes that they need. Moves that are there are followed. Returns the last node. */
export function extend(rulesOf: Rules, { rules }: Game, from: Node, moves: readonly string[]): Node {
  const { moves: all, positions } = rulesOf(rules, [...movesTo(from), ...moves]);
  let [at, end] = [from, all.length];
  // A pass after the last move is a move of its own, which comes later.
  if (moves.at(-1) !== PASS) while (end > from.ply && all[end - 1] === PASS) end -= 1;
  for (let ply = from.ply; ply < end; ply += 1) {
    const move = all[ply];
    const position = positions[ply + 1];
    if (move === undefined || !position) throw new Error('a line without its positions');
    let next = at.children.find((child) => child.move === move);
    if (!next) {
      next = { parent: at, move, position, ply: ply + 1, comment: '', children: [] };
      at.children.push(next);
    }
    at = next;
  }
  return at;
}

/** Removes a node and what follows it. Returns the node before it. */
export function remove(node: Node): Node {
  const { parent } = node;
  if (!parent) return node;
  parent.children.splice(parent.children.indexOf(node), 1);
  return parent;
}

/** Makes the line to this node the line of the game. */
export function promote(node: Node): void {
  for (const at of pathTo(node)) {
    const siblings = at.parent?.children ?? [];
    siblings.splice(siblings.indexOf(at), 1);
    siblings.unshift(at);
  }
}

/** The tree for the writer of SGF. */
export function written(node: Node): TreeNode {
  return { move: node.parent ? node.move : null, comment: node.comment, children: node.children.map(written) };
}

// The tree as text for the address: moves, variations in brackets after the move that they replace, comments in quotes after their move.

const quoted = (comment: string): string => (comment ? `"${comment.replace(/[\\"]/g, '\\$&')}"` : '');

export function treeText(root: Node): string {
  const shown = (node: Node): string => (node.move === PASS ? '--' : node.move) + quoted(node.comment);
  const after = (node: Node): string => {
    let text = '';
    for (let at: Node = node; ;) {
      const [main, ...variations] = at.children;
      if (!main) return text;
      text += shown(main);
      for (const variation of variations) text += `(${shown(variation)}${after(variation)})`;
      at = main;
    }
  };
  return quoted(root.comment) + after(root);
}

/** Reads the text of a tree into a game without moves. Throws an error if a move is not legal. */
export function readTree(rulesOf: Rules, game: Game, text: string): void {
  const starts: Node[] = [];
  let from = game.root;
  let moves: string[] = [];
  const play = (): Node => {
    if (moves.length) from = extend(rulesOf, game, from, moves);
    moves = [];
    return from;
  };
  for (const [token] of text.matchAll(/[a-j]\d+(?:x[a-j]\d+)?|--|[()]|"(?:[^\\"]|\\.)*"/gs)) {
    if (token === '(') {
      starts.push(play());
      // A forced pass cannot be replaced, so that the move before the bracket is the last node.
      from = from.parent ?? from;
    } else if (token === ')') {
      play();
      from = starts.pop() ?? from;
    } else if (token.startsWith('"')) play().comment = token.slice(1, -1).replace(/\\(.)/gs, '$1');
    else moves.push(token === '--' ? PASS : token);
  }
  play();
}

/** A place in the tree as text: steps along first children, then the number of a child, and so on. */
export function placeText(node: Node): string {
  const parts = [0];
  for (const at of pathTo(node)) {
    const number = at.parent?.children.indexOf(at) ?? 0;
    if (number) parts.push(number, 0);
    else parts.push((parts.pop() ?? 0) + 1);
  }
  return parts.join('.');
}

/** The node at a place, or the last one on the way that there is. */
export function nodeAt({ root }: Game, text: string): Node {
  let at = root;
  const follow = (number: number): void => { at = at.children[number] ?? at; };
  text.split('.').map(Number).forEach((number, index) => {
    if (index % 2) follow(number);
    else for (let step = 0; step < Math.min(number, 1000); step += 1) follow(0);
  });
  return at;
}

export const squareOf = (move: string): string => move.split('x')[0] ?? move;

/** The number of a move as players count them: without passes. */
export const moveNumber = (node: Node): number => pathTo(node).filter(({ move }) => move !== PASS).length;
