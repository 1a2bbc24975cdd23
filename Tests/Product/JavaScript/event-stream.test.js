// The stream of events in pieces of any size, and the interval between attempts to connect.

import assert from 'node:assert/strict';
import test from 'node:test';

import { EventReader, backoff } from '../../../templates/live/model/event-stream.js';
import { all, processorTime } from './support.js';

test('the interval doubles with each failure, up to ten seconds', () => {
  all(backoff, [[0, 0, 0.25], [0, 1, 0.5], [3, 1, 4], [6, 0, 5], [99999, 1, 10]]);
});

/** @param {string[]} pieces */
function read(pieces) {
  const reader = new EventReader();
  return pieces.flatMap((piece) => reader.read(piece));
}

test('a stream that is cut anywhere has the same events', () => {
  const stream = ': heartbeat\n\nid: r-1\r\nevent: report\r\ndata: {"a":1}\r\n\r\ndata:x\ndata: y\n\nid: lost\n\n';
  for (let cut = 0; cut <= stream.length; cut += 1) {
    assert.deepEqual(
      read([stream.slice(0, cut), stream.slice(cut)]),
      [{ type: 'report', id: 'r-1', data: '{"a":1}' }, { type: 'message', data: 'x\ny' }], `cut at ${cut}`);
  }
});

test('every division gives the same events', () => {
  const text = 'event: a\r\ndata: one\r\n\r\ndata: two\rdata: three\r\rdata: four\n\n:x\n\nid: 5\ndata:\n\n';
  const whole = read([text, '\n']);
  assert.deepEqual(whole.map((event) => event.data), ['one', 'two\nthree', 'four', '']);
  for (const size of [1, 2, 3, 5, 7]) {
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));
    assert.deepEqual(read([...pieces, '\n']), whole, `pieces of ${size}`);
    assert.deepEqual(read([...pieces.flatMap((piece) => [piece, '']), '\n']), whole, `pieces of ${size}, and empty ones`);
  }
});

test('a line of megabytes is read once', () => {
  const reader = new EventReader();
  const piece = 'x'.repeat(16384);
  reader.read('data: ');
  const time = processorTime(() => {
    for (let index = 0; index < 500; index += 1) { reader.read(piece); }
    const [event] = reader.read('\n\n');
    assert.equal(event.data.length, 500 * 16384);
  });
  assert.ok(time < 500, `${time} ms`);
});
