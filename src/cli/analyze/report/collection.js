// The view of a collection: games with filters, players, phases, common mistakes.

const PAGE = 50;
const MOST_PLAYERS = 100;
let rows = PAGE;

const lossOf = (game, side) => game.tally[side - 1].reduce((sum, part) => sum + part.lost, 0);
const numberOf = (game, from) => game.tally.flat().reduce((sum, part) => sum + part.classes.slice(from).reduce((all, number) => all + number, 0), 0);

let player = null; // the name of a player who was picked, all of it

function chosenGames() {
  const part = byId('by-player').value.trim().toLowerCase();
  const opening = byId('by-opening').value;
  const mistake = byId('by-mistake').value;
  return GAMES.filter((game) => {
    const isNamed = (label) => (player === null ? label.toLowerCase().includes(part) : label === player);
    const named = [game.black, game.white].some(isNamed);
    const opened = !opening || game.opening === opening;
    const erred = { thrown: () => Object.keys(game.thrown).length > 0, blunder: () => numberOf(game, 4) > 0, clean: () => numberOf(game, 3) === 0 }[mistake]?.() ?? true;
    return named && opened && erred;
  });
}

function drawCollection() {
  const games = chosenGames();
  byId('found').textContent = `${games.length} of ${GAMES.length} games`;
  byId('games').tBodies[0].replaceChildren(...games.slice(0, rows).map(gameRow));
  byId('more').hidden = games.length <= rows;
  drawPlayers(games);
  drawPhases(games);
}

function gameRow(game) {
  const number = GAMES.indexOf(game);
  const label = `${game.number}. ${game.black || '?'} – ${game.white || '?'}`;
  const open = (event) => {
    event.preventDefault();
    state.game = number;
    drawGame();
    show({ ply: 0, line: [] });
    byId('game').scrollIntoView({ behavior: 'smooth' });
  };
  const thrown = Object.entries(game.thrown)[0];
  const end = game.end ? scoreText({ score: game.end[0], certainty: DATA.labels[game.end[1]] }) : '';
  const cells = [game.date, game.opening ?? '', end, lossText(lossOf(game, BLACK)), lossText(lossOf(game, WHITE)), thrown ? thrown[1] : ''];
  const texts = [0, 1, 5];
  return html('tr', {}, html('th', { scope: 'row', class: 'text' }, html('a', { href: `#g${number + 1}m0`, onclick: open }, label)), ...cells.map((cell, index) => html('td', { class: texts.includes(index) ? 'text' : '' }, cell)));
}

function drawPlayers(games) {
  const players = new Map();
  for (const game of games) {
    [game.black, game.white].forEach((label, side) => {
      const sums = players.get(label) ?? { games: 0, lost: [0, 0, 0], classes: [0, 0, 0, 0, 0] };
      sums.games += 1;
      game.tally[side].forEach((part, phase) => {
        sums.lost[phase] += part.lost;
        part.classes.forEach((number, index) => { sums.classes[index] += number; });
      });
      players.set(label, sums);
    });
  }
  const all = [...players].sort(([one, first], [other, second]) => second.games - first.games || (one < other ? -1 : 1));
  const sorted = all.slice(0, MOST_PLAYERS);
  byId('more-players').textContent = all.length > MOST_PLAYERS ? `and ${all.length - MOST_PLAYERS} more players` : '';
  byId('players').tBodies[0].replaceChildren(...sorted.map(([label, sums]) => {
    const mean = (lost) => (lost / 100 / sums.games).toFixed(2);
    const moves = sums.classes.reduce((all, number) => all + number, 0);
    const cells = [sums.games, mean(sums.lost.reduce((all, lost) => all + lost, 0)), ...sums.lost.map(mean), moves ? `${Math.round((100 * sums.classes[0]) / moves)} %` : '–', sums.classes[3], sums.classes[4]];
    const pick = html('button', { type: 'button', class: 'step', onclick: () => { player = label; byId('by-player').value = label || '?'; rows = PAGE; drawCollection(); } }, label || '?');
    return html('tr', {}, html('th', { scope: 'row', class: 'text' }, pick), ...cells.map((cell) => html('td', {}, String(cell))));
  }));
}

function drawCommon() {
  if (!DATA.common.length) byId('common-note').textContent = 'No move that loses two discs or more was played in two games.';
  byId('common').tBodies[0].replaceChildren(...DATA.common.map((mistake) => {
    const open = (event) => {
      event.preventDefault();
      state.game = mistake.game;
      drawGame();
      show({ ply: mistake.ply, line: [] });
      byId('game').scrollIntoView({ behavior: 'smooth' });
    };
    const before = html('a', { href: `#g${mistake.game + 1}m${mistake.ply}`, onclick: open }, mistake.moves || 'start');
    const cells = [moveName(mistake.at), moveName(mistake.best), mistake.games, lossText(mistake.loss)];
    return html('tr', {}, html('th', { scope: 'row', class: 'text' }, before), ...cells.map((cell, index) => html('td', { class: index < 2 ? 'text' : '' }, String(cell))));
  }));
}
