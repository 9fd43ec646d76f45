// What happens on the page: buttons, keys, filters, the theme.

byId('version').textContent = DATA.version;
const missing = DATA.missing === 1 ? '1 game is' : `${DATA.missing} games are`;
const notes = [
  DATA.left_out && `${DATA.left_out} could not be analysed`,
  DATA.missing && `the analysis was interrupted: ${missing} missing`,
].filter(Boolean).map((note) => `; ${note}`).join('');
byId('lead').textContent = GAMES.length
  ? `${GAMES.length === 1 ? 'One game' : `${GAMES.length} games`}, analysed at level ${DATA.levels.join(' and ')}${notes}. Scores are discs for Black: plus is good for Black.`
  : `No game was analysed${notes}.`;

const actions = {
  first: () => show({ ply: 0, line: [] }),
  back,
  forward,
  last: () => show({ ply: current().played.length, line: [] }),
  mistake: () => { const ply = nextMistake(); if (ply !== null) show({ ply, line: [] }); },
  return: () => show({ line: [] }),
};
for (const [id, act] of Object.entries(actions)) byId(id).addEventListener('click', act);

const KEYS = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last', m: 'mistake', M: 'mistake', Escape: 'return' };
document.addEventListener('keydown', (event) => {
  const action = KEYS[event.key];
  if (!action || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  event.preventDefault();
  actions[action]();
});

byId('theme').addEventListener('click', () => {
  const root = document.documentElement;
  const dark = getComputedStyle(root).colorScheme === 'dark' || (getComputedStyle(root).colorScheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.style.colorScheme = dark ? 'light' : 'dark';
  byId('theme').textContent = dark ? 'Dark' : 'Light';
});
if (matchMedia('(prefers-color-scheme: dark)').matches) byId('theme').textContent = 'Light';

if (GAMES.length > 1) {
  byId('collection').hidden = false;
  const openings = [...new Set(GAMES.map((game) => game.opening).filter(Boolean))].sort();
  byId('by-opening').append(...openings.map((opening) => html('option', { value: opening }, opening)));
  byId('names').append(...[...new Set(GAMES.flatMap((game) => [game.black, game.white]))].sort().map((label) => html('option', { value: label })));
  for (const id of ['by-player', 'by-opening', 'by-mistake']) byId(id).addEventListener('input', () => { if (id === 'by-player') player = null; rows = PAGE; drawCollection(); });
  byId('filter').addEventListener('submit', (event) => event.preventDefault());
  byId('more').addEventListener('click', () => { rows += PAGE; drawCollection(); });
  drawCollection();
  drawCommon();
}

// The address names a game and a move: #g3m20.
function open() {
  const [, game, ply] = /^#(?:g(\d+))?m(\d+)$/.exec(location.hash) ?? [];
  state.game = Math.min(Math.max(Number(game ?? 1), 1), GAMES.length) - 1;
  drawGame();
  show({ ply: Number(ply ?? 0), line: [] });
}
if (GAMES.length) {
  addEventListener('hashchange', open);
  open();
} else {
  byId('game').hidden = true;
}
