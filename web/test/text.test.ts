import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, STRINGS } from '../src/strings.ts';
import { certaintyText, decimal, explanationText, lineText, setLanguage, shortCertainty, shortValue, signed, t, timeText, untilText, valueText, variantAbout, variantName } from '../src/text.ts';

test('no text lacks a language or a value', () => {
  const values = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
  const forms = (text: string): string[] => [...text.matchAll(/\{(\w+)\|[^|}]*\|[^|}]*\}/g)].map(([, name = '']) => `{${name}}`);
  for (const [key, texts] of Object.entries(STRINGS)) {
    assert.equal(texts.length, LANGUAGES.length, key);
    for (const text of texts) {
      assert.notEqual(text.trim(), '', key);
      assert.deepEqual(values(text), values(texts[0]), key);
      for (const value of forms(text)) assert.ok(values(text).includes(value), key);
      assert.doesNotMatch(text.replace(/\{\w+(\|[^|{}]*\|[^|{}]*)?\}/g, ''), /[{|}]/, key);
    }
  }
});

test('numbers have the form of their language', () => {
  setLanguage('en', []);
  assert.deepEqual([0, 1, 2].map((count) => t('movesCount', { count })), ['0 moves', '1 move', '2 moves']);
  assert.equal(t('gamesCount', { count: '1,000' }), '2. Who played? (1,000 games)');
  setLanguage('fr', []);
  assert.deepEqual([0, 1, 2].map((count) => t('movesCount', { count })), ['0 coup', '1 coup', '2 coups']);
  setLanguage('ja', []);
  assert.equal(t('movesCount', { count: 1 }), '1手');
  setLanguage('en', []);
});

test('the language is the chosen one, or one of the browser', () => {
  assert.equal(setLanguage('de', ['fr-FR']), 'de');
  assert.equal(t('pass'), 'passt');
  assert.equal(setLanguage('', ['xx', 'ja-JP', 'fr']), 'ja');
  assert.equal(setLanguage('', ['xx']), 'en');
  assert.equal(t('toMove', { side: t('black') }), 'Black to move');
});

test('values are those of the side, with their bounds', () => {
  assert.deepEqual([4, -1.5, 0.04, -0.04].map((score) => signed(score)), ['+4.0', '−1.5', '0', '0']);
  assert.equal(valueText({ score: 4, certainty: 'exact' }, false), '−4');
  assert.equal(valueText({ score: 4, certainty: 'at least' }, false), '≤\u2009−4');
  assert.equal(valueText({ score: 4.26, certainty: '12@73%' }), '+4.3');
  assert.deepEqual([9.94, 12.6, -20].map((score) => shortValue({ score, certainty: '8@73%' }, true)), ['+9.9', '+13', '−20']);
  assert.deepEqual(['12@73%', 'book', 'exact', 'at least'].map(shortCertainty), ['12', 'book', 'exact', 'proved']);
  assert.deepEqual(['12@73%', '4@100%', '4', 'exact'].map((one) => certaintyText(one)), ['depth 12, 73 % sure', 'depth 4', 'depth 4', 'exact']);
  assert.deepEqual([61_000, 59_001, 0].map(timeText), ['1:01', '1:00', '0:00']);
});

test('numbers, passes and certainties are in the language of the page, sentences of the engine in English', () => {
  setLanguage('de', []);
  assert.deepEqual([signed(-1.5), decimal(2), shortValue({ score: 12, certainty: '' }, true)], ['−1,5', '2,0', '+12']);
  assert.equal(lineText(['f5', 'pass', 'd6']), 'f5 passt d6');
  assert.equal(certaintyText('12@73%'), 'Tiefe 12, zu 73 % sicher');
  assert.equal(explanationText('d6 is best (27@73%)'), 'd6 is best (depth 27, 73 % sure)');
  setLanguage('en', []);
});

test('times to come are rounded to the largest unit', () => {
  assert.deepEqual([0, 600, 3600, 64_800, 86_400 * 3 - 21_600].map(untilText), ['now', 'in 10 minutes', 'in 1 hour', 'tomorrow', 'in 3 days']);
});

test('variants have names, with their size', () => {
  assert.deepEqual(['6x6', 'anti-10x10', 'no-pass', 'new'].map(variantName), ['6×6 board', 'Anti-Othello, 10×10', 'No passing', 'new']);
  assert.deepEqual([variantAbout('6x6'), variantAbout('new')], ['Othello on a board of 6×6 squares.', '']);
});
