// The time range of a track, and the tolerance to which it is simplified.

/** The trails behind the current position. */
export const trailKinds = ['off', 'hour', 'today'];

/**
 * A choice of the reader: a trail, or a day, month, year or range of the history, with the values of the date and time fields.
 * @typedef {{ kind: string, day?: string, month?: string, year?: string, from?: string, to?: string }} RangeChoice
 */

/**
 * A time range; `to` is null for one that extends to the present.
 * @typedef {{ from: Date, to: Date | null }} TimeRange
 */

const twoDigits = (/** @type {number} */ number) => String(number).padStart(2, '0');

/**
 * Returns the local day, in the format of `<input type="date">`.
 * @param {Date} moment
 */
export function localDay(moment) {
  return moment.getFullYear() + '-' + twoDigits(moment.getMonth() + 1) + '-' + twoDigits(moment.getDate());
}

/**
 * Returns the local minute, in the format of `<input type="datetime-local">`.
 * @param {Date} moment
 */
export function localMinute(moment) {
  return localDay(moment) + 'T' + twoDigits(moment.getHours()) + ':' + twoDigits(moment.getMinutes());
}

/**
 * Returns the midnight at the start of a day, or some days later; null for an invalid day. Days are counted by the
 * calendar: not every day has 24 h.
 * @param {string | undefined} day
 * @param {number} later days
 */
export function midnight(day, later = 0) {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day || '');
  if (!parts) { return null; }
  const moment = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/**
 * Returns the range of a choice; null for no track and for an incomplete choice.
 * @param {RangeChoice} choice
 * @param {number} now milliseconds
 * @returns {TimeRange | null}
 */
export function chosenRange(choice, now) {
  switch (choice.kind) {
    case 'hour': return { from: new Date(now - 3600000), to: null };
    case 'today': return rangeFrom(midnight(localDay(new Date(now))), null);
    case 'day': return rangeFrom(midnight(choice.day), choice.day === localDay(new Date(now)) ? null : lastMoment(choice.day));
    case 'month': return monthsFrom(choice.month + '-01', 1);
    case 'year': return monthsFrom(choice.year + '-01-01', 12);
    case 'range': return rangeBetween(choice.from, choice.to);
    default: return null;
  }
}

// The days after which a line crosses itself too often to show directions.
const maxSimpleDays = 7;

/**
 * True for a period whose line crosses itself: a month, a year or a long range.
 * @param {RangeChoice} choice
 */
export function isLong(choice) {
  const range = choice.kind === 'range' ? rangeBetween(choice.from, choice.to) : null;
  return choice.kind === 'month' || choice.kind === 'year' || Boolean(range && Number(range.to) - Number(range.from) > maxSimpleDays * 86400000);
}

/**
 * Returns the last millisecond of a day: both ends belong to a range, and the next midnight to the next day.
 * @param {string | undefined} day
 */
function lastMoment(day) {
  const end = midnight(day, 1);
  return end && new Date(end.getTime() - 1);
}

/** @param {string} day the first one @param {number} count of months */
function monthsFrom(day, count) {
  const begin = midnight(day);
  if (!begin) { return null; }
  return { from: begin, to: new Date(new Date(begin.getFullYear(), begin.getMonth() + count, 1).getTime() - 1) };
}

/** @param {Date | null} begin @param {Date | null} end */
function rangeFrom(begin, end) {
  return begin && { from: begin, to: end };
}

/** @param {string | undefined} first @param {string | undefined} last */
function rangeBetween(first, last) {
  const [begin, end] = [first, last].map((text) => new Date(text || NaN));
  return begin < end ? { from: begin, to: end } : null;
}

/**
 * Returns the tolerance of a drawn line in metres: half a pixel, but no finer than the server can afford for a long
 * range. The overview that the map is fitted to must arrive at once, so it is coarser.
 * @param {number} metresPerPixel
 * @param {TimeRange} range
 * @param {number} now milliseconds
 * @param {boolean} isOverview
 */
export function tolerance(metresPerPixel, range, now, isOverview = false) {
  const hours = (Number(range.to || now) - Number(range.from)) / 3600000;
  const finest = Math.max(metresPerPixel / 2, hours / (isOverview ? 10 : 50), 1);
  // Powers of two, so that a small change of the view needs no new request.
  return 2 ** Math.floor(Math.log2(finest));
}

/**
 * Returns the query that says whose days are meant: those of the browser. One that cannot tell its zone has the days of UTC.
 * @param {string} zone by its IANA name
 */
export function zoneQuery(zone = new Intl.DateTimeFormat().resolvedOptions().timeZone) {
  return 'zone=' + encodeURIComponent(zone && zone !== 'Etc/Unknown' ? zone : 'UTC');
}

/**
 * Returns the query of a range; with a tolerance that of a track.
 * @param {TimeRange} range
 * @param {number} [metres] tolerance
 */
export function rangeQuery(range, metres) {
  const query = new URLSearchParams({ from: range.from.toISOString() });
  if (range.to) { query.set('to', range.to.toISOString()); }
  if (metres) {
    query.set('simplify', String(metres));
    query.set('format', 'geojson');
  }
  return query.toString();
}
