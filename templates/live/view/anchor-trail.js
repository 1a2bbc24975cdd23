import { rangeQuery } from '../model/range.js';
import { extendedTrail, farthestSwing, trailLines, trailPoints, trailStart } from '../model/swing.js';
import { requestJSON } from '../server/requests.js';

/**
 * @typedef {import('../model/geodesy.js').Position} Position
 * @typedef {import('../model/places.js').AnchorWatch} AnchorWatch
 * @typedef {import('../model/track.js').TimedPoint} TimedPoint
 */

// The metres by which the server may simplify the track.
const tolerance = 1;

/** The way of the boat since the anchor was dropped: from the history, if there is one, and then by the reports. */
export class AnchorTrail {
  /** @type {TimedPoint[]} */
  #points = [];
  /**
   * The watch whose track was requested.
   * @type {string | null}
   */
  #key = null;

  /**
   * @param {boolean} hasHistory false on a server without one: there the way begins now
   * @param {() => void} loaded called when the past of the way is known
   */
  constructor(hasHistory, loaded) {
    this.hasHistory = hasHistory;
    this.loaded = loaded;
  }

  /**
   * Follows the boat of a watch. Returns true if its way has changed.
   * @param {AnchorWatch | null} watch
   * @param {Position | null} here null for a position that is not current
   * @param {number} seconds since 1970, of the position
   */
  follow(watch, here, seconds) {
    const key = watch && [watch.set, watch.latitude, watch.longitude].join(' ');
    const isOther = key !== this.#key;
    if (isOther) {
      this.#key = key;
      this.#points = [];
      if (watch && this.hasHistory) { this.#request(watch); }
    }
    const before = this.#points;
    if (watch && here && Number.isFinite(seconds)) { this.#points = extendedTrail(before, here, seconds); }
    return isOther || this.#points !== before;
  }

  /** @param {number} longitude on whose copy of the world the lines are */
  lines(longitude) { return trailLines(this.#points, longitude); }

  /** @param {AnchorWatch} watch */
  farthest(watch) { return farthestSwing(this.#points, watch); }

  /** @param {AnchorWatch} watch */
  async #request(watch) {
    const [key, start] = [this.#key, trailStart(watch, Date.now())];
    if (start === null) { return; }
    const query = rangeQuery({ from: new Date(start), to: null }, tolerance);
    const document = await requestJSON('v1/track?' + query, { headers: { Accept: 'application/geo+json' } }).catch(() => null);
    if (key !== this.#key) { return; }
    const last = trailPoints(document);
    const end = last.length > 0 ? last[last.length - 1][2] : -Infinity;
    this.#points = [...last, ...this.#points.filter((point) => point[2] > end)];
    this.loaded();
  }
}
