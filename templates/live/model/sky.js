// The satellites in view: their spots in a plot of the sky, and as text.

import { text } from './text.js';
import { asArray, isNumber } from './values.js';

/**
 * A satellite in the plot: its place in a circle of radius 100 around the zenith, north up and east to the right.
 * @typedef {{ x: number, y: number, label: string, isUsed: boolean }} Spot
 */

/**
 * The constellations: the letter of RINEX, and the name.
 * @type {Record<string, [string, string]>}
 */
const constellations = {
  gps: ['G', 'GPS'], sbas: ['S', 'SBAS'], galileo: ['E', 'Galileo'], beidou: ['C', 'BeiDou'], qzss: ['J', 'QZSS'],
  glonass: ['R', 'GLONASS'], navic: ['I', 'NavIC'],
};

/**
 * Returns the satellites of a document of v1/status.
 * @param {any} document
 * @returns {Satellite[]}
 */
export function satellitesInView(document) {
  return asArray(document && document.inView).filter((satellite) => satellite && isNumber(satellite.number));
}

/**
 * Returns the spots of the satellites whose direction is known, and which are above the horizon.
 * @param {Satellite[]} satellites
 * @returns {Spot[]}
 */
export function skySpots(satellites) {
  return satellites.flatMap(({ constellation, number, elevation, azimuth, used }) => {
    if (!isNumber(elevation) || !isNumber(azimuth) || elevation < 0 || elevation > 90) { return []; }
    const [distance, angle] = [(90 - elevation) / 0.9, azimuth * Math.PI / 180];
    const [letter] = constellations[constellation] || ['?'];
    return [{ x: distance * Math.sin(angle), y: -distance * Math.cos(angle), label: letter + number, isUsed: used === true }];
  });
}

/**
 * Returns the summary of a plot.
 * @param {Satellite[]} satellites
 */
export function skySummary(satellites) {
  const used = satellites.filter((satellite) => satellite.used).length;
  return text('now.sky-summary', { used, count: satellites.length });
}

/**
 * Returns a satellite as text.
 * @param {Satellite} satellite
 */
export function satelliteText({ constellation, number, elevation, azimuth, signal, used }) {
  const [, name] = constellations[constellation] || ['', text('now.satellite')];
  const parts = [
    isNumber(elevation) ? text('now.elevation', { number: Math.round(elevation) }) : '',
    isNumber(azimuth) ? text('now.azimuth', { number: Math.round(azimuth) }) : '',
    isNumber(signal) ? text('now.signal', { number: Math.round(signal) }) : '', text(used ? 'now.satellite-used' : 'now.satellite-not-used'),
  ];
  return text('now.satellite-row', { name, number: String(number), facts: parts.filter(Boolean).join(', ') });
}
