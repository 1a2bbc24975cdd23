import { clockTime } from '../model/journeys.js';
import { rangeQuery } from '../model/range.js';
import { readSeries, rowAt, rowText } from '../model/series.js';
import { language } from '../model/text.js';
import { nearestMoment, timedLines } from '../model/timed-track.js';
import { requestFigures } from '../server/requests.js';
import { make } from './dom.js';

const { L } = window;

const pane = 'bubble';

// The distance in pixels from the line within which a click is on it, and the seconds around the moment whose values are requested.
const reach = 22;
const around = 60;

/** What is known of a moment of the line: its time, speed and accuracy, shown where the reader has clicked on it. */
export class MomentBubble {
  /** @type {L.Layer[]} */
  #layers = [];
  /** @type {AbortController | null} */
  #abort = null;

  /**
   * @param {import('./history-view.js').HistoryParts} parts
   * @param {import('./track-view.js').TrackView} track
   */
  constructor({ mapView, units, hasJourneys }, track) {
    this.mapView = mapView;
    this.track = track;
    this.units = units;
    this.hasValues = hasJourneys;
    this.isOn = false;
    mapView.map.createPane(pane);
    mapView.map.on('click', ({ latlng }) => this.#choose(latlng));
    track.onDraw(() => this.clear());
    document.addEventListener('keydown', (event) => { if (event.key === 'Escape') { this.clear(); } });
  }

  /** Removes the moment. */
  clear() {
    if (this.#abort) { this.#abort.abort(); }
    for (const layer of this.#layers) { layer.remove(); }
    this.#layers = [];
  }

  /** @param {L.LatLng} point */
  async #choose({ lat, lng }) {
    this.clear();
    const lines = this.isOn ? timedLines(this.track.document, this.mapView.map.getCenter().lng) : [];
    const nearest = nearestMoment(lines, lat, lng);
    if (!nearest || nearest.degrees * 111195 / this.mapView.metresPerPixel > reach) { return; }
    const { map } = this.mapView;
    const isDay = new Date(nearest.seconds * 1000).toDateString() === (this.track.range || { from: new Date(NaN) }).from.toDateString();
    const time = isDay ? clockTime(nearest.seconds * 1000)
      : new Date(nearest.seconds * 1000).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' });
    const content = make('span', {}, make('b', { textContent: time }));
    content.setAttribute('role', 'status');
    const mark = L.circleMarker(nearest.point, { pane, radius: 7, className: 'moment', interactive: false }).addTo(map);
    mark.bindTooltip(content, { permanent: true, direction: 'top', offset: [0, -8], opacity: 1, className: 'bubble' });
    this.#layers = [mark];
    const values = await this.#values(nearest.seconds);
    if (values) { content.append(make('span', { textContent: values })); }
  }

  /**
   * Returns the values at a moment as text; empty where the server has none.
   * @param {number} seconds
   */
  async #values(seconds) {
    if (!this.hasValues) { return ''; }
    const abort = this.#abort = new AbortController();
    const span = { from: new Date((seconds - around) * 1000), to: new Date((seconds + around) * 1000) };
    const document = await requestFigures('v1/series?' + rangeQuery(span) + '&points=' + 2 * around, { signal: abort.signal }).catch(() => null);
    if (!document || abort.signal.aborted) { return ''; }
    const series = readSeries(document);
    return rowText(series, rowAt(series, seconds), this.units());
  }
}
