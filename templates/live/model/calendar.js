// A calendar of the days with data. Days are texts such as 2026-11-16, months such as 2026-11, years such as 2026.

import { isNumber } from './values.js';

/**
 * A day with data, and the metres travelled on it; `exact` is false while the server estimates them.
 * @typedef {{ day: string, distance?: number | null, exact?: boolean }} Day
 */

/**
 * What some days add up to: metres, and the number of the days with data.
 * @typedef {{ distance: number, count: number }} Total
 */

// The metres below which a day has the smallest of three dots, and the middle one.
const dotLimits = [20000, 100000];

/**
 * Returns the month of a day.
 * @param {string} day
 */
export const monthOf = (day) => day.slice(0, 7);

/**
 * Returns the year of a day or of a month.
 * @param {string} day
 */
export const yearOf = (day) => day.slice(0, 4);

/**
 * Returns the size of the dot of a day: 1 below 20 km, 2 below 100 km, 3 for more.
 * @param {Day} day
 */
export function dotSize({ distance }) {
  return 1 + dotLimits.filter((limit) => isNumber(distance) && distance >= limit).length;
}

/**
 * Returns false while the server estimates a day.
 * @param {Day[]} days with data
 */
export const areExact = (days) => days.every(({ exact }) => exact !== false);

/**
 * Returns the total of the days of a period.
 * @param {Day[]} days with data
 * @param {string} period a day, a month or a year; all days for an empty one
 * @returns {Total}
 */
export function totalOf(days, period) {
  const found = days.filter(({ day }) => day.startsWith(period));
  return { distance: found.reduce((sum, { distance }) => sum + (isNumber(distance) ? distance : 0), 0), count: found.length };
}

/**
 * Returns the months of a year with their totals, January first.
 * @param {Day[]} days with data
 * @param {string} year
 * @returns {(Total & { month: string })[]}
 */
export function monthsOfYear(days, year) {
  return Array.from({ length: 12 }, (_, index) => {
    const month = year + '-' + String(index + 1).padStart(2, '0');
    return { month, ...totalOf(days, month) };
  });
}

/**
 * Returns the seven days of the week of a day, Monday first, also those of other months.
 * @param {string} day
 */
export function weekOf(day) {
  const weekday = (new Date(day + 'T00:00Z').getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => shifted(day, index - weekday));
}

/**
 * Returns the weeks of a month, Monday first; null in place of the days of other months.
 * @param {string} month
 * @returns {(string | null)[][]}
 */
export function weeksOf(month) {
  const [year, number] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
  const cells = Array.from({ length: Math.ceil((before + count) / 7) * 7 }, (_, index) => {
    const day = index - before + 1;
    return day < 1 || day > count ? null : month + '-' + String(day).padStart(2, '0');
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(7 * week, 7 * week + 7));
}

/**
 * Returns the day that a key leads to among the days with data; null for any other key, and beyond the first and last.
 * Left and Right lead to the next one, Up and Down to the next one at least a week away, Page Up and Page Down to another
 * month, Home and End to the ends of this month.
 * @param {string[]} days with data, latest first
 * @param {string} day
 * @param {string} key
 */
export function dayAfterKey(days, day, key) {
  const [earlier, later] = [days.filter((other) => other < day), days.filter((other) => other > day).reverse()];
  const ofMonth = days.filter((other) => monthOf(other) === monthOf(day));
  const found = {
    ArrowLeft: earlier[0], ArrowRight: later[0],
    ArrowUp: earlier.find((other) => other <= shifted(day, -7)), ArrowDown: later.find((other) => other >= shifted(day, 7)),
    PageUp: earlier.find((other) => monthOf(other) < monthOf(day)), PageDown: later.find((other) => monthOf(other) > monthOf(day)),
    Home: ofMonth.at(-1), End: ofMonth[0],
  }[key];
  return found || null;
}

/** @param {string} day @param {number} count of days */
function shifted(day, count) {
  return new Date(Date.parse(day + 'T00:00Z') + 86400000 * count).toISOString().slice(0, 10);
}

/**
 * Returns the months with data, latest first.
 * @param {string[]} days latest first
 */
export const monthsOf = (days) => Array.from(new Set(days.map(monthOf)));

/**
 * Returns the years with data, latest first.
 * @param {string[]} days latest first
 */
export const yearsOf = (days) => Array.from(new Set(days.map(yearOf)));
