// The state that the page shows, from a report, its age and the connection; and the text for it.

import { capitalized, isolatedName } from './place-text.js';
import { compassPoint, formatAccuracy, formatAge, formatSpeed } from './units.js';
import { isNumber, isText } from './values.js';

/**
 * The label and the headline of each state.
 * @type {Record<string, [string, string]>}
 */
const stateTexts = {
  live: ['Live', 'Current position'],
  stale: ['Stale', 'Last known position'],
  starting: ['Starting', 'Waiting for the first report'],
  'no-gpsd': ['No gpsd', 'gpsd cannot be reached'],
  'no-receiver': ['No receiver', 'gpsd has no receiver'],
  'no-fix': ['No fix', 'The receiver has no position'],
};

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
  if (!report || !Object.hasOwn(stateTexts, report.state)) { return 'starting'; }
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
  return (stateTexts[state] || stateTexts.starting)[0];
}

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
  if (where && state === 'stale') { return stateTexts.stale[1] + ': ' + where; }
  const whose = label && ' of ' + isolatedName(label);
  if (state === 'stale') { return stateTexts.stale[1] + whose; }
  if (state !== 'live') { return (stateTexts[state] || stateTexts.starting)[1]; }
  return delay > 0 && age !== null ? 'Position' + whose + ', ' + formatAge(age) : stateTexts.live[1] + whose;
}

/**
 * Returns since when the box cannot be reached: when it was last heard of.
 * @param {number} since milliseconds
 * @param {number} now milliseconds
 */
export function unreachableText(since, now) {
  const isToday = new Date(since).toDateString() === new Date(now).toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const style = isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' };
  return 'Not reachable since ' + new Date(since).toLocaleString(undefined, style);
}

/**
 * Returns the time at which the page was printed.
 * @param {number} now milliseconds
 */
export function printedAt(now) {
  return 'As of ' + new Date(now).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'long' });
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
  const time = age === null ? 'at an unknown time' : formatAge(age);
  if (zone) {
    const prefix = state === 'live' ? 'Inside' : 'Last seen inside';
    return prefix + ' “' + zone + '”' + (age === null ? '' : ', ' + time) + '. The exact position is private.';
  }
  if (!report.fix || !positionOf(report)) { return 'No position is known.'; }
  const { horizontalAccuracy } = report.fix;
  const accuracy = isNumber(horizontalAccuracy) ? 'Within ' + formatAccuracy(horizontalAccuracy, units) : 'Accuracy unknown';
  const motion = state === 'live' ? motionText(report.motion, report.fix, units) : '';
  const prefix = state === 'live' || state === 'stale' ? '' : 'Last known position: ';
  return prefix + (prefix ? accuracy.toLowerCase() : accuracy) + ', ' + time + motion + '.';
}

/** @param {string | undefined} motion @param {ReportFix} fix @param {string} units */
function motionText(motion, { course, speed }, units) {
  if (motion === 'stationary') { return ', standing still'; }
  if (motion !== 'moving') { return ''; }
  return ', moving' + (isNumber(course) ? ' ' + compassPoint(course) : '')
    + (isNumber(speed) ? ' at ' + formatSpeed(speed, units) : '');
}

/**
 * Returns the warning for a position that is not current; empty without one.
 * @param {string} state
 * @param {Report} report
 */
export function warning(state, report) {
  if (state === 'live' || !positionOf(report)) { return ''; }
  return 'This is where the receiver was, not where it is.';
}

/**
 * Returns when a device of a fleet was heard of; empty while that is as long ago as its position.
 * @param {number | null} age seconds since the position
 * @param {number | null} receivedAge seconds since its arrival
 */
export function receivedText(age, receivedAge) {
  if (age === null || receivedAge === null || age - receivedAge < 60) { return ''; }
  return 'This position arrived ' + formatAge(receivedAge) + '.';
}

/**
 * Returns the title of the document.
 * @param {string} state
 * @param {Report} report
 * @param {number | null} age seconds
 * @param {string} where the first part of the whereabouts
 */
export function pageTitle(state, report, age, where = '') {
  if (state === 'live') { return (capitalized(where) || stateTexts.live[1]) + ' · WhereIsMy'; }
  if (!positionOf(report)) { return stateLabel(state) + ' · WhereIsMy'; }
  return stateTexts.stale[1] + (age === null ? '' : ', ' + formatAge(age)) + (where && ': ' + where) + ' · WhereIsMy';
}

/**
 * Returns the text after the end of the session or of the share.
 * @param {number | undefined} status of the response
 * @param {boolean} isAnchorAbandoned true if the page was to watch an anchor
 * @param {boolean} isOfFleet
 */
export function endText(status, isAnchorAbandoned, isOfFleet = false) {
  if (status === 404) { return 'This device no longer exists, or you may no longer see it'; }
  if (isOfFleet && status !== 410) { return 'Signed out; to sign in again, use a link from whereismy-fleet'; }
  if (isAnchorAbandoned) { return 'Signed out: this page no longer watches the anchor'; }
  return status === 410 ? 'This link has expired; ask whoever sent it for a new one' : 'Signed out; to sign in again, run on the computer: whereismy pair';
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
