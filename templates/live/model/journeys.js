// The list of a day: its stops, which are marked on the map, and the ways between them.

import { fixedDecimals } from './coordinates.js';
import { nearText } from './near-text.js';
import { isolatedName } from './place-text.js';
import { language, text } from './text.js';
import { formatDistance, formatDuration, formatSpeed } from './units.js';
import { asArray, isNumber, isText } from './values.js';

/** @typedef {import('./geodesy.js').Position} Position */

/**
 * A trip, a stay or a gap; `from` and `to` in milliseconds since 1970. `positions` are where it is: the centre of a stay,
 * the ends of the others, as far as they are known.
 * @typedef {object} Journey
 * @property {'trip' | 'stay' | 'gap'} kind
 * @property {number} from
 * @property {number} to
 * @property {Position[]} positions
 * @property {JourneyJSON} figures
 */

/**
 * A stop: a stay, or the end of a trip where no stay is. `mark` is A for the first one, B for the last one, a number for those
 * between. `arrival` and `departure` are times, empty where the day begins or ends there.
 * @typedef {object} Stop
 * @property {'stop'} kind
 * @property {string} mark
 * @property {string} title
 * @property {string} arrival
 * @property {string} departure
 * @property {string} facts
 * @property {Position | null} position
 * @property {boolean} isNamed true at one of the owner's places
 * @property {Journey | null} journey null for the end of a trip
 */

/**
 * A way from one stop to the next: a trip, or a gap in the record. `details` are its other figures; `time` is when it begins, empty
 * after a stop, whose row has that time.
 * @typedef {{ kind: 'trip' | 'gap', time: string, facts: string, details: string, journey: Journey }} Way
 */

const space = '\u00a0';

const kinds = ['trip', 'stay', 'gap'];

// A journey of which a smaller share is recorded says so.
const wellRecorded = 0.9;

/**
 * Returns the valid journeys of a document of v1/journeys, in its order.
 * @param {any} document
 * @returns {Journey[]}
 */
export function readJourneys(document) {
  return asArray(document && document.journeys).filter((figures) => figures && kinds.includes(figures.kind)).map((figures) => ({
    kind: figures.kind,
    from: Date.parse(figures.from),
    to: Date.parse(figures.to),
    positions: (figures.kind === 'stay' ? [figures] : [figures.start, figures.end]).filter(isPosition)
      .map(({ latitude, longitude }) => ({ latitude, longitude })),
    figures,
  })).filter(({ from, to }) => from <= to);
}

/**
 * The sums of a day: metres, seconds in motion, and the number of stays between its ends.
 * @typedef {{ distance: number, moving: number, stays: number }} DaySummary
 */

/**
 * Returns the sums of a day; those of the server where it states them.
 * @param {any} document of v1/journeys
 * @param {Journey[]} journeys
 * @returns {DaySummary}
 */
export function daySummary(document, journeys) {
  const total = (document && document.total) || {};
  const trips = journeys.filter(({ kind }) => kind === 'trip');
  const sum = (/** @type {(journey: Journey) => number | undefined} */ value) => trips.reduce((all, trip) => all + (value(trip) || 0), 0);
  const stays = journeys.filter(({ kind }) => kind !== 'gap').slice(1, -1).filter(({ kind }) => kind === 'stay').length;
  return {
    distance: isNumber(total.distance) ? total.distance : sum(({ figures }) => figures.distance),
    moving: isNumber(total.moving) ? total.moving : sum(({ from, to, figures }) => figures.moving ?? (to - from) / 1000), stays,
  };
}

/** @param {any} place */
const isPosition = (place) => Boolean(place) && isNumber(place.latitude) && isNumber(place.longitude);

/**
 * Returns the rows of a day.
 * @param {Journey[]} journeys in order
 * @param {string} units
 * @returns {(Stop | Way)[]}
 */
export function dayRows(journeys, units) {
  const recorded = journeys.filter(({ kind }) => kind !== 'gap');
  const [first, last] = [recorded[0], recorded.at(-1)];
  let number = 0;
  return journeys.flatMap((journey, index) => {
    const isFirst = journey === first;
    const isLast = journey === last;
    if (journey.kind === 'stay') {
      if (!isFirst && !isLast) { number += 1; }
      return [stay(journey, { isFirst, isLast, mark: isFirst ? 'A' : isLast ? 'B' : String(number) }, units)];
    }
    const begin = isFirst ? [tripEnd(journey, 'start', units)] : [];
    const end = isLast ? [tripEnd(journey, 'end', units)] : [];
    const isAfterStop = isFirst || (index > 0 && journeys[index - 1].kind === 'stay');
    return [...begin, way(journey, isAfterStop ? '' : clockTime(journey.from), units), ...end];
  });
}

/**
 * @param {Journey} journey
 * @param {{ isFirst: boolean, isLast: boolean, mark: string }} at
 * @param {string} units
 * @returns {Stop}
 */
function stay(journey, { isFirst, isLast, mark }, units) {
  const { from, to, positions, figures } = journey;
  const duration = formatDuration((to - from) / 1000);
  // Of a day that is one stay, both ends are shown.
  const isEdge = isFirst !== isLast;
  const begin = isEdge ? text(isFirst ? 'history.start-and-duration' : 'history.end-and-duration', { duration }) : duration;
  return {
    kind: 'stop', mark, title: stopTitle(figures, positions[0] || null, units), position: positions[0] || null, isNamed: isText(figures.place), journey,
    arrival: isEdge && isFirst ? '' : clockTime(from), departure: isEdge && isLast ? '' : clockTime(to),
    facts: listText([begin, recordedText(figures)]),
  };
}

/**
 * @param {Journey} journey
 * @param {'start' | 'end'} end
 * @param {string} units
 * @returns {Stop}
 */
function tripEnd({ from, to, figures }, end, units) {
  const named = figures[end] || {};
  const position = isPosition(named) ? { latitude: Number(named.latitude), longitude: Number(named.longitude) } : null;
  return {
    kind: 'stop', mark: end === 'start' ? 'A' : 'B', title: stopTitle(named, position, units), position, isNamed: isText(named.place), journey: null,
    arrival: end === 'end' ? clockTime(to) : '', departure: end === 'start' ? clockTime(from) : '',
    facts: text(end === 'start' ? 'history.start' : 'history.end'),
  };
}

/** @param {Journey} journey @param {string} time @param {string} units @returns {Way} */
function way(journey, time, units) {
  const { from, to, figures } = journey;
  const duration = formatDuration((to - from) / 1000);
  const length = isNumber(figures.distance) ? formatDistance(figures.distance, units) : '';
  if (journey.kind === 'gap') {
    const facts = length ? text('history.no-record-apart', { duration, distance: length }) : text('history.no-record-for', { duration });
    return { kind: 'gap', time, facts, details: '', journey };
  }
  const across = isNumber(figures.gapDistance) && figures.gapDistance >= 1
    ? text('history.across-gaps', { distance: formatDistance(figures.gapDistance, units) }) : '';
  const details = [
    isNumber(figures.meanSpeed) ? text('history.average', { speed: formatSpeed(figures.meanSpeed, units) }) : '',
    isNumber(figures.topSpeed) ? text('history.top', { speed: formatSpeed(figures.topSpeed, units) }) : ''];
  return { kind: 'trip', time, facts: listText([length, duration, across, recordedText(figures)]), details: listText(details), journey };
}

/**
 * Returns how much of the time is recorded; empty for most of it, and where that is unknown.
 * @param {JourneyJSON} figures
 */
function recordedText({ confidence }) {
  if (!isNumber(confidence) || confidence >= wellRecorded) { return ''; }
  return text('history.recorded', { share: formatShare(confidence) });
}

/** @param {number} share rounded down: the text must not promise more than there is */
const formatShare = (share) => (Math.floor(share * 100) / 100).toLocaleString(language(), { style: 'percent' });

/**
 * Returns facts as a list of the language, such as "76 km, 1 h"; empty ones are left out.
 * @param {string[]} facts
 */
export function listText(facts) {
  return new Intl.ListFormat(language(), { type: 'unit', style: 'short' }).format(facts.filter(isText).map((fact) => fact.replaceAll(' ', space)));
}

/**
 * Returns a time of the day.
 * @param {number} moment milliseconds
 */
export const clockTime = (moment) => new Date(moment).toLocaleTimeString(language(), { timeStyle: 'short' }).replace(/\s/g, space);

/**
 * Returns the name of a stop: of the owner's place, or where it is from the nearest town, or its coordinates.
 * @param {NamedPosition} named
 * @param {Position | null} position
 * @param {string} units
 */
function stopTitle(named, position, units) {
  if (isText(named.place)) { return isolatedName(named.place); }
  const near = nearText(named, units);
  if (near) { return near; }
  return position ? fixedDecimals(position.latitude, 5) + ', ' + fixedDecimals(position.longitude, 5) : text('history.unknown-place');
}
