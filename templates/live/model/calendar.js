// A calendar of the days with data. Days are texts such as 2026-11-16, months such as 2026-11.

/** @typedef {{ day: string, distance?: number | null }} Day */

/**
 * Returns the month of a day.
 * @param {string} day
 */
export const monthOf = (day) => day.slice(0, 7);

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
