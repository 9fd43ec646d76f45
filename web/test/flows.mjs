// What people do on the page, in Chromium, without a server of engines: `npm run site && npm run flows`. With EMILIA_PAGE, the address of
// `emilia serve`, there.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { browser, serve } from './browser.mjs';

const DIST = process.env.EMILIA_SITE ?? new URL('../dist/', import.meta.url).pathname;
const AXE = new URL('../../target/axe/node_modules/axe-core/axe.min.js', import.meta.url).pathname;
const GAME = 'f5d6c3d3c4f4f6g5e6d7e3c5f3e7c7c6d8g4f8e8b5c8b8b3b4e2d2g3b6a5a6a4f7f2a2a3b2c2d1e1c1b7a8a7g6h6h7h8g1f1g7h1h2g2h4b1a1h3h5g8';
const only = process.argv.slice(2);

const served = process.env.EMILIA_PAGE;
const server = served ? { address: served, close: () => {} } : await serve(DIST);
/** These are about the engine in the page. */
const ALONE = /without the server|without its server|before the weights/;
const page = await browser();
const { evaluate, wait, key, click, send, open } = page;

const text = (selector) => evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`);
const setValue = (selector, value) => evaluate(`(() => { const field = document.querySelector(${JSON.stringify(selector)}); field.value = ${JSON.stringify(value)}; field.dispatchEvent(new Event('input', { bubbles: true })); field.dispatchEvent(new Event('change', { bubbles: true })); })()`);
const discs = () => evaluate("document.querySelectorAll('.square .disc').length");
const paste = (value) => evaluate(`(() => { const data = new DataTransfer(); data.setData('text/plain', ${JSON.stringify(value)}); document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true })); })()`);

/** The page as a new visitor sees it, or with this state. */
async function visit(state = '') {
  // The page keeps its state when it is left, so that this is done beside it.
  await open(`${server.address}manifest.webmanifest`);
  await wait("location.pathname.endsWith('webmanifest') && document.readyState === 'complete'");
  await evaluate("localStorage.clear(); localStorage.setItem('emilia.settings', '{\"language\":\"en\"}')");
  await open(`${server.address}${state && `#${state}`}`);
  await wait("document.querySelector('main')");
}

/** An Othello game of two rated players, in GGF. */
function ggf(black, white, moves, ratings = [1500, 1500]) {
  const played = moves.match(/../g).map((move, ply) => `${'BW'[ply % 2]}[${move}]`).join('');
  return `(;GM[Othello]PC[x]DT[2020]PB[${black}]RB[${ratings[0]}]PW[${white}]RW[${ratings[1]}]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]${played};)`;
}

/** A file of the drill: what Black plays after f5d6 is known, what White plays after f5 is not. */
const DECK = ['{"emilia":"drill","version":1,"player":"Otto","rating":1500,"exercises":2}',
  '{"game":"f5d6","kind":{"mistake":{"played":"c4","loss":6.5,"certainty":"12@73%","found":0.6}},"right":["c3"],"losses":[["c3",0.0],["c5",3.5],["c4",6.5]],"why":["c3 is better than c4","c3 keeps <b>quiet</b>"],"from":"Otto - Anna, move 3"}',
  '{"game":"f5","kind":{"opening":{"reach":1.0,"known":true}},"right":["d6"],"losses":[["d6",0.0],["f6",0.4],["f4",3.1]],"why":[],"from":"Perpendicular Opening"}', ''].join('\n');
const KEEP_DECK = `localStorage.setItem('emilia.drill', JSON.stringify(${JSON.stringify(DECK)}))`;
const REPORT = "document.querySelector('.report tbody tr:last-child td')?.textContent";

const choose = (selector, value) => evaluate(`(() => { const field = document.querySelector(${JSON.stringify(selector)}); field.value = ${JSON.stringify(value)}; field.dispatchEvent(new Event('change', { bubbles: true })); })()`);

/** The squares of the accessibility tree whose name matches. */
async function squares(pattern) {
  const { nodes } = await send('Accessibility.getFullAXTree');
  return nodes.filter(({ role, name }) => role?.value === 'gridcell' && pattern.test(name?.value ?? ''));
}

async function press(node) {
  const { object } = await send('DOM.resolveNode', { backendNodeId: node.backendDOMNodeId });
  await send('Runtime.callFunctionOn', { objectId: object.objectId, functionDeclaration: 'function () { this.click(); }' });
}

const flows = {
  async 'a game to its end through the accessibility tree'() {
    await visit();
    await evaluate("document.querySelector('.opponents input').click()");
    await click('Start');
    for (let turn = 0; turn < 70; turn += 1) {
      await wait("['Your turn'].includes(document.querySelector('#status')?.textContent) || document.querySelector('.status.over')", 60_000);
      if (await evaluate("Boolean(document.querySelector('.status.over'))")) break;
      const [square] = await squares(/legal move/);
      const before = await evaluate('location.hash');
      await press(square);
      await wait(`location.hash !== ${JSON.stringify(before)}`);
    }
    assert.match(await text('#status'), /^(You win|You lose|A draw)/);
    assert.match(await text('[aria-live]'), /wins|draw/);
    await click('Analyse this game');
    await wait("document.querySelector('#verdict')");
  },
  async 'a game against people of a rating'() {
    await visit();
    await evaluate("document.querySelector('.opponents > div input').click()");
    await wait("document.querySelector('.opponents select')");
    await choose('.opponents select', '1000');
    await click('Start');
    await wait("document.querySelector('#status')?.textContent === 'Your turn'", 60_000);
    const [square] = await squares(/legal move/);
    await press(square);
    await wait("document.querySelector('#status')?.textContent === 'Your turn' && location.hash.includes('people1000')", 60_000);
    assert.equal(await discs(), 6);
    assert.match(await text('main, body'), /People rated 1000/);
  },
  async 'hint, take back, reload, resign, rematch'() {
    await visit();
    await click('Start');
    await wait("document.activeElement.closest('.board') !== null");
    await key('f');
    await key('5');
    await wait("document.querySelectorAll('.square .disc').length === 6 && document.querySelector('#status').textContent === 'Your turn'", 30_000);
    await click('Hint');
    await wait("/is best/.test(document.querySelector('.advice h2')?.textContent)", 60_000);
    await wait("document.querySelectorAll('.square.marked').length > 0");
    const before = await evaluate('location.hash');
    await send('Page.reload');
    await wait("document.querySelector('#status')?.textContent === 'Your turn'");
    assert.equal(await evaluate('location.hash'), before);
    await click('New game');
    await click('Go on with the game in progress');
    await wait("document.querySelector('#status')?.textContent === 'Your turn'");
    await click('Take back');
    await wait("document.querySelectorAll('.square .disc').length === 4");
    await click('Resign');
    await click('Resign the game');
    assert.equal(await text('#status'), 'You resigned. White wins');
    await click('Rematch as White');
    await wait("document.querySelectorAll('.square .disc').length === 5", 30_000);
    await wait("document.querySelector('#status').textContent === 'Your turn'", 30_000);
  },
  async 'a pass is shown and played, and the game ends'() {
    const rules = ['', 'XO------', ...Array(6).fill('--------'), 'XO------'].join('\n');
    await visit(new URLSearchParams({ v: 'play', r: rules, m: 'easy_black_0_0_0_0_0__' }).toString());
    await wait("document.querySelector('#status')?.textContent === 'Your turn'");
    await key('c');
    await key('1');
    assert.equal(await wait("document.querySelector('#status').textContent"), 'White has no move and passes');
    await wait("document.querySelector('#status').textContent === 'Your turn'");
    await key('c');
    await key('8');
    await wait("document.querySelector('#status').textContent === 'You win, 6–0'");
  },
  async 'two people play a variant with a clock, and one runs out of time'() {
    await visit();
    await click('Two people');
    await evaluate("(() => { const [clock, variant] = document.querySelectorAll('.setup select'); clock.value = '1'; clock.dispatchEvent(new Event('change', { bubbles: true })); variant.value = '6x6'; variant.dispatchEvent(new Event('change', { bubbles: true })); })()");
    await click('Start');
    await wait("document.querySelectorAll('.square').length === 36");
    await wait("document.querySelector('.clock').textContent === '0:58'");
    const [square] = await squares(/legal move/);
    await press(square);
    await wait("document.querySelector('#status').textContent === 'White to move'");
    await visit('v=play&m=easy_both_1_900_60000_0_0__');
    await wait("document.querySelector('#status')?.textContent === 'Black is out of time. White wins'");
  },
  async 'on from a position of a game, and back'() {
    await visit(`v=analyse&g=${GAME}&at=50`);
    await click('Play from here');
    await wait("document.querySelector('#status')?.textContent === 'Your turn'");
    const [square] = await squares(/legal move/);
    await press(square);
    await wait("location.hash.split('(').length > 1", 30_000);
    await click('Analyse');
    await wait("document.querySelector('.moves .variation')");
    await click('Back to the game');
    await wait("document.querySelectorAll('.square .disc').length === 54");
  },
  async 'a game in progress is kept when another one is opened, and an illegal square says why'() {
    await visit();
    await click('Start');
    await evaluate("document.querySelector('[data-square=a1]').click()");
    await wait("/No disc would be flipped on a1/.test(document.querySelector('.message')?.textContent)");
    await key('f');
    await key('5');
    await wait("document.querySelectorAll('.square .disc').length === 6 && document.querySelector('#status').textContent === 'Your turn'", 30_000);
    await paste('f5f6e6f4');
    await wait("document.querySelector('.view-analyse') && document.querySelectorAll('.square .disc').length === 8");
    await click('Play');
    await click('Go on with the game in progress');
    await wait("document.querySelectorAll('.square .disc').length === 6 && document.querySelector('#status').textContent === 'Your turn'", 30_000);
    await click('Analyse');
    await click('Open a game');
    await click('Set up a position');
    await paste('f5');
    await wait("document.querySelectorAll('.square .disc').length === 5 && ![...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Done')");
    await click('Open a game');
    await click('Set up a position');
    await click('Clear');
    await click('Done');
    await wait("/Put some discs/.test(document.querySelector('.message')?.textContent)");
    await click('Cancel');
    // On a desktop only the panel scrolls.
    await send('Emulation.setDeviceMetricsOverride', { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false });
    await wait('document.documentElement.scrollHeight <= innerHeight + 1', 5_000);
    await send('Emulation.clearDeviceMetricsOverride');
  },
  async 'values name their side, numbers and passes follow the language, and the status is not stale'() {
    await visit();
    await paste(GAME.slice(0, 40));
    await wait("document.querySelectorAll('.square.value').length > 0", 60_000);
    for (const step of ['Home', 'ArrowRight']) {
      await key(step);
      const side = step === 'Home' ? 'Black' : 'White';
      await wait(`document.querySelector('.caption').textContent === 'Values for ${side}, in discs' && document.querySelector('.lines th:nth-child(2)')?.textContent === 'For ${side}'`, 60_000);
      await wait(`/ for ${side} · (depth \\d+(, 73 % sure)?|exact|book)/.test(document.querySelector('.values .summary').textContent)`, 60_000);
    }
    assert.match(await text('[aria-live]'), /f5/);
    await click('Puzzles');
    await wait("document.querySelector('.view-puzzles')");
    assert.equal(await text('[aria-live]'), '');
    const rules = ['', 'XO------', ...Array(6).fill('--------'), 'XO------'].join('\n');
    await visit(new URLSearchParams({ v: 'analyse', r: rules, g: 'c1' }).toString());
    await choose('.menu select', 'de');
    await wait("document.querySelector('.lines tbody th')?.textContent === 'passt' && /passt/.test(document.querySelector('.pv').textContent)", 60_000);
    await visit('v=openings&o=f5d6');
    await choose('.menu select', 'de');
    await wait("/[−+]\\d,\\d/.test(document.querySelector('#main-line').textContent) && !/\\d\\.\\d/.test(document.querySelector('.square.value').textContent)");
    await visit('v=analyse');
    await choose('.menu select', 'ja');
    await paste(GAME.slice(0, 10));
    await evaluate("document.querySelector('.values .buttons button').click()");
    await wait("/英語/.test(document.querySelector('.advice .in-english')?.textContent) && document.querySelector('.advice ul').lang === 'en'", 60_000);
  },
  async 'what is no game is told in short, with the place of a fault'() {
    await visit();
    await paste('rubbish that nobody can read');
    await wait("/^No game was found/.test(document.querySelector('.message').textContent)");
    assert.match(await text('.message details span'), /GGF/);
    await paste([1, 2].map((game) => ggf(`Anna ${game}`, 'Otto', GAME.slice(0, 40))).join('\n'));
    await wait("document.querySelectorAll('.games li').length === 2 && !document.querySelector('.message')");
    await visit();
    await paste('rubbish that nobody can read');
    await wait("document.querySelector('.message')");
    // The moves before a fault are shown, and the reason is where it is seen.
    for (const width of [320, 1280]) {
      await send('Emulation.setDeviceMetricsOverride', { width, height: 640, deviceScaleFactor: 1, mobile: width < 500 });
      await visit('v=analyse&g=f5d6');
      await click('Open a game');
      await setValue('#transcript', 'f5d6c3d3a1');
      await evaluate("document.querySelector('#transcript').scrollIntoView()");
      await evaluate("document.querySelector('.load form button').click()");
      await wait("/^Move 5 cannot be played. The moves before it are shown.no disc is flipped by a1/.test(document.querySelector('.message')?.textContent)");
      assert.equal(await discs(), 8);
      await wait("(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('.message .reason').getBoundingClientRect())", 5_000);
    }
    await send('Emulation.clearDeviceMetricsOverride');
    await paste([ggf('Anna', 'Otto', 'f5d6a1'), ggf('Anna', 'Carl', 'f5d6c3')].join('\n'));
    await wait("document.querySelectorAll('.games li').length === 2");
    assert.match(await text('.games'), /Anna – Otto \(up to a fault\)/);
  },
  async 'moves are compared with people of the record, or of a rating that is chosen'() {
    const rated = '.accuracy select';
    const done = "document.querySelector('#verdict') && !document.querySelector('.verdict progress')";
    const isBeside = (black, white) => `${done} && /people rated ${black}:.*people rated ${white}:/s.test(document.querySelector('.accuracy table').textContent)`;
    await visit();
    await paste(ggf('Anna', 'Otto', GAME.slice(0, 40), [1500, 1720]));
    await wait(isBeside(1500, 1720), 300_000);
    assert.match(await text('.about'), /Anna \(1500\) – Otto \(1720\)/);
    assert.match(await text('.accuracy'), /common mistakes \d.*of the record: 1500 – 1720/);
    await choose(rated, '1200');
    // What is known stays while the moves are judged again.
    await wait("document.querySelector('.verdict progress') && !/Judging/.test(document.querySelector('#verdict').textContent)");
    await wait(isBeside(1200, 1200), 300_000);
    await send('Page.reload');
    await wait(isBeside(1200, 1200), 5_000);
    await choose(rated, '0');
    await wait(isBeside(1500, 1720), 300_000);
    // The ratings go with the game.
    await click('Drill its mistakes');
    await wait("document.querySelectorAll('.source select').length === 2");
    await choose('.source select', 'Otto');
    await wait("document.querySelectorAll('.source select')[1].selectedOptions[0].text === '1720 (of the record)'");
    await click('Fair play');
    await choose('.source select', 'Otto');
    await wait("document.querySelectorAll('.source select')[1].selectedOptions[0].text === 'of the record (1 game)'");
    // Without one in the games it is the one that was chosen last, in both views.
    await choose('.source label:last-child select', '1300');
    for (const view of ['Drill', 'Fair play']) {
      await click(view);
      await click('Other games');
      await setValue('#games-text', GAME.slice(0, 40));
      await click('Open');
      await wait("document.querySelector('.source select')?.selectedOptions[0].text === '1300 (chosen last)'");
    }
  },
  async 'a study that runs is not dropped'() {
    await visit('v=drill');
    const openGames = async () => {
      await setValue('#games-text', ggf('Anna', 'Otto', GAME));
      await click('Open');
      await wait("document.querySelectorAll('.source select').length === 2");
    };
    await openGames();
    await click('Find my mistakes');
    // One game is enough for the bar to move.
    await wait("/Judging game 1 of 1/.test(document.querySelector('.working').textContent) && (({ value }) => value > 0 && value < 1)(document.querySelector('.working progress'))", 120_000);
    await click('Fair play');
    await click('Other games');
    await openGames();
    assert.match(await text('.source'), /Drill is judging games, and only one of the two can run at a time.*End Drill, and start this/s);
    await click('Drill');
    await wait("document.querySelector('.working progress')");
    await click('Fair play');
    await click('End Drill, and start this');
    await wait("/Judging game 1 of 1/.test(document.querySelector('.working').textContent) && (({ value }) => value > 0.5 && value < 1)(document.querySelector('.working progress'))", 120_000);
    await click('Drill');
    await wait("!document.querySelector('.working')");
    await click('Fair play');
    await click('Cancel');
    await wait("document.querySelector('.source') && !document.querySelector('.working')");
  },
  async 'a position that was set up is played on, or not, as the button says'() {
    const rules = ['first=white', ...Array(3).fill('--------'), '---XO---', '---XX---', ...Array(3).fill('--------')].join('\n');
    await visit(new URLSearchParams({ v: 'play', r: rules }).toString());
    assert.match(await text('#position-shown'), /White to move/);
    // A click on the board begins no game from it.
    await press((await squares(/legal move/))[0]);
    assert.match(await text('#position-shown'), /White to move/);
    await click('Two people');
    await click('Go on from the board');
    await wait("document.querySelector('#status').textContent === 'White to move'");
    await visit(new URLSearchParams({ v: 'play', r: rules }).toString());
    await click('Two people');
    await click('Start a new game');
    await wait("document.querySelector('#status').textContent === 'Black to move' && !location.hash.includes('r=')");
    await click('New game');
    await wait("!document.querySelector('#position-shown')");
    const names = await evaluate("[...document.querySelectorAll('.setup select')].at(-1).innerText");
    assert.match(names, /Reversi 1886/);
    assert.doesNotMatch(names, /reversi-1886|no-pass/);
    await choose('.setup .fields label:last-child select', 'one-line');
    await wait("/one line only/.test(document.querySelector('.setup .note').textContent)");
    await evaluate("document.querySelector('.choice input').click()");
    await click('Start');
    await press((await squares(/legal move/))[0]);
    await wait("document.querySelectorAll('.square .disc').length === 6 && document.querySelector('#status').textContent === 'Your turn'", 60_000);
    assert.equal(await text('.message'), '');
  },
  async 'without its server the page says so, and two people can play'() {
    const source = `document.addEventListener('readystatechange', () => { const server = document.getElementById('server'); if (server) server.textContent = '{"version":"1","level":16,"most":21,"needsToken":false}'; })`;
    const { identifier } = await send('Page.addScriptToEvaluateOnNewDocument', { source });
    await visit();
    await send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
    await wait("/does not answer/.test(document.querySelector('.engine')?.textContent)");
    for (const width of [320, 390, 768, 900, 1280]) {
      await send('Emulation.setDeviceMetricsOverride', { width, height: 800, deviceScaleFactor: 1, mobile: width < 500 });
      const covered = await evaluate("(() => { const box = document.querySelector('.engine').getBoundingClientRect(); return [...document.querySelectorAll('nav a, .menu summary, .square, .steps button')].filter((one) => (({ left, right, top, bottom }) => left < box.right && right > box.left && top < box.bottom && bottom > box.top)(one.getBoundingClientRect())).length; })()");
      assert.equal(covered, 0, `${width}`);
    }
    await send('Emulation.clearDeviceMetricsOverride');
    await evaluate("document.querySelectorAll('.choice input')[1].click()");
    await click('Start');
    await wait("document.querySelector('#status').textContent === 'The engine is not there'");
    await click('Go on as two people');
    await press((await squares(/legal move/))[0]);
    await wait("document.querySelector('#status').textContent === 'White to move'");
    page.errors.length = 0;
  },
  async 'an analysis never moves, names where it was lost, and steps through mistakes'() {
    await visit();
    await paste(GAME);
    await wait("document.querySelector('.view-analyse')");
    await wait("document.querySelector('#verdict') && !document.querySelector('.verdict progress')", 300_000);
    assert.match(await text('#verdict'), /lost it at|was behind|A draw/);
    const moves = await evaluate("document.querySelectorAll('.moves .move').length");
    await key('Home');
    await wait("document.querySelectorAll('.square .disc').length === 4");
    await wait("document.querySelectorAll('.square.value').length === 4", 30_000);
    await key('m');
    const mistakes = await evaluate("document.querySelectorAll('.move.m0, .move.m1, .move.m2').length");
    if (mistakes) {
      await wait("document.querySelector('.mistake')");
      assert.match(await text('.mistake'), /^Next: .* (Black|White) .*Loses .* for (Black|White)/);
      // Values on the board are those of the side that errs.
      await wait("document.querySelector('.square.marked.value')", 30_000);
      assert.ok((await text('.mistake')).includes((await text('.caption')).match(/Black|White/)[0]));
      await click('Play it');
      await wait("document.querySelector('.move[aria-current] em').textContent !== ''");
      assert.ok(await evaluate("!document.querySelector('.square.marked') || document.querySelector('.mistake') !== null"));
    }
    assert.equal(await evaluate("document.querySelectorAll('.moves .move').length"), moves);
    await wait("document.querySelector('.lines tbody th')", 60_000);
    await click('Search deeper: ' + await text('.lines tbody th'));
    // A variation, and back to the game.
    await key('Home');
    await key('c');
    await key('4');
    await wait("document.querySelector('.moves .variation')");
    await setValue('.comment-field textarea', 'Why not?');
    await wait("location.hash.includes('Why+not')");
    await send('Page.reload');
    await wait("document.querySelector('.moves .variation .comment')?.textContent === 'Why not?'");
    await click('Back to the game');
    await wait("document.querySelectorAll('.square .disc').length === 4");
    await click('Openings');
    await evaluate('history.back()');
    await wait("document.querySelector('.view-analyse')");
  },
  async 'many games with hostile names are a list of text'() {
    await visit();
    await paste(['<b>bold</b>', 'Tamenori'].map((name) => ggf(name, '<img src=x onerror=alert(1)>', 'f5d6c3')).join('\n'));
    await wait("document.querySelectorAll('.games li').length === 2");
    assert.equal(await evaluate("document.querySelectorAll('main img, .games b b').length"), 0);
    await evaluate("document.querySelector('.games button').click()");
    await wait("document.querySelectorAll('.square .disc').length === 7");
    assert.match(await text('.score'), /<b>bold<\/b>/);
  },
  async 'the Tiger and its line, by name'() {
    await visit('v=openings');
    await setValue('.panel input[type=search]', 'tiger');
    await click('Tiger');
    await wait("document.querySelector('#opening').textContent === 'Tiger'");
    assert.match(await text('#main-line'), /Main line · Values for White.*f4 [+−]\d/);
    await key('ArrowRight');
    await wait("location.hash.includes('o=f5d6c3d3c4')");
    await key('Home');
    assert.equal(await discs(), 4);
    await setValue('.panel input[type=search]', '');
    const names = await evaluate("[...document.querySelectorAll('.names small')].map((one) => one.textContent)");
    assert.equal(new Set(names).size, names.length);
    await click('Tiger');
    const line = await evaluate("document.querySelectorAll('#main-line .move').length");
    await click('Play the main line');
    await wait(`document.querySelectorAll('.line-moves')[0].children.length === ${5 + line}`);
  },
  async 'games of people are counted in the openings'() {
    await visit('v=openings');
    const { root } = await send('DOM.getDocument');
    const { nodeId } = await send('DOM.querySelector', { nodeId: root.nodeId, selector: '.people input' });
    await send('DOM.setFileInputFiles', { nodeId, files: [new URL('../../crates/core/tests/cases/base.wtb', import.meta.url).pathname] });
    await wait("/^\\d+ games/.test(document.querySelector('.people .note').textContent) && document.querySelectorAll('.people tbody tr').length > 0");
    assert.match(await text('.people tbody'), /\d %/);
    const before = await text('.people');
    await click(await text('.people tbody th'));
    await wait(`document.querySelector('.people').textContent !== ${JSON.stringify(before)}`);
    await evaluate("document.querySelector('.people .buttons button').click()");
    await wait("!document.querySelector('.people tbody')");
  },
  async 'a puzzle is tried and solved'() {
    await visit('v=puzzles');
    assert.match(await text('#puzzle'), /find the best move/);
    await click('Solution');
    await wait("/was best/.test(document.querySelector('#puzzle').textContent)");
    await click('Next puzzle');
    await wait("/find the best move/.test(document.querySelector('#puzzle').textContent)");
    for (let attempt = 0; attempt < 20 && !/Right/.test(await text('#puzzle')); attempt += 1) {
      const [square] = await squares(/legal move$/);
      await press(square);
      await wait("/Right|loses/.test(document.querySelector('#puzzle').textContent)");
    }
    assert.match(await text('#puzzle'), /Right/);
  },
  async 'own mistakes become exercises'() {
    await visit('v=drill');
    await setValue('#games-text', ggf('Anna', 'Otto', 'f5f6e6f4g5g6g4e7f3d6f7g2h6g3'));
    await click('Open');
    await wait("document.querySelectorAll('.source select').length === 2");
    await choose('.source select', 'Otto');
    await click('Find my mistakes');
    await wait("document.querySelector('.working progress')");
    await click('Cancel');
    await wait("!document.querySelector('.working')");
    await choose('.source select', 'Otto');
    await click('Find my mistakes');
    await wait("/new exercises/.test(document.querySelector('.outcome')?.textContent)", 300_000);
    await wait("/White to move. Which move is best/.test(document.querySelector('#exercise').textContent)");
    assert.match(await text('.exercise .note'), /Anna - Otto.*move 12/);
    await key('g');
    await key('2');
    await wait("/g2 loses \\d/.test(document.querySelector('#exercise').textContent)");
    await click('Solution');
    await wait("/was best/.test(document.querySelector('#exercise').textContent) && document.querySelectorAll('.exercise li').length > 0");
    assert.match(await text('.exercise'), /You played g2, which lost .* comes again in 10 minutes.* comes from one search \(depth 12, 73 % sure\)/);
    const kept = await evaluate("JSON.parse(localStorage.getItem('emilia.drill'))");
    assert.match(kept, /"lapses":1/);
    await send('Page.reload');
    await wait("/due|later/.test(document.querySelector('.deck p')?.textContent)");
    assert.equal(await evaluate("JSON.parse(localStorage.getItem('emilia.drill'))"), kept);
  },
  async 'exercises by the keyboard, by their intervals, and as files'() {
    await visit();
    await evaluate(KEEP_DECK);
    await send('Page.reload');
    await wait("document.querySelector('.board')");
    await click('Drill');
    await wait("/Black to move. Which move is best/.test(document.querySelector('#exercise')?.textContent)");
    for (const name of ['t', 't']) await key(name);
    await wait("/in column c/.test(document.querySelector('.exercise').textContent)");
    await key('c');
    await key('3');
    await wait("document.querySelector('#exercise').textContent === 'Right: c3' && document.querySelector('.square.best.marked')");
    assert.equal(await evaluate("document.querySelectorAll('.exercise b').length"), 0);
    assert.match(await text('.exercise'), /c3 keeps <b>quiet<.b>.*60 % of people 200 points stronger/);
    await key('n');
    await wait("/What do you play in this opening/.test(document.querySelector('#exercise').textContent)");
    await key('f');
    await key('6');
    await wait("/f6 is good, too/.test(document.querySelector('#exercise').textContent)");
    await key('d');
    await key('6');
    await wait("/comes again in \\d days/.test(document.querySelector('.exercise').textContent)");
    await key('n');
    // The first one was not solved without help, and comes again.
    await wait("/Which move is best/.test(document.querySelector('#exercise').textContent)");
    await key('c');
    await key('3');
    await key('n');
    await wait("document.querySelector('#exercise').textContent === 'Done for now'");
    assert.match(await text('.ended'), /2 right at once, 0 at the second try or with one hint, 1 not yet/);
    const { root } = await send('DOM.getDocument');
    const { nodeId } = await send('DOM.querySelector', { nodeId: root.nodeId, selector: '.files input' });
    await send('DOM.setFileInputFiles', { nodeId, files: [new URL('../package.json', import.meta.url).pathname] });
    await wait("/This is no file of exercises/.test(document.querySelector('.message')?.textContent)");
    await evaluate("(() => { globalThis.saved = ''; const create = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((text) => { saved = text; }); return create(blob); }; })()");
    await click('Files of exercises');
    await click('Save as a file');
    await wait("saved === JSON.parse(localStorage.getItem('emilia.drill'))");
    await click('For Anki');
    await wait("saved.startsWith('#separator:tab') && saved.includes('<svg')");
    await click('As text');
    await wait("/Solutions/.test(saved)");
  },
  async 'a browser that keeps nothing says so, and damaged exercises are left as they are'() {
    await visit('v=drill');
    await evaluate(`localStorage.setItem('emilia.drill', JSON.stringify(${JSON.stringify(DECK.replace('"c3"]', '"a1"]'))}))`);
    const source = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }";
    await send('Page.reload');
    await wait("/cannot be read/.test(document.querySelector('.message')?.textContent) && localStorage.getItem('emilia.drill.damaged')");
    await evaluate(KEEP_DECK);
    const { identifier } = await send('Page.addScriptToEvaluateOnNewDocument', { source });
    await send('Page.reload');
    await wait("/Which move is best/.test(document.querySelector('#exercise')?.textContent)");
    await click('Solution');
    await wait("/no room/.test(document.querySelector('.unkept')?.textContent)");
    await click('Next');
    await wait("/What do you play/.test(document.querySelector('#exercise').textContent)");
    await send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
  },
  async 'a fair-play report is evidence, and never a verdict'() {
    await visit();
    await paste([ggf('Anna', 'Otto', GAME.slice(0, 60)), ggf('Carl', 'Anna', GAME.slice(0, 40))].join('\n'));
    await wait("document.querySelectorAll('.games li').length === 2");
    await click('Fair-play report on a player');
    await wait("document.querySelectorAll('.source select').length === 2");
    assert.match(await text('.source'), /Anna \(2\).*of the record \(2 games\)/);
    await click('Make the report');
    await wait(`Number(${REPORT}) > 0`, 300_000);
    assert.match(await text('.report'), /Anna.*Rated 1500. 2 games.*fewer than 10 games.*never a verdict.*0–25 %.*at most 1 of 100 honest players.*Moves to look at.*[12]\. (Anna|Carl) .*Single moves prove nothing/);
    await choose('.source label:last-child select', '2200');
    await click('Make the report');
    await wait("/Rated 2200/.test(document.querySelector('.report').textContent)", 300_000);
  },
  async 'a position is set up and solved'() {
    await visit('v=analyse');
    await paste('XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X');
    await wait("document.querySelectorAll('.square .disc').length === 58");
    // The live values of so few empty squares may be exact already; then there is nothing to solve.
    await click('Solve').catch(() => {});
    await wait("[...document.querySelectorAll('.lines tr')].some((row) => /^b70exact/.test(row.textContent))", 60_000);
    await click('Open a game');
    await click('Set up a position');
    await click('Clear');
    await wait("document.querySelectorAll('.square .disc').length === 0");
    for (const square of ['d4', 'd4', 'e4', 'd5', 'e5', 'e5', 'a8']) await evaluate(`document.querySelector('[data-square=${square}]').click()`);
    await click('Done');
    await wait("new URLSearchParams(location.hash.slice(1)).get('r')?.split('\\n').length === 9 && document.querySelectorAll('.square.value').length === 4", 60_000);
  },
  async 'the board by keys, and the list of keys'() {
    await visit();
    await click('Start');
    await evaluate("document.querySelector('.square[tabindex=\"0\"]').focus()");
    for (const name of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter']) await key(name);
    await wait("document.querySelectorAll('.square .disc').length >= 5");
    assert.equal(await evaluate('document.activeElement.dataset.square'), 'd3');
    await key('?');
    await wait("document.querySelector('dialog[open]')");
    await key('Escape');
  },
  async 'no width overflows, in any language'() {
    await visit();
    for (const language of ['en', 'de', 'fr', 'ja']) {
      for (const state of ['v=play', `v=analyse&g=${GAME}&b=${'Longname'.repeat(6)}&w=A+name+of+many+words+for+one+person`, 'v=openings&o=f5d6', 'v=puzzles', 'v=drill', 'v=fairplay']) {
        await evaluate(`localStorage.setItem('emilia.settings', '{"language":"${language}"}'); ${KEEP_DECK}`);
        await open('about:blank');
        await open(`${server.address}#${state}`);
        await wait("document.querySelector('main')");
        for (const width of [320, 390, 768, 1280, 2560]) {
          await send('Emulation.setDeviceMetricsOverride', { width, height: 800, deviceScaleFactor: 1, mobile: width < 500 });
          await wait(`document.documentElement.scrollWidth <= document.documentElement.clientWidth && innerWidth === ${width} || undefined`).catch(() => assert.fail(`${language} ${width} ${state}`));
        }
      }
    }
    await send('Emulation.clearDeviceMetricsOverride');
  },
  async 'the accessibility checker finds nothing'() {
    if (!existsSync(AXE)) return console.log('  axe-core is not installed: npm install --prefix target/axe axe-core');
    const axe = readFileSync(AXE, 'utf8');
    for (const state of ['v=play', 'v=play&g=f5d6', 'v=play&g=f5d6&m=easy_black_5_300000_300000_0_2__', `v=analyse&g=${GAME}&at=20`, 'v=openings&o=f5d6', 'v=puzzles', 'v=drill', 'v=fairplay', 'deck']) {
      await visit(state.replace('deck', 'v=drill'));
      if (state === 'deck') {
        await evaluate(KEEP_DECK);
        await send('Page.reload');
        await wait("document.querySelector('#exercise')");
        await click('Solution');
      }
      await send('Runtime.evaluate', { expression: axe });
      for (const theme of ['light', 'dark']) {
        await evaluate(`document.documentElement.dataset.theme = '${theme}'`);
        const found = await evaluate("axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 120) + failureSummary).join(' ')}`))");
        assert.deepEqual(found, [], `${state} ${theme}`);
      }
    }
    return undefined;
  },
  async 'usable before the weights; seconds of a processor six times slower'() {
    const slow = await serve(DIST, { 'weights.bin': 10_000 });
    // Seconds of the processor, so that other programs of the machine do not count.
    await send('Performance.enable', { timeDomain: 'threadTicks' });
    const source = "new MutationObserver(() => { if (document.querySelector('.square.open')) performance.mark('usable'); }).observe(document, { childList: true, subtree: true })";
    const { identifier } = await send('Page.addScriptToEvaluateOnNewDocument', { source });
    let seconds = Infinity;
    // The best of three visits: programs beside it empty the caches.
    for (let visits = 0; visits < 3; visits += 1) {
      await open('about:blank');
      await open(slow.address);
      await wait('performance.getEntriesByName("usable").length', 60_000);
      const { metrics } = await send('Performance.getMetrics');
      seconds = Math.min(seconds, 6 * metrics.find(({ name }) => name === 'TaskDuration').value);
    }
    await send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
    slow.close();
    console.log(`  ${seconds.toFixed(2)} s`);
  },
  async 'everything without the server after the first visit'() {
    await visit();
    await wait('navigator.serviceWorker.controller !== null', 30_000);
    await wait("!document.querySelector('.engine')", 120_000);
    await wait("caches.match('weights.bin').then(Boolean)", 60_000);
    server.close();
    await open('about:blank');
    await open(server.address);
    await wait("document.querySelector('.board')");
    await click('Start');
    await key('f');
    await key('5');
    await wait("document.querySelectorAll('.square .disc').length === 6", 60_000);
  },
};

let failed = 0;
for (const [name, flow] of Object.entries(flows)) {
  if (served && ALONE.test(name)) continue;
  if (only.length && !only.some((part) => name.includes(part))) continue;
  page.errors.length = 0;
  await send('Emulation.clearDeviceMetricsOverride');
  const begin = Date.now();
  try {
    await flow();
    assert.deepEqual(page.errors.filter((error) => !/ERR_CONNECTION_REFUSED|favicon/.test(error)), []);
    console.log(`ok ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}: ${error.message} ${page.errors.join(' ')}`);
  }
}
const others = page.requests.filter((address) => !/^(http:\/\/127\.0\.0\.1:|about:|data:|blob:)/.test(address));
assert.deepEqual(others, [], 'requests to other hosts');
await page.close();
server.close();
process.exit(failed ? 1 : 0);
