// The position to which a fix, its speed and its course lead by this moment, by the rules of the daemon's CurrentPosition.

import { positionOf } from './state.js';
import { isNumber } from './values.js';

// The seconds after a fix for which the position goes on, and for which there is one.
const maxExtrapolation = 3;
export const maxBridged = 5;

// The acceleration in m/s² by which the machine may have left the straight way.
const acceleration = 2;

// WGS 84: the radius of the equator in metres, and the squared eccentricity. A web map ends before the poles.
const equator = 6378137;
const eccentricity = 0.00669438;
const maxLatitude = 86;

/** @typedef {import('./geodesy.js').Position & { radius: number, bridged: number }} PositionNow */

/**
 * Returns the position now, with its radius in metres and the seconds since its fix; null where the report has none, or has
 * it no longer.
 * @param {Report} report
 * @param {number} elapsed seconds since the report arrived
 * @returns {PositionNow | null}
 */
export function positionNow(report, elapsed) {
  const { fix, motion, now, state } = report;
  const here = positionOf(report);
  if (state !== 'live' || motion !== 'moving' || !now || !fix || !here || Math.abs(here.latitude) > maxLatitude) { return null; }
  const bridged = isNumber(now.bridged) ? now.bridged + elapsed : NaN;
  const { course, horizontalAccuracy, speed } = fix;
  if (!(bridged >= 0 && bridged <= maxBridged) || !isNumber(course) || !isNumber(horizontalAccuracy) || !isNumber(speed)) { return null; }
  const moved = Math.min(bridged, maxExtrapolation);
  const [latitude, direction] = [here.latitude, course].map((degrees) => degrees * Math.PI / 180);
  const curvature = 1 - eccentricity * Math.sin(latitude) ** 2;
  const way = speed * moved * 180 / Math.PI / equator * Math.sqrt(curvature);
  return {
    latitude: here.latitude + way * Math.cos(direction) * curvature / (1 - eccentricity),
    longitude: here.longitude + way * Math.sin(direction) / Math.cos(latitude),
    radius: horizontalAccuracy + acceleration / 2 * bridged ** 2 + speed * (bridged - moved),
    bridged,
  };
}
