// The state that the page shows, from a report, its age and the connection; and the text for it.

import { capitalized, isolatedName } from './place-text.js';
import { language, text } from './text.js';
import { compassPoint, formatAccuracy, formatAge, formatSpeed } from './units.js';
import { isNumber, isText } from './values.js';

/** The states of a report; any other is that of a start. */
const states = ['live', 'stale', 'contradicted', 'starting', 'no-gpsd', 'no-receiver', 'no-fix'];

/**
 * Returns the position of a report; null without one, and for one outside the valid range.
 * @param {Report | null} report
 * @returns {import('./geodesy.js').Position | null}
 */
export function positionOf(report) {
  const fix = report && report.fix;
  if (!fix || !isNumber(fix.latitude) || !isNumber(fix.longitude)) { return null; }
  if (Math.abs(fix.latitude) > 90 || Math.abs(fix.longitude) > 180) { return null; }
  return { latitude: fix.latitude, longitude: fix.longitude };
}

/**
 * Returns what of a report is true later too: without the anchor watch, whose alarm it would ring, and without the states of the
 * receiver and the machine.
 * @param {Report} report
 * @returns {Report}
 */
export function lastingReport(report) {
  const { anchor: _anchor, detail: _detail, motion: _motion, rejections: _rejections, receiverFault: _fault, ...lasting } = report;
  return lasting;
}

/**
 * Returns the age of the position in seconds; null where it is unknown. The report contains the age when it was sent, to
 * which the time since its arrival is added. The age by the server's clock counts where the report was delayed on the
 * network.
 * @param {Report} report
 * @param {number} elapsed seconds since the report arrived
 * @param {number | null} ageByServerClock seconds
 */
export function currentAge(report, elapsed, ageByServerClock) {
  const ageByReport = isNumber(report.age) ? report.age + elapsed : null;
  if (ageByReport === null) { return ageByServerClock === null ? null : Math.max(0, ageByServerClock); }
  return Math.max(0, ageByReport, ageByServerClock === null ? 0 : ageByServerClock);
}

/**
 * Returns the time that the age of a report's position counts from, in milliseconds; NaN where it is unknown. A device of
 * a fleet may send its past: then it is the time of the fix, which may be long before its arrival.
 * @param {Report} report
 * @param {boolean} isOfFleet
 */
export function timeOfPosition({ received, fix }, isOfFleet) {
  const [arrival, measurement] = [Date.parse(received || ''), Date.parse((fix && fix.timestamp) || '')];
  return isOfFleet && measurement < arrival ? measurement : arrival;
}

/**
 * Returns the age in seconds up to which a position is current, by the settings of v1/map. A delayed share is read from
 * the history, which holds a point each 90 s while the receiver is stationary.
 * @param {Settings} settings
 */
export function maxAge(settings) {
  const staleAfter = isNumber(settings.staleAfter) ? settings.staleAfter : 10;
  const delay = delayOf(settings);
  return delay > 0 ? Math.max(staleAfter, 90) + delay : staleAfter;
}

/**
 * The seconds without a connection after which no position of a fleet's device is current. A position may be current there
 * for many minutes, in which a new one could have arrived.
 */
export const maxFleetSilence = 10;

/**
 * Returns the delay of a share in seconds; zero without one.
 * @param {Settings} settings
 */
export function delayOf(settings) {
  return settings.share && isNumber(settings.share.delay) ? settings.share.delay : 0;
}

/**
 * Returns the state to show: the report's, but `live` only while the age allows it. In a privacy zone the age is private
 * too: there the state lasts while the server is connected.
 * @param {Report | null} report
 * @param {number | null} age seconds
 * @param {number} staleAfter seconds
 * @param {number} silence seconds since the connection was lost
 * @param {number} maxSilence seconds without a connection after which nothing is current
 */
export function shownState(report, age, staleAfter, silence = 0, maxSilence = staleAfter) {
  if (!report || !states.includes(report.state)) { return 'starting'; }
  if (report.state !== 'live') { return report.state; }
  if (silence > maxSilence) { return 'stale'; }
  if (age === null && privacyZone(report)) { return 'live'; }
  return age !== null && age <= staleAfter ? 'live' : 'stale';
}

/**
 * Returns the name of the privacy zone that the report names in place of the position; null without one.
 * @param {Report | null} report
 */
export function privacyZone(report) {
  const name = report && (report.zone || (report.fix && report.fix.zone));
  return isText(name) ? name : null;
}

/** @param {string} state */
export function stateLabel(state) {
  return text('state.' + known(state));
}

/** @param {string} state */
const known = (state) => (states.includes(state) ? state : 'starting');

/**
 * Returns the headline: the whereabouts as far as they are known, otherwise the state.
 * @param {string} state
 * @param {number | null} age seconds
 * @param {number} delay of a share, in seconds
 * @param {string} where the first part of the whereabouts
 * @param {string} label of a share
 */
export function headline(state, age, delay, where = '', label = '') {
  if (where && state === 'live') { return capitalized(where); }
  if (where && state === 'stale') { return text('state.last-known-where', { where }); }
  const time = state === 'live' && delay > 0 && age !== null ? formatAge(age) : '';
  if (!label || (state !== 'live' && state !== 'stale')) { return time ? text('state.position-at', { time }) : text('state.headline-' + known(state)); }
  const name = isolatedName(label);
  return time ? text('state.position-of-at', { name, time }) : text('state.headline-' + state + '-of', { name });
}

/**
 * Returns since when the box cannot be reached: when it was last heard of.
 * @param {number} since milliseconds
 * @param {number} now milliseconds
 */
export const unreachableText = (since, now) => text('state.not-reachable', { time: timeText(since, now) });

/**
 * Returns a time, with its date unless it is of today.
 * @param {number} moment milliseconds
 * @param {number} now milliseconds
 */
export function timeText(moment, now) {
  const isToday = new Date(moment).toDateString() === new Date(now).toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const style = isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' };
  return new Date(moment).toLocaleString(language(), style);
}

/**
 * Returns the time at which the page was printed.
 * @param {number} now milliseconds
 */
export function printedAt(now) {
  return text('state.printed', { time: new Date(now).toLocaleString(language(), { dateStyle: 'long', timeStyle: 'long' }) });
}

/**
 * Returns one sentence about the accuracy, age and motion of the position.
 * @param {string} state
 * @param {Report} report
 * @param {number | null} age seconds
 * @param {string} units
 */
export function sentence(state, report, age, units) {
  const zone = privacyZone(report);
  const isCurrent = state === 'live';
  if (zone) {
    const key = 'state.' + (isCurrent ? 'inside' : 'last-inside');
    return age === null ? text(key, { zone }) : text(key + '-at', { zone, age: formatAge(age) });
  }
  if (!report.fix || !positionOf(report)) { return text('state.no-position'); }
  const { horizontalAccuracy } = report.fix;
  const length = isNumber(horizontalAccuracy) ? formatAccuracy(horizontalAccuracy, units) : null;
  const isLast = !isCurrent && state !== 'stale';
  const accuracy = length === null ? text(isLast ? 'state.last-accuracy-unknown' : 'state.accuracy-unknown')
    : text(isLast ? 'state.last-within' : 'state.within', { length });
  const values = { accuracy, age: age === null ? text('state.unknown-time') : formatAge(age) };
  return isCurrent ? currentSentence(values, report.motion, report.fix, units) : text('state.sentence', values);
}

/**
 * @param {{ accuracy: string, age: string }} values
 * @param {string | undefined} motion
 * @param {ReportFix} fix
 * @param {string} units
 */
function currentSentence(values, motion, { course, speed }, units) {
  if (motion === 'stationary') { return text('state.sentence-still', values); }
  if (motion !== 'moving') { return text('state.sentence', values); }
  const direction = isNumber(course) ? text('state.to-' + compassPoint(course)) : '';
  const pace = isNumber(speed) ? formatSpeed(speed, units) : '';
  const key = 'state.sentence-moving' + (direction && '-to') + (pace && '-at');
  return text(key, { ...values, direction, speed: pace });
}

/**
 * Returns the warning for a position that is not current; empty without one.
 * @param {string} state
 * @param {Report} report
 */
export function warning(state, report) {
  // The receiver may still be there while what it claims cannot be true.
  if (state === 'live' || state === 'contradicted' || !positionOf(report)) { return ''; }
  return text('state.was-not-is');
}

/**
 * Returns when a device of a fleet was heard of; empty while that is as long ago as its position.
 * @param {number | null} age seconds since the position
 * @param {number | null} receivedAge seconds since its arrival
 */
export function receivedText(age, receivedAge) {
  if (age === null || receivedAge === null || age - receivedAge < 60) { return ''; }
  return text('state.arrived', { age: formatAge(receivedAge) });
}

/**
 * Returns the title of the document.
 * @param {string} state
 * @param {Report} report
 * @param {number | null} age seconds
 * @param {string} where the first part of the whereabouts
 */
export function pageTitle(state, report, age, where = '') {
  const title = () => {
    if (state === 'live') { return capitalized(where) || text('state.headline-live'); }
    if (!positionOf(report)) { return stateLabel(state); }
    const time = age === null ? '' : formatAge(age);
    if (where) { return time ? text('state.last-known-where-at', { where, time }) : text('state.last-known-where', { where }); }
    return time ? text('state.last-known-at', { time }) : text('state.headline-stale');
  };
  return text('state.title', { text: title() });
}

/**
 * Returns the text after the end of the session or of the share.
 * @param {number | undefined} status of the response
 * @param {boolean} isAnchorAbandoned true if the page was to watch an anchor
 * @param {boolean} isOfFleet
 */
export function endText(status, isAnchorAbandoned, isOfFleet = false) {
  if (status === 404) { return text('state.device-gone'); }
  if (isOfFleet && status !== 410) { return text('state.signed-out-fleet'); }
  if (isAnchorAbandoned) { return text('state.signed-out-anchor'); }
  return text(status === 410 ? 'state.expired' : 'state.signed-out');
}

/**
 * The facts that a screen reader has been given; `at` in seconds.
 * @typedef {{ state: string, key: string | null, connected: boolean, at: number }} Announcement
 */

/**
 * Returns true where a screen reader is to be informed: of a change of state at once, of a new position at most every
 * 30 s.
 * @param {Announcement | null} last
 * @param {Announcement} next
 */
export function shouldAnnounce(last, next) {
  if (!last || last.state !== next.state || last.connected !== next.connected) { return true; }
  return next.at - last.at >= 30 && last.key !== next.key;
}
