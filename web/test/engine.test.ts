import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, type Events, type Status } from '../src/engine.ts';
import type { Answer } from '../src/protocol.ts';

interface Sent { readonly id: string; readonly action?: string; readonly terminateId?: string }

/** A client, the lines that it sends, and the other end of its transport. */
function pair(): { client: Client; sent: Sent[]; events: Events; statuses: Status[] } {
  const sent: Sent[] = [];
  const statuses: Status[] = [];
  let events: Events | null = null;
  const client = new Client((of) => {
    events = of;
    return { send: (line) => sent.push(JSON.parse(line) as Sent), retry: () => {} };
  }, (status) => statuses.push(status));
  assert.ok(events);
  return { client, sent, events, statuses };
}

const answer = (events: Events, of: Partial<Answer>): void => events.line(JSON.stringify(of));

test('queries wait for the engine, and are asked again after a lost connection', () => {
  const { client, sent, events, statuses } = pair();
  const seen: Answer[] = [];
  client.ask({ moves: ['f5'] }, (one) => seen.push(one));
  assert.equal(sent.length, 0);
  events.status({ kind: 'ready' });
  assert.deepEqual(sent, [{ id: '1', moves: ['f5'] }]);
  events.status({ kind: 'closed' });
  events.status({ kind: 'ready' });
  assert.equal(sent.length, 2);
  answer(events, { id: '1', isDuringSearch: true, depth: 3 });
  answer(events, { id: '1', isDuringSearch: false, depth: 5 });
  answer(events, { id: '1', isDuringSearch: false, depth: 7 });
  assert.deepEqual(seen.map(({ depth }) => depth), [3, 5]);
  events.status({ kind: 'closed' });
  events.status({ kind: 'ready' });
  assert.equal(sent.length, 2, 'what is answered is not asked again');
  assert.deepEqual(statuses.map(({ kind }) => kind), ['ready', 'closed', 'ready', 'closed', 'ready']);
});

test('a query that was ended gives no answer', () => {
  const { client, sent, events } = pair();
  events.status({ kind: 'ready' });
  const seen: Answer[] = [];
  const end = client.ask({ moves: [] }, (one) => seen.push(one));
  end();
  end();
  assert.deepEqual(sent.slice(1), [{ id: 't', action: 'terminate', terminateId: '1' }]);
  answer(events, { id: '1', isDuringSearch: false });
  assert.deepEqual(seen, []);
});

test('errors end a query, warnings and echoes do not', () => {
  const { client, events } = pair();
  events.status({ kind: 'ready' });
  const seen: Answer[] = [];
  client.ask({ moves: [], analyzeTurns: [0, 1] }, (one) => seen.push(one));
  answer(events, { id: '1', warning: 'unknown field, ignored' });
  answer(events, { id: '1', action: 'terminate' });
  answer(events, { id: '1', isDuringSearch: false, turnNumber: 1 });
  answer(events, { id: '1', error: 'no' });
  answer(events, { id: '1', isDuringSearch: false, turnNumber: 0 });
  assert.deepEqual(seen.map(({ error, turnNumber }) => error ?? turnNumber), [1, 'no']);
});

test('a review has many answers and one end', () => {
  const { client, events } = pair();
  events.status({ kind: 'ready' });
  const seen: (number | 'done' | undefined)[] = [];
  client.ask({ moves: ['f5'], review: true }, ({ review, turnNumber }) => seen.push(review ? 'done' : turnNumber));
  answer(events, { id: '1', isDuringSearch: true, turnNumber: 1 });
  answer(events, { id: '1', isDuringSearch: true, turnNumber: 0 });
  answer(events, { id: '1', isDuringSearch: false, review: { isComplete: true, opening: '' } });
  answer(events, { id: '1', isDuringSearch: true, turnNumber: 9 });
  assert.deepEqual(seen, [1, 0, 'done']);
});
