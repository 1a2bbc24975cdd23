// What the tests of the page's modules share.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import process from 'node:process';

import { setLanguage } from '../../../templates/live/model/text.js';

/**
 * Returns the texts of a language.
 * @param {string} name of its file
 * @returns {import('../../../templates/live/model/text.js').LanguageTable}
 */
export const languageTable = (name) => (
  JSON.parse(readFileSync(new URL(`../../../templates/languages/${name}.json`, import.meta.url), 'utf8')));

/** @param {string} fault */
const fail = (fault) => { throw new Error(fault); };

/** Sets the language of the tests: British English, whose dates are the same wherever they run. A text that is missing fails. */
export const setEnglish = () => setLanguage(languageTable('en'), 'en-GB', fail);

setEnglish();

/** The moment at which the tests look at a fleet; milliseconds. */
export const now = 1_790_000_000_000;

/**
 * Returns a time before `now` as the server writes it.
 * @param {number} seconds
 */
export const isoBefore = (seconds) => new Date(now - 1000 * seconds).toISOString();

/**
 * Returns a value with plain spaces in place of no-break spaces, and 0 in place of -0.
 * @param {any} value
 * @returns {any}
 */
export function plain(value) {
  if (typeof value === 'string') { return value.replaceAll('\u00a0', ' '); }
  if (Object.is(value, -0)) { return 0; }
  if (Array.isArray(value)) { return value.map(plain); }
  const isRecord = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isRecord ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)])) : value;
}

/**
 * Calls a function in each case, which has the arguments and then the result. All cases that fail are in one message.
 * @param {(...values: any[]) => unknown} call
 * @param {any[][]} cases
 */
export function all(call, cases) {
  const failures = cases.flatMap((values) => {
    const inputs = values.slice(0, -1);
    try {
      assert.deepEqual(plain(call(...inputs)), values.at(-1));
      return [];
    } catch (error) {
      return [call.name + '(' + inputs.map((input) => JSON.stringify(input)).join(', ') + '): ' + error];
    }
  });
  assert.ok(failures.length === 0, failures.join('\n'));
}

/**
 * Checks that a number differs from another by at most an error.
 * @param {number} found
 * @param {number} expected
 * @param {number} error
 * @param {unknown} context which the message begins with
 */
export function assertNear(found, expected, error, context = '') {
  assert.ok(Math.abs(found - expected) <= error, `${JSON.stringify(context)}: ${found} is not ${expected} ± ${error}`);
}

/**
 * Returns the time of the processor that some work takes, which a busy machine does not prolong; milliseconds.
 * @param {() => void} work
 */
export function processorTime(work) {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

/**
 * Returns a generator of the same numbers from 0 to 1 for the same seed (mulberry32).
 * @param {number} seed
 */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
