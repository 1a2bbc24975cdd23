// The timeline of a day: its trips, stays and gaps as rows of text.

import { fixedDecimals } from './coordinates.js';
import { isolatedName } from './place-text.js';
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
 * The texts of a row.
 * @typedef {{ time: string, title: string, facts: string }} JourneyRow
 */

const space = '\u00a0';

const kinds = ['trip', 'stay', 'gap'];

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

/** @param {any} place */
const isPosition = (place) => Boolean(place) && isNumber(place.latitude) && isNumber(place.longitude);

/**
 * Returns the texts of a journey.
 * @param {Journey} journey
 * @param {string} units
 * @returns {JourneyRow}
 */
export function journeyRow({ kind, from, to, positions, figures }, units) {
  const length = isNumber(figures.distance) ? formatDistance(figures.distance, units) : '';
  const facts = [
    kind === 'gap' ? length && length + ' apart' : length,
    isNumber(figures.gapDistance) && figures.gapDistance >= 1 ? formatDistance(figures.gapDistance, units) + ' across gaps' : '',
    formatDuration((to - from) / 1000),
    isNumber(figures.meanSpeed) ? 'mean ' + formatSpeed(figures.meanSpeed, units) : '',
    isNumber(figures.topSpeed) ? 'top ' + formatSpeed(figures.topSpeed, units) : '',
    kind !== 'gap' && isNumber(figures.confidence) ? 'confidence ' + Math.floor(figures.confidence * 100) + ' %' : '',
  ];
  return {
    time: clockTime(from) + space + '– ' + clockTime(to),
    title: kind === 'gap' ? 'No record' : kind === 'stay' ? stayTitle(figures, positions) : tripTitle(figures),
    facts: facts.filter(isText).map((fact) => fact.replaceAll(' ', space)).join(' · '),
  };
}

/**
 * Returns a time of the day.
 * @param {number} moment milliseconds
 */
export const clockTime = (moment) => new Date(moment).toLocaleTimeString(undefined, { timeStyle: 'short' }).replace(/\s/g, space);

/** @param {JourneyJSON} figures @param {Position[]} positions */
function stayTitle(figures, positions) {
  const name = placePhrase(figures);
  if (name) { return name[0].toUpperCase() + name.slice(1); }
  return 'Stay' + positions.map(({ latitude, longitude }) => ' at ' + fixedDecimals(latitude, 5) + ', ' + fixedDecimals(longitude, 5)).join('');
}

/** @param {JourneyJSON} figures */
function tripTitle({ start, end }) {
  const [first, last] = [placePhrase(start), placePhrase(end)];
  return 'Trip' + (first && ' from ' + first) + (last && ' to ' + last);
}

/**
 * Returns the name of a position in a sentence, as the command has it: "Home", "near Melbourne"; empty without one.
 * @param {{ place?: string, near?: string } | undefined} named
 */
function placePhrase(named) {
  const { place, near } = named || {};
  if (isText(place)) { return isolatedName(place); }
  return isText(near) ? 'near ' + isolatedName(near) : '';
}
