// The data of the page: games with their moves, values and losses, and the positions of each game.

const DATA = JSON.parse(document.getElementById('data').textContent);
const GAMES = DATA.games;
const CLASSES = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'];
const LIMITS = [0, 50, 200, 400, 800]; // the least loss of each class in hundredths of a disc
const MARKS = ['', '', '?!', '?', '??'];
const PHASES = ['opening', 'midgame', 'endgame'];
const CUT_OFF = 3; // no square of the board

const sideName = (side) => (side === BLACK ? 'Black' : 'White');
const classOf = (loss) => LIMITS.findLastIndex((limit) => loss >= limit);

// The squares of a text such as f5d6; -1 for a pass, which is written `--`.
const squares = (text, columns) => (text.match(/--|[a-j]\d+/g) ?? []).map((move) => (move === '--' ? -1 : square(move, columns)));

const moveName = (at, columns) => (at < 0 ? 'pass' : name(at, columns));

function start(game) {
  if (game.start) return positionOf(game.start);
  const board = new Array(64).fill(0);
  [board[28], board[35], board[27], board[36]] = [BLACK, BLACK, WHITE, WHITE];
  return { board, side: BLACK, last: -1 };
}

const count = (board, side) => board.filter((disc) => disc === side).length;
const legal = ({ board, side, moves }) => moves ?? board.flatMap((_, at) => (flips(board, side, at).length ? [at] : []));

// The positions of a game by rules that the page does not know, with their legal moves.
function given(turns, moves, columns) {
  return turns.map(([text, of], ply) => {
    const board = [...text.slice(0, -2)].map((letter) => ({ X: BLACK, O: WHITE, '#': CUT_OFF })[letter] ?? 0);
    return { board, side: text.endsWith('O') ? WHITE : BLACK, last: moves.slice(0, ply).findLast((at) => at >= 0) ?? -1, moves: squares(of, columns) };
  });
}

// The positions of a game from the start on, and its moves with what is known of them.
function replay(game) {
  if (game.positions) return game;
  const columns = game.columns ?? 8;
  const moves = squares(game.moves, columns);
  const positions = game.turns ? given(game.turns, moves, columns) : moves.reduce((all, at) => [...all, after(all[all.length - 1], at)], [start(game)]);
  const best = squares(game.best, columns);
  const judged = [];
  for (let ply = 0; ply < moves.length; ply += 1) {
    const index = ply - game.from;
    if (index < 0) {
      judged.push(null);
      continue;
    }
    const loss = game.loss[index];
    judged.push({
      ply,
      at: moves[ply],
      side: positions[ply].side,
      before: { score: game.before[index], certainty: DATA.labels[game.labels[index]] },
      after: { score: game.after[index], certainty: DATA.labels[game.after_labels[index]] },
      deviation: game.deviation[index],
      loss,
      class: classOf(loss),
      best: best[index],
      line: squares(game.lines[ply] ?? '', columns),
      all: (game.all?.[ply] ?? []).map(([at, score, label]) => ({ at, score, certainty: DATA.labels[label] })),
      reasons: game.reasons?.[ply] ?? [],
      thrown: game.thrown[ply] ?? null,
      found: game.found?.[index] ?? null,
      rating: game.ratings?.[positions[ply].side - 1] ?? null,
      likely: game.likely?.[ply] ?? null,
      seconds: game.seconds?.[ply] ?? null,
    });
  }
  let number = 0;
  const numbers = moves.map((at) => (at < 0 ? null : (number += 1)));
  return Object.assign(game, { columns, positions, played: moves, judged, numbers });
}

// Hundredths of a disc as text: with two decimals, or none if the score is proved.
function scoreText({ score, certainty }) {
  const whole = ['exact', 'at least', 'at most'].includes(certainty);
  const sign = score < 0 ? '−' : whole && !score ? '' : '+';
  const prefix = { 'at least': '≥ ', 'at most': '≤ ' }[certainty] ?? '';
  return prefix + sign + (Math.abs(score) / 100).toFixed(whole ? 0 : 2);
}

// A share in whole percent as text.
const shareText = (percent) => (percent === 0 ? '<1 %' : percent === 100 ? '>99 %' : `${percent} %`);
const sentence = (phrase) => `${phrase[0].toUpperCase()}${phrase.slice(1)}.`;

const lossText = (loss) => (loss ? (loss / 100).toFixed(2) : '–');
const lineText = (line) => line.map((at) => moveName(at)).join(' ');
