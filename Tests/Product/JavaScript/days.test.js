// The days of the viewer, in every time zone with daylight saving time: they have no gap and no overlap, and add up to weeks, months and
// years.

import assert from 'node:assert/strict';
import process from 'node:process';
import test from 'node:test';

import { weekOf } from '../../../templates/live/model/calendar.js';
import { chosenRange } from '../../../templates/live/model/range.js';
import { setEnglish } from './support.js';

// Far from all years that are tested, which have ended.
const now = Date.UTC(2040, 0, 1);

/** Years with a skipped day (Samoa 2011), with changes at midnight (Cuba, Lebanon, Chile, Egypt), and those to come. */
const years = [2011, 2022, 2023, 2026, 2027];

/**
 * The names of all zones.
 * @type {string[]}
 */
const zones = /** @type {any} */ (Intl).supportedValuesOf('timeZone');

/**
 * Returns true for a zone whose offset changes in a year.
 * @param {string} zone
 * @param {number} year
 */
function changes(zone, year) {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const offset = (/** @type {number} */ month) => format.formatToParts(Date.UTC(year, month, 15)).find(({ type }) => type === 'timeZoneName')?.value;
  return [3, 6, 9, 11].some((month) => offset(month) !== offset(0));
}

/** @param {import('../../../templates/live/model/range.js').RangeChoice} choice @returns {[number, number]} */
function limits(choice) {
  const range = chosenRange(choice, now);
  assert.ok(range && range.to, JSON.stringify(choice));
  // Both ends belong to a range: the next one begins a millisecond later.
  return [range.from.getTime(), range.to.getTime() + 1];
}

/** @param {number} year @returns {string[]} */
const daysOf = (year) => Array.from({ length: 366 }, (_, index) => new Date(Date.UTC(year, 0, 1 + index)).toISOString().slice(0, 10))
  .filter((day) => day.startsWith(String(year)));

/**
 * Checks that days follow each other, and that they are a period.
 * @param {string[]} days
 * @param {[number, number]} period
 * @param {string} name
 */
function checkSum(days, period, name) {
  const ranges = days.map((day) => limits({ kind: 'day', day }));
  ranges.forEach(([from, to], index) => {
    assert.ok(to >= from, `${name}: ${days[index]} ends before it begins`);
    if (index > 0) { assert.equal(from, ranges[index - 1][1], `${name}: ${days[index]} does not begin where the day before ends`); }
  });
  assert.deepEqual([ranges[0][0], ranges[ranges.length - 1][1]], period, name);
  assert.equal(ranges.reduce((sum, [from, to]) => sum + to - from, 0), period[1] - period[0], name);
}

test('days add up to weeks, months and years in every zone with daylight saving time', () => {
  const { TZ } = process.env;
  let count = 0;
  try {
    for (const zone of zones) {
      for (const year of years.filter((candidate) => changes(zone, candidate))) {
        process.env.TZ = zone;
        const days = daysOf(year);
        checkSum(days, limits({ kind: 'year', year: String(year) }), `${zone} ${year}`);
        for (let month = 1; month <= 12; month += 1) {
          const name = `${year}-${String(month).padStart(2, '0')}`;
          checkSum(days.filter((day) => day.startsWith(name)), limits({ kind: 'month', month: name }), `${zone} ${name}`);
        }
        for (let index = 0; index < days.length; index += 7) {
          const week = weekOf(days[index]);
          checkSum(week, [limits({ kind: 'day', day: week[0] })[0], limits({ kind: 'day', day: week[6] })[1]], `${zone} week of ${week[0]}`);
        }
        count += 1;
      }
    }
  } finally {
    if (TZ === undefined) { delete process.env.TZ; } else { process.env.TZ = TZ; }
    setEnglish();
  }
  assert.ok(count > 500, `only ${count} years were tested`);
});

test('a day lasts 23, 24 or 25 hours, and today until now', () => {
  const { TZ } = process.env;
  process.env.TZ = 'Australia/Melbourne';
  try {
    const hours = (/** @type {string} */ day) => { const [from, to] = limits({ kind: 'day', day }); return (to - from) / 3600000; };
    assert.deepEqual(['2026-04-05', '2026-10-04', '2026-11-18'].map(hours), [25, 23, 24]);
    const moment = new Date('2026-11-18T01:00Z').getTime();
    assert.deepEqual(chosenRange({ kind: 'day', day: '2026-11-18' }, moment), { from: new Date('2026-11-17T13:00Z'), to: null });
    assert.deepEqual(chosenRange({ kind: 'month', month: '2026-11' }, moment)?.to, new Date('2026-11-30T12:59:59.999Z'));
  } finally { if (TZ === undefined) { delete process.env.TZ; } else { process.env.TZ = TZ; } }
});
