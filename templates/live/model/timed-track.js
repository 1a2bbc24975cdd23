// A track with times: where it was at a moment, and when it was at a position.

import { nearestCopy } from './geodesy.js';
import { asArray, isNumber } from './values.js';

/**
 * Latitude, longitude, seconds since 1970.
 * @typedef {import('./track.js').TimedPoint} TimedPoint
 */

/**
 * Returns the lines of a GeoJSON document whose points have times, on the copy of the world nearest to a longitude; earliest
 * first.
 * @param {any} document
 * @param {number} longitude
 * @returns {TimedPoint[][]}
 */
export function timedLines(document, longitude) {
  return asArray(document && document.features).map(({ geometry, properties }) => {
    const isPoint = Boolean(geometry) && geometry.type === 'Point';
    const points = isPoint ? [geometry.coordinates] : asArray(geometry && geometry.coordinates);
    const times = isPoint ? [properties && properties.time] : asArray(properties && properties.coordTimes);
    return continuousLine(points, times, longitude);
  }).filter((line) => line.length > 0).sort((one, other) => one[0][2] - other[0][2]);
}

/** @param {any[]} points @param {any[]} times @param {number} longitude */
function continuousLine(points, times, longitude) {
  /** @type {TimedPoint[]} */
  const line = [];
  let [east, last] = [longitude, -Infinity];
  points.forEach((point, index) => {
    const seconds = Date.parse(times[index]) / 1000;
    if (!Array.isArray(point) || !point.slice(0, 2).every(isNumber) || !(seconds >= last)) { return; }
    [east, last] = [nearestCopy(point[0], east), seconds];
    line.push([point[1], east, seconds]);
  });
  return line;
}

/**
 * Returns the number of items of a sorted list that are at most a value.
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item) => number} key
 * @param {number} value
 */
function countUpTo(items, key, value) {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(items[middle]) <= value) { low = middle + 1; } else { high = middle; }
  }
  return low;
}

/**
 * Returns where the track was at a moment, between its points on a straight line; null in a gap, before and after the track.
 * The lines of several receivers overlap: of those that have not ended, the one that began last counts.
 * @param {TimedPoint[][]} lines earliest first
 * @param {number} seconds
 * @returns {[number, number] | null} latitude, longitude
 */
export function positionAt(lines, seconds) {
  let number = countUpTo(lines, (one) => one[0][2], seconds) - 1;
  while (number >= 0 && seconds > lines[number][lines[number].length - 1][2]) { number -= 1; }
  if (number < 0) { return null; }
  const line = lines[number];
  const index = countUpTo(line, (point) => point[2], seconds);
  return between(line[index - 1], line[Math.min(index, line.length - 1)], seconds);
}

/** @param {TimedPoint} one @param {TimedPoint} next @param {number} seconds @returns {[number, number]} */
function between(one, next, seconds) {
  const part = next[2] > one[2] ? (seconds - one[2]) / (next[2] - one[2]) : 0;
  return [one[0] + part * (next[0] - one[0]), one[1] + part * (next[1] - one[1])];
}

/**
 * Returns when the track was nearest to a position, where that was, and the distance in degrees of latitude; null for no track.
 * @param {TimedPoint[][]} lines
 * @param {number} latitude
 * @param {number} longitude
 */
export function nearestMoment(lines, latitude, longitude) {
  const scale = Math.cos(latitude * Math.PI / 180);
  let [best, moment] = [Infinity, NaN];
  let point = /** @type {[number, number]} */ ([NaN, NaN]);
  for (const line of lines) {
    for (let index = 0; index < line.length; index += 1) {
      const [one, next] = [line[index], line[Math.min(index + 1, line.length - 1)]];
      const [north, east] = [next[0] - one[0], (next[1] - one[1]) * scale];
      const [y, x] = [latitude - one[0], (longitude - one[1]) * scale];
      const length = north * north + east * east;
      const part = length > 0 ? Math.min(1, Math.max(0, (y * north + x * east) / length)) : 0;
      const square = (y - part * north) ** 2 + (x - part * east) ** 2;
      if (square < best) {
        [best, moment] = [square, one[2] + part * (next[2] - one[2])];
        point = [one[0] + part * (next[0] - one[0]), one[1] + part * (next[1] - one[1])];
      }
    }
  }
  return best < Infinity ? { seconds: moment, point, degrees: Math.sqrt(best) } : null;
}

/**
 * Returns the parts of lines by the class of their time: for each class its lines, which meet those of the others. Parts
 * without a class are in none.
 * @param {TimedPoint[][]} lines
 * @param {number[]} times at which the class may change, ascending
 * @param {(seconds: number) => number | null} classAt the class from a time on
 * @param {number} count of classes
 * @returns {[number, number][][][]}
 */
export function linesByClass(lines, times, classAt, count) {
  /** @type {[number, number][][][]} */
  const classes = Array.from({ length: count }, () => []);
  for (const line of lines) {
    let next = countUpTo(times, (time) => time, line[0][2]);
    let current = classAt(line[0][2]);
    /** @type {[number, number][]} */
    let part = [[line[0][0], line[0][1]]];
    const end = () => { if (current !== null && part.length > 1) { classes[current].push(part); } };
    for (let index = 1; index < line.length; index += 1) {
      const [one, other] = [line[index - 1], line[index]];
      for (; next < times.length && times[next] < other[2]; next += 1) {
        const point = between(one, other, times[next]);
        part.push(point);
        const changed = classAt(times[next]);
        if (changed === current) { continue; }
        end();
        [current, part] = [changed, [point]];
      }
      part.push([other[0], other[1]]);
    }
    end();
  }
  return classes;
}
