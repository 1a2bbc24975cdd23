// The projection of web maps, on a square of side 1: x to the east from 180° west, y to the south.

/**
 * @typedef {{ x: number, y: number }} UnitPoint
 */

/** @typedef {import('../../live/model/geodesy.js').Position} Position */

// The latitude at which web maps end.
const maxLatitude = 85.0511287798;

/**
 * @param {Position} position
 * @returns {UnitPoint}
 */
export function unitPoint({ latitude, longitude }) {
  const north = Math.min(maxLatitude, Math.max(-maxLatitude, latitude)) * Math.PI / 180;
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.asinh(Math.tan(north)) / (2 * Math.PI) };
}

/**
 * Returns the latitude and longitude of a point; the longitude of another copy of the world lies beyond 180.
 * @param {UnitPoint} point
 * @returns {Position}
 */
export function positionOfPoint({ x, y }) {
  return { latitude: Math.atan(Math.sinh((1 - 2 * y) * Math.PI)) * 180 / Math.PI, longitude: (x - 0.5) * 360 };
}

/**
 * A box; `west` may be less than 0 and `east` more than 1 where it contains the date line.
 * @typedef {{ west: number, east: number, north: number, south: number }} UnitBox
 */

/**
 * Returns the narrowest box around points; null without any. It crosses the date line where that is narrower.
 * @param {UnitPoint[]} points
 * @returns {UnitBox | null}
 */
export function boxAround(points) {
  if (points.length === 0) { return null; }
  let [north, south] = [1, 0];
  for (const { y } of points) { [north, south] = [Math.min(north, y), Math.max(south, y)]; }
  const sorted = points.map((point) => point.x).sort((a, b) => a - b);
  const last = sorted[sorted.length - 1];
  // The box is all but the widest gap.
  let [west, east, gap] = [sorted[0], last, 1 + sorted[0] - last];
  for (let index = 1; index < sorted.length; index += 1) {
    if (sorted[index] - sorted[index - 1] <= gap) { continue; }
    gap = sorted[index] - sorted[index - 1];
    [west, east] = [sorted[index], sorted[index - 1] + 1];
  }
  return { west, east, north, south };
}

/**
 * Returns the x of the copy of a point that is nearest to another x.
 * @param {number} x
 * @param {number} other
 */
export const nearestX = (x, other) => x + Math.round(other - x);
