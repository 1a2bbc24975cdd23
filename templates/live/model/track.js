// The lines of a track: those of the server, continued by the positions that the page receives.

import { nearestCopy } from './geodesy.js';
import { asArray, isNumber } from './values.js';

/**
 * Latitude, longitude.
 * @typedef {[number, number]} Point
 */

/**
 * Latitude, longitude, seconds since 1970.
 * @typedef {[number, number, number]} TimedPoint
 */

// A longer pause between two live positions is a gap in the line; seconds.
const maxPause = 60;

/**
 * Returns the lines of a GeoJSON document, on the copy of the world nearest to a longitude.
 * @param {any} document
 * @param {number} longitude
 */
export function trackLines(document, longitude) {
  return asArray(document && document.features).map((feature) => {
    const { type, coordinates } = feature.geometry || {};
    const points = type === 'LineString' ? coordinates : type === 'Point' ? [coordinates] : [];
    return continuousLine(points, longitude);
  }).filter((line) => line.length > 0);
}

/** @param {any[]} points @param {number} longitude @returns {Point[]} */
function continuousLine(points, longitude) {
  let last = longitude;
  return points.filter((point) => Array.isArray(point) && point.slice(0, 2).every(isNumber)).map((point) => {
    last = nearestCopy(point[0], last);
    return [point[1], last];
  });
}

/**
 * Returns the last point of a track; null where none has a time.
 * @param {any} document
 */
export function trackEnd(document) {
  /** @type {TimedPoint | null} */
  let last = null;
  for (const { geometry, properties } of asArray(document && document.features)) {
    const points = geometry && geometry.type === 'LineString' ? geometry.coordinates : [geometry && geometry.coordinates];
    const times = (properties && (properties.coordTimes || [properties.time])) || [];
    const seconds = Date.parse(times.at(-1)) / 1000;
    const point = Array.isArray(points) && points.at(-1);
    if (Array.isArray(point) && seconds > (last ? last[2] : 0)) { last = [point[1], point[0], seconds]; }
  }
  return last;
}

/**
 * Returns live points as lines without gaps. The first line continues from the end of the track.
 * @param {TimedPoint[]} points
 * @param {TimedPoint | null} end
 */
export function liveLines(points, end) {
  /** @type {Point[][]} */
  const lines = [];
  /** @type {Point[] | null} */
  let line = null;
  let last = end;
  for (const point of points) {
    const [latitude, longitude, seconds] = point;
    const previous = last && seconds - last[2] <= maxPause ? last : null;
    if (!line || !previous) {
      line = previous ? [[previous[0], nearestCopy(previous[1], longitude)]] : [];
      lines.push(line);
    }
    line.push([latitude, longitude]);
    last = point;
  }
  return lines;
}
