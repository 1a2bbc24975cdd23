// What is known of the position and how sure it is: a report, its age and the connection, as states and words. Pure.

import { accuracy, ago, compass, speed, span } from './live-units.js';
import { beginning } from './live-where.js';

const words = {
  live: ['Live', 'Here, now'],
  stale: ['Stale', 'Last known position'],
  starting: ['Starting', 'Waiting for a first answer'],
  'no-gpsd': ['No gpsd', 'gpsd cannot be reached'],
  'no-receiver': ['No receiver', 'gpsd has no receiver'],
  'no-fix': ['No fix', 'The receiver has no position'],
};

const finite = (value) => typeof value === 'number' && Number.isFinite(value);

// Where the report says the receiver is; null where it says no place on earth.
export function place(report) {
  const fix = report && report.fix;
  if (!fix || !finite(fix.latitude) || !finite(fix.longitude)) { return null; }
  if (Math.abs(fix.latitude) > 90 || Math.abs(fix.longitude) > 180) { return null; }
  return { latitude: fix.latitude, longitude: fix.longitude };
}

// Seconds since the position was received, or null. The report tells its age when sent, and time goes on by the page's
// own clock; `late` is the age by the server's clock, which counts where the report waited on its way.
export function age(report, elapsed, late) {
  const told = finite(report.age) ? report.age + elapsed : null;
  if (told === null && late === null) { return null; }
  return Math.max(0, told === null ? late : told, late === null ? 0 : late);
}

// How old a position may be and count as current, by what v1/map says. A delayed share is told from the history, which
// has a point of a machine that stands each 90 s.
export function limit(settings) {
  const least = finite(settings.staleAfter) ? settings.staleAfter : 10;
  const delay = settings.share && finite(settings.share.delay) ? settings.share.delay : 0;
  return delay > 0 ? Math.max(least, 90) + delay : least;
}

// The state to show: what the report says, but live only as long as its age allows, whatever the server does. In a
// private place the age is private too: there the state holds as long as the server is there, `silent` seconds ago.
export function state(report, seconds, staleAfter, silent = 0) {
  if (!report || !Object.hasOwn(words, report.state)) { return 'starting'; }
  if (report.state !== 'live') { return report.state; }
  if (seconds === null && zone(report)) { return silent <= staleAfter ? 'live' : 'stale'; }
  return seconds !== null && seconds <= staleAfter ? 'live' : 'stale';
}

export function zone(report) {
  const name = report && (report.zone || (report.fix && report.fix.zone));
  return typeof name === 'string' && name ? name : null;
}

export function label(name) {
  return (words[name] || words.starting)[0];
}

// The line that stands above everything: where it is, as far as `where` says, and where not, whether that is known.
export function headline(name, report, seconds, delay, where = '') {
  if (where && name === 'live') { return beginning(where); }
  if (where && name === 'stale') { return words.stale[1] + ': ' + where; }
  if (name !== 'live') { return (words[name] || words.starting)[1]; }
  return delay > 0 && seconds !== null ? 'Here, ' + ago(seconds) : words.live[1];
}

// The moment that all of it is of: for paper, where now does not stay now.
export function moment(now) {
  return 'As of ' + new Date(now).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'long' });
}

// Where and how sure, in one sentence.
export function sentence(name, report, seconds, units) {
  const inside = zone(report);
  const time = seconds === null ? 'at an unknown time' : ago(seconds);
  if (inside) {
    const verb = name === 'live' ? 'Inside' : 'Last seen inside';
    return verb + ' “' + inside + '”' + (seconds === null ? '' : ', ' + time) + '. The exact position is private.';
  }
  if (!place(report)) { return 'No position is known.'; }
  const { horizontalAccuracy: radius } = report.fix;
  const sure = finite(radius) ? 'Within ' + accuracy(radius, units) : 'Accuracy unknown';
  const moving = name === 'live' ? motion(report, units) : '';
  const last = name === 'live' || name === 'stale' ? '' : 'Last known position: ';
  return last + (last ? sure.toLowerCase() : sure) + ', ' + time + moving + '.';
}

function motion(report, units) {
  const { speed: metresPerSecond, course } = report.fix;
  if (report.motion === 'stationary') { return ', standing still'; }
  if (report.motion !== 'moving') { return ''; }
  return ', moving' + (finite(course) ? ' ' + compass(course) : '')
    + (finite(metresPerSecond) ? ' at ' + speed(metresPerSecond, units) : '');
}

// What follows from a state that is not live; empty where nothing does.
export function warning(name, report) {
  if (name === 'live' || !place(report)) { return ''; }
  return 'This is where the receiver was, not where it is.';
}

export function title(name, report, seconds, where = '') {
  const time = seconds === null ? '' : ', ' + ago(seconds);
  if (name === 'live') { return (beginning(where) || 'Here, now') + ' · WhereIsMy'; }
  return (place(report) ? words.stale[1] + time + (where && ': ' + where) : label(name)) + ' · WhereIsMy';
}

// What a screen reader is told, and when: a change of state at once, a change of place at most each half minute.
export function isWorthSaying(last, next) {
  if (!last || last.state !== next.state || last.connected !== next.connected) { return true; }
  return next.at - last.at >= 30 && last.key !== next.key;
}

export function shareWords(share, now) {
  const parts = ['A shared view, to look at only.'];
  if (finite(share.precision) && share.precision > 0) {
    parts.push('Positions are rounded to about ' + roughly(share.precision) + '.');
  }
  if (finite(share.delay) && share.delay > 0) { parts.push('They are shown ' + span(share.delay) + ' late.'); }
  const left = Date.parse(share.expires) - now;
  if (Number.isFinite(left)) {
    parts.push(left > 0 ? 'The link ends in ' + span(left / 1000) + '.' : 'The link has ended.');
  }
  return parts.join(' ');
}

function roughly(metres) {
  return metres < 1000 ? Math.round(metres) + '\u00a0m' : Number((metres / 1000).toPrecision(2)) + '\u00a0km';
}
