// The way of a boat around its anchor: the trail on the map, and the gauge of the distance.

import { distanceAndBearing, nearestCopy } from './geodesy.js';
import { asArray, isNumber } from './values.js';

/**
 * @typedef {import('./geodesy.js').Position} Position
 * @typedef {import('./places.js').AnchorWatch} AnchorWatch
 * @typedef {import('./track.js').TimedPoint} TimedPoint
 * @typedef {import('./track.js').Point} Point
 */

// The seconds before now that the trail shows, its number of ages, and the largest number of its points.
const maxAge = 12 * 3600;
const ageCount = 4;
const maxPoints = 1500;

/**
 * Returns the time from which the track of a watch is requested, in milliseconds; null where the watch has no time.
 * @param {AnchorWatch} watch
 * @param {number} now milliseconds
 */
export function trailStart({ set }, now) {
  return set === null ? null : Math.max(set, now - 1000 * maxAge);
}

/**
 * Returns the points of a track in GeoJSON that have a time, the oldest first.
 * @param {any} document
 * @returns {TimedPoint[]}
 */
export function trailPoints(document) {
  const points = asArray(document && document.features).flatMap((feature) => {
    const { geometry, properties } = feature || {};
    const line = geometry && geometry.type === 'LineString' ? asArray(geometry.coordinates) : [];
    const times = asArray(properties && properties.coordTimes);
    return line.map((point, index) => /** @type {TimedPoint} */ (
      [asArray(point)[1], asArray(point)[0], Date.parse(times[index]) / 1000]));
  });
  return points.filter((point) => point.every(isNumber)).sort((a, b) => a[2] - b[2]);
}

/**
 * Returns a trail with one more point, without points that are too old. Of a trail with many points, each second is dropped.
 * @param {TimedPoint[]} points
 * @param {Position} here
 * @param {number} seconds since 1970
 */
export function extendedTrail(points, { latitude, longitude }, seconds) {
  const last = points.at(-1);
  if (last && seconds <= last[2]) { return points; }
  const recent = points.filter((point) => point[2] >= seconds - maxAge);
  const kept = recent.length >= maxPoints ? recent.filter((_, index) => index % 2 === 0) : recent;
  return [...kept, /** @type {TimedPoint} */ ([latitude, longitude, seconds])];
}

/**
 * Returns the lines of a trail by age, the oldest first: each begins where the one before ends. On the copy of the world that
 * is nearest to a longitude.
 * @param {TimedPoint[]} points
 * @param {number} longitude
 * @returns {Point[][]}
 */
export function trailLines(points, longitude) {
  const [begin, end] = [points[0], points.at(-1)].map((point) => (point ? point[2] : 0));
  const age = (/** @type {TimedPoint} */ point) => Math.min(ageCount - 1, Math.floor(ageCount * (point[2] - begin) / (end - begin || 1)));
  /** @type {Point[][]} */
  const lines = Array.from({ length: ageCount }, () => []);
  let last = null;
  for (const point of points) {
    const line = lines[age(point)];
    if (line.length === 0 && last) { line.push(last); }
    last = /** @type {Point} */ ([point[0], nearestCopy(point[1], longitude)]);
    line.push(last);
  }
  return lines;
}

/**
 * Returns the largest distance from the anchor in metres, before a drag where the anchor drags; null without a point.
 * @param {TimedPoint[]} points
 * @param {AnchorWatch} watch
 */
export function farthestSwing(points, watch) {
  const { set, since, isDragging } = watch;
  const begin = set === null ? 0 : set / 1000;
  const end = isDragging && since !== null ? since / 1000 : Infinity;
  const distances = points.filter((point) => point[2] >= begin && point[2] < end)
    .map(([latitude, longitude]) => distanceAndBearing({ latitude, longitude }, watch).distance);
  return distances.reduce((farthest, distance) => Math.max(farthest ?? 0, distance), /** @type {number | null} */ (null));
}

/**
 * Returns where the values of the gauge are on it, from 0 to 1; null where a value is unknown.
 * @param {{ radius: number, distance: number | null, farthest: number | null }} lengths in metres
 */
export function gauge({ radius, distance, farthest }) {
  const scale = Math.max(radius / 0.6, (distance ?? 0) / 0.95);
  const part = (/** @type {number | null} */ length) => (length === null ? null : Math.min(1, length / scale));
  return { radius: radius / scale, distance: part(distance), farthest: part(farthest) };
}
