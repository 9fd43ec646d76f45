// The graph of Black's score with its band of certainty, and plots of collections.

const WIDTH = 640, HEIGHT = 260, LEFT = 40, BOTTOM = 24, TOP = 8, RIGHT = 8;

let cursor = null;
let across = () => 0;

function drawGraph(game) {
  const points = game.judged.filter(Boolean).map((judged) => ({ ply: judged.ply, ...judged.before, deviation: judged.deviation, judged }));
  if (game.end) points.push({ ply: game.played.length, score: game.end[0], certainty: DATA.labels[game.end[1]], deviation: 0 });
  const top = Math.min(game.positions[0].board.length, Math.max(8, ...points.map((point) => Math.abs(point.score) / 100)));
  const scale = Math.ceil(top / 8) * 8;
  const last = Math.max(1, game.played.length);
  const x = (ply) => LEFT + ((WIDTH - LEFT - RIGHT) * ply) / last;
  const y = (discs) => TOP + ((HEIGHT - TOP - BOTTOM) * (scale - Math.max(-scale, Math.min(scale, discs)))) / (2 * scale);
  across = x;
  const image = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': `Black's score from the start to move ${last}` });
  for (let discs = -scale; discs <= scale; discs += scale / 2) {
    image.append(svg('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y(discs), y2: y(discs), class: discs ? 'grid' : 'zero' }));
    image.append(svg('text', { x: LEFT - 6, y: y(discs) + 4, class: 'tick', 'text-anchor': 'end' }, discs > 0 ? `+${discs}` : String(discs).replace('-', '−')));
  }
  for (let ply = 0; ply <= last; ply += 10) {
    image.append(svg('text', { x: x(ply), y: HEIGHT - 6, class: 'tick', 'text-anchor': 'middle' }, String(ply)));
  }
  if (points.length) {
    const upper = points.map((point) => `${x(point.ply)},${y((point.score + point.deviation) / 100)}`);
    const lower = points.map((point) => `${x(point.ply)},${y((point.score - point.deviation) / 100)}`).reverse();
    image.append(svg('polygon', { points: [...upper, ...lower].join(' '), class: 'band' }));
    image.append(svg('polyline', { points: points.map((point) => `${x(point.ply)},${y(point.score / 100)}`).join(' '), class: 'score' }));
  }
  cursor = svg('line', { y1: TOP, y2: HEIGHT - BOTTOM, class: 'cursor' });
  image.append(cursor);
  for (const { ply, judged } of points) {
    if (!judged || judged.class < 2) continue;
    const dot = svg('circle', { cx: x(ply + 1), cy: y(judged.after.score / 100), r: judged.class + 2, class: `dot ${CLASSES[judged.class]}` });
    dot.append(svg('title', {}, `${game.numbers[ply]} ${moveName(judged.at, game.columns)} loses ${lossText(judged.loss)}`));
    image.append(dot);
  }
  image.addEventListener('click', (event) => {
    const box = image.getBoundingClientRect();
    const ply = (((event.clientX - box.left) * WIDTH) / box.width - LEFT) / ((WIDTH - LEFT - RIGHT) / last);
    show({ ply: Math.round(ply), line: [] });
  });
  byId('graph').replaceChildren(image);
}

function moveCursor() {
  if (!cursor) return;
  cursor.setAttribute('x1', across(state.ply));
  cursor.setAttribute('x2', across(state.ply));
}

// The distribution of losses by phase: for each phase the share of moves of each class.
function drawPhases(games) {
  const sums = PHASES.map(() => ({ classes: [0, 0, 0, 0, 0], lost: 0, moves: 0 }));
  for (const game of games) {
    for (const sides of game.tally) {
      sides.forEach((part, phase) => {
        part.classes.forEach((number, index) => { sums[phase].classes[index] += number; });
        sums[phase].lost += part.lost;
      });
    }
  }
  const [width, row] = [640, 34];
  const image = svg('svg', { viewBox: `0 0 ${width} ${3 * row + 26}`, role: 'img', 'aria-label': 'Share of moves of each class by phase' });
  PHASES.forEach((phase, index) => {
    const { classes, lost } = sums[index];
    const all = classes.reduce((sum, number) => sum + number, 0) || 1;
    image.append(svg('text', { x: 0, y: index * row + 20, class: 'tick' }, phase));
    let from = 84;
    classes.forEach((number, at) => {
      const share = number / all;
      const bar = svg('rect', { x: from, y: index * row + 4, width: Math.max(0, share * (width - 190)), height: 22, class: `class ${CLASSES[at]}` });
      bar.append(svg('title', {}, `${phase}: ${number} of class ${CLASSES[at]}, ${(100 * share).toFixed(1)} %`));
      image.append(bar);
      from += share * (width - 190);
    });
    image.append(svg('text', { x: width, y: index * row + 20, class: 'tick', 'text-anchor': 'end' }, `${(lost / 100 / all).toFixed(2)} a move`));
  });
  let from = 84;
  CLASSES.forEach((label) => {
    image.append(svg('rect', { x: from, y: 3 * row + 6, width: 12, height: 12, class: `class ${label}` }), svg('text', { x: from + 16, y: 3 * row + 17, class: 'tick' }, label));
    from += 24 + 8 * label.length;
  });
  byId('phases').replaceChildren(image);
}
