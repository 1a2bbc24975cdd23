// Days, months and ranges as text.

import { language, text } from './text.js';
import { isNumber } from './values.js';

/** @typedef {import('./range.js').RangeChoice} RangeChoice */

/**
 * Returns a date as text.
 * @param {string} day such as 2026-11-16
 * @param {Intl.DateTimeFormatOptions} options
 */
export const dayText = (day, options) => new Date(day + 'T12:00').toLocaleDateString(language(), options);

/**
 * Returns the title of a choice of the history, such as "Wed 18 Nov", "November 2026" or "2026"; empty for a trail. A day of another
 * year has its year.
 * @param {RangeChoice} choice
 * @param {Date} now
 */
export function periodTitle({ kind, day, month, year, from, to }, now) {
  if (kind === 'day' && day) { return dayText(day, dateOptions(day, now)); }
  if (kind === 'month' && month) { return dayText(month + '-15', { month: 'long', year: 'numeric' }); }
  if (kind === 'year' && year) { return dayText(year + '-06-15', { year: 'numeric' }); }
  if (kind === 'range' && from && to) { return text('history.period', { from: momentText(from), to: momentText(to) }); }
  return '';
}

/** @param {string} day @param {Date} now @returns {Intl.DateTimeFormatOptions} */
function dateOptions(day, now) {
  const isThisYear = day.startsWith(String(now.getFullYear()));
  return { weekday: 'short', day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) };
}

/** @param {string} moment of a field, such as 2026-11-16T09:00 */
const momentText = (moment) => new Date(moment).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' });

/**
 * Returns a span of time in short, in which what both ends share is written once: "16 Nov 2026, 9:30 – 10:00".
 * @param {Date} from
 * @param {Date} to
 */
export function momentSpan(from, to) {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).formatRange(from, to);
}

/**
 * Returns which clock the days have, where it is not that of the machine: "Your time, UTC+11. The box keeps UTC."; empty where both are
 * the same, and where the machine's is unknown.
 * @param {unknown} boxOffset seconds east of UTC
 * @param {number} offset of the browser
 */
export function zoneText(boxOffset, offset) {
  if (!isNumber(boxOffset) || boxOffset === offset) { return ''; }
  return text('history.your-time', { zone: offsetText(offset), box: offsetText(boxOffset) });
}

/** @param {number} seconds */
function offsetText(seconds) {
  const minutes = Math.abs(Math.round(seconds / 60));
  if (minutes === 0) { return 'UTC'; }
  const rest = minutes % 60 ? ':' + String(minutes % 60).padStart(2, '0') : '';
  return 'UTC' + (seconds < 0 ? '−' : '+') + Math.floor(minutes / 60) + rest;
}
