import { spread } from '../model/chevrons.js';
import { nearestCopy } from '../model/geodesy.js';
import { make } from './dom.js';

/**
 * @typedef {import('../model/journeys.js').Journey} Journey
 * @typedef {import('../model/journeys.js').Stop} Stop
 * @typedef {import('../model/journeys.js').Way} Way
 */

const { L } = window;

const pane = 'day';

// The pixels of a mark, and the number of marks that a map can show.
const size = 28;
const maxMarks = 100;

/** The stops of a day as marks on the map, which are those of its list, and the gaps of its line. */
export class DayLayer {
  /** @type {{ point: L.LatLng, label: HTMLElement }[]} */
  #marks = [];

  /**
   * @param {import('./map-view.js').MapView} mapView
   * @param {(journey: Journey) => void} selected
   */
  constructor(mapView, selected) {
    this.map = mapView.map;
    this.selected = selected;
    this.map.createPane(pane);
    this.gaps = L.layerGroup().addTo(this.map);
    this.stops = L.layerGroup().addTo(this.map);
    this.map.on('zoomend', () => this.#spread());
  }

  /** @param {(Stop | Way)[]} rows of the day */
  show(rows) {
    this.gaps.clearLayers();
    this.stops.clearLayers();
    const centre = this.map.getCenter().lng;
    for (const row of rows) {
      if (row.kind === 'gap') { this.#addGap(row.journey, centre); }
    }
    const stops = rows.filter((row) => row.kind === 'stop').slice(0, maxMarks);
    this.#marks = /** @type {Stop[]} */ (stops).flatMap((stop) => this.#addStop(stop, centre));
    this.#spread();
  }

  /** @param {Journey} gap @param {number} centre */
  #addGap({ positions }, centre) {
    const ends = positions.map(({ latitude, longitude }) => /** @type {[number, number]} */ ([latitude, nearestCopy(longitude, centre)]));
    if (ends.length < 2) { return; }
    for (const className of ['day-gap edge', 'day-gap']) {
      L.polyline(ends, { className, interactive: false }).addTo(this.gaps);
    }
  }

  /** @param {Stop} stop @param {number} centre */
  #addStop({ mark, position, journey }, centre) {
    if (!position) { return []; }
    const point = L.latLng(position.latitude, nearestCopy(position.longitude, centre));
    const label = make('span', { className: mark === 'A' || mark === 'B' ? 'mark end' : 'mark', textContent: mark });
    const icon = L.divIcon({ className: 'day-stop', iconSize: [size, size], html: label });
    const marker = L.marker(point, { icon, pane, keyboard: false, interactive: journey !== null }).addTo(this.stops);
    // The list has the same for the keyboard and for screen readers.
    marker.getElement()?.setAttribute('aria-hidden', 'true');
    if (journey) { marker.on('click', () => this.selected(journey)); }
    return [{ point, label }];
  }

  /** Moves marks that would cover others: a day often ends where it began. */
  #spread() {
    const rights = spread(this.#marks.map(({ point }) => this.map.latLngToContainerPoint(point)), size);
    this.#marks.forEach(({ label }, index) => { label.style.transform = rights[index] ? 'translateX(' + rights[index] + 'px)' : ''; });
  }
}
