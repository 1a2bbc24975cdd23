import { nearestCopy } from '../model/geodesy.js';
import { rangeQuery, tolerance } from '../model/range.js';
import { trackLines } from '../model/track.js';
import { requestJSON } from '../server/requests.js';

/**
 * @typedef {import('../model/journeys.js').Journey} Journey
 * @typedef {import('../model/track.js').Point} Point
 */

const { L } = window;

// The side in metres of the square that the map shows around a stay.
const squareSize = 600;

const pane = 'journeys';

/** The highlight of a journey on the map. */
export class JourneyLayer {
  /** @type {AbortController | null} */
  #abort = null;

  /** @param {import('./map-view.js').MapView} mapView */
  constructor(mapView) {
    this.mapView = mapView;
    mapView.map.createPane(pane);
    this.group = L.layerGroup().addTo(mapView.map);
  }

  /**
   * Shows a journey, and fits the map to it; null for none.
   * @param {Journey | null} journey
   */
  async show(journey) {
    if (this.#abort) { this.#abort.abort(); }
    const abort = this.#abort = new AbortController();
    this.group.clearLayers();
    if (!journey) { return; }
    const centre = this.mapView.map.getCenter().lng;
    const points = journey.positions.map(({ latitude, longitude }) => (
      /** @type {Point} */ ([latitude, nearestCopy(longitude, centre)])));
    if (journey.kind === 'stay') { this.#drawStay(points[0]); return; }
    this.#drawLines([points], journey.kind === 'gap');
    if (journey.kind === 'gap') { return; }
    const range = { from: new Date(journey.from), to: new Date(journey.to) };
    const query = rangeQuery(range, tolerance(this.mapView.metresPerPixel, range, Date.now()));
    const document = await requestJSON('v1/track?' + query, { signal: abort.signal }).catch(() => null);
    if (!document || abort.signal.aborted) { return; }
    this.group.clearLayers();
    this.#drawLines(trackLines(document, centre), false);
  }

  /** @param {Point | undefined} point */
  #drawStay(point) {
    if (!point) { return; }
    L.circleMarker(point, { pane, radius: 12, className: 'journey-stay', interactive: false }).addTo(this.group);
    this.mapView.fit(L.latLng(...point).toBounds(squareSize));
  }

  /** @param {Point[][]} lines @param {boolean} isGap */
  #drawLines(lines, isGap) {
    const drawn = lines.filter((line) => line.length > 0).map((line) => (line.length === 1 ? [line[0], line[0]] : line));
    if (drawn.length === 0) { return; }
    const layer = (/** @type {string} */ className) => (
      L.polyline([], { pane, className, interactive: false }).setLatLngs(drawn).addTo(this.group));
    layer('journey-edge');
    this.mapView.fit(layer(isGap ? 'journey-line gap' : 'journey-line').getBounds(), { isLine: true });
  }
}
