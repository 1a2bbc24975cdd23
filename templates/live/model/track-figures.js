// The figures of a period: of all receivers, and of each of several.

import { text } from './text.js';
import { formatDistance, formatDuration, formatSpeed } from './units.js';
import { isNumber } from './values.js';

/**
 * Returns the figures of a track as labels and texts, without those that are unknown.
 * @param {TrackStatistics} figures
 * @param {string} units
 * @returns {[string, string][]}
 */
export function trackFigures(figures, units) {
  const speed = (/** @type {number} */ value) => formatSpeed(value, units);
  const length = (/** @type {number} */ value) => formatDistance(value, units);
  /** @type {[string, unknown, (value: number) => string][]} */
  const rows = [
    ['distance', figures.distance, length], ['moving', figures.moving, formatDuration], ['standing', figures.standing, formatDuration],
    ['average-speed', figures.meanSpeed, speed], ['top-speed', figures.topSpeed, speed], ['ascent', figures.ascent, length]];
  return rows.flatMap(([label, value, format]) => (
    isNumber(value) ? [/** @type {[string, string]} */ ([text('history.' + label), format(value)])] : []));
}
