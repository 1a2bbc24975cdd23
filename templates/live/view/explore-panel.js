import { colourings } from '../model/colour-scale.js';
import { clockTime } from '../model/journeys.js';
import { Moment } from '../model/moment.js';
import { momentSpan } from '../model/period-text.js';
import { rangeQuery } from '../model/range.js';
import { readSeries, recordedSpan, rowAt, rowText, tableRows } from '../model/series.js';
import { language, text } from '../model/text.js';
import { nearestMoment, positionAt, timedLines } from '../model/timed-track.js';
import { delay, requestFigures } from '../server/requests.js';
import { ChartsView, loadLibrary } from './charts-view.js';
import { element, fillSelect, make, setText, showText } from './dom.js';
import { PlaybackView } from './playback-view.js';
import { RejectedLayer } from './rejected-layer.js';
import { onThemeChange } from './token-colours.js';
import { TrackColours } from './track-colours.js';

/**
 * @typedef {import('../model/range.js').TimeRange} TimeRange
 * @typedef {import('../model/series.js').Series} Series
 * @typedef {import('../model/track.js').TimedPoint} TimedPoint
 */

const { L } = window;

const pane = 'moment';

/**
 * Returns the choices of a list: value, label.
 * @param {string[]} values
 * @returns {[string, string][]}
 */
const choices = (values) => values.map((value) => [value, text('charts.' + value)]);

// The rows of the table, and the distance in pixels from the track within which the pointer selects a moment.
const maxTableRows = 48;
const maxPointerDistance = 25;

/** The charts, the playback and the colours of a span. */
export class ExplorePanel {
  /** @type {Series | null} */
  #series = null;
  /** @type {TimedPoint[][]} */
  #lines = [];
  /** @type {AbortController | null} */
  #abort = null;
  /** @type {L.CircleMarker | null} */
  #mark = null;
  /** @type {import('./charts-view.js').Library} */
  #library = 'unreachable';
  #moment = new Moment();

  /**
   * @param {import('./map-view.js').MapView} mapView
   * @param {import('./track-view.js').TrackView} track
   * @param {() => string} units
   */
  constructor(mapView, track, units) {
    this.mapView = mapView;
    this.track = track;
    this.units = units;
    mapView.map.createPane(pane);
    this.charts = new ChartsView(this.#moment);
    this.playback = new PlaybackView(this.#moment, (seconds) => this.#describe(seconds), () => mapView.follow(false));
    this.colours = new TrackColours(mapView, track);
    this.rejected = new RejectedLayer(mapView);
    this.over = fillSelect('axis', 'axis', choices(['time', 'distance']), () => this.#drawCharts());
    this.colouring = fillSelect('colouring', 'colouring', choices(colourings), () => this.#drawColours());
    this.#moment.onChange((seconds) => this.#drawMark(seconds));
    mapView.map.on('mousemove', ({ latlng }) => this.#pointAt(latlng));
    element('options-open').addEventListener('click', () => {
      const isOpen = element('chart-options').hidden;
      element('chart-options').hidden = !isOpen;
      element('options-open').setAttribute('aria-expanded', String(isOpen));
    });
    element('series-details').addEventListener('toggle', () => this.#drawTable());
    track.onDraw(() => this.#readTrack());
    onThemeChange(() => this.#drawColours());
  }

  /**
   * Sets the stays and gaps of the day.
   * @param {import('../model/journeys.js').Journey[]} journeys
   */
  setJourneys(journeys) { this.charts.setJourneys(journeys); }

  /**
   * Shows a span; none for null.
   * @param {TimeRange | null} span
   * @param {string} [title] empty for the times of the span
   */
  async show(span, title = '') {
    if (this.#abort) { this.#abort.abort(); }
    if (!span) { this.#clear(); return; }
    const abort = this.#abort = new AbortController();
    element('panel').setAttribute('aria-busy', 'true');
    const end = span.to || new Date();
    setText('panel-span', title || momentSpan(span.from, end));
    this.rejected.setSpan(span.from.getTime(), end.getTime());
    const query = rangeQuery({ from: span.from, to: end }) + '&points=1000';
    const [library, document] = await Promise.all([
      loadLibrary(), requestFigures('v1/series?' + query, { signal: abort.signal }).catch(() => null)]);
    if (abort.signal.aborted) { return; }
    this.#library = library;
    this.#series = readSeries(document);
    this.#explain(document !== null);
    this.#drawPlayer();
    await this.#drawCharts();
    if (abort.signal.aborted) { return; }
    element('panel').removeAttribute('aria-busy');
    // The page draws the charts, and handles keys, before it goes on.
    await delay(0);
    if (abort.signal.aborted) { return; }
    this.#readTrack();
    this.#drawTable();
  }

  /** Hides everything on the map, and ends requests. */
  close() {
    this.show(null);
  }

  /** Draws everything in the current units. */
  draw() {
    this.#drawPlayer();
    this.#drawCharts();
    this.#drawColours();
    this.#drawTable();
  }

  #drawPlayer() {
    const span = this.#series && recordedSpan(this.#series);
    this.playback.setSpan(span ? span.from : 0, span ? span.to : 0);
  }

  #clear() {
    this.playback.pause();
    this.#moment.set(null);
    this.#series = null;
    this.#lines = [];
    this.charts.clear();
    this.colours.clear();
    this.rejected.clear();
    this.playback.setSpan(0, 0);
  }

  get #hasCharts() { return this.#library === 'loaded'; }

  /** @param {boolean} isLoaded */
  #explain(isLoaded) {
    const isEmpty = !this.#series || recordedSpan(this.#series) === null;
    element('plots').hidden = isEmpty || !this.#hasCharts;
    element('series-details').hidden = isEmpty;
    showText('panel-note', !isLoaded ? text('charts.values-unavailable') : isEmpty ? text('charts.nothing-recorded')
      : this.#hasCharts ? '' : text('charts.library-' + this.#library));
    if (!isEmpty && !this.#hasCharts) { element('series-details').setAttribute('open', ''); }
  }

  async #drawCharts() {
    if (this.#series && this.#hasCharts) { await this.charts.show(this.#series, this.over.value, this.units()); }
  }

  /** Reads the track as it was last drawn. */
  #readTrack() {
    if (!this.#series) { return; }
    this.#lines = timedLines(this.track.document, this.mapView.map.getCenter().lng);
    this.#drawColours();
    this.#drawMark(this.#moment.seconds);
  }

  #drawColours() {
    if (this.#series) { this.colours.show(this.#lines, this.#series, this.colouring.value, this.units()); }
  }

  #drawTable() {
    if (!this.#series || !element('series-details').hasAttribute('open')) { return; }
    const heads = ['time', 'speed', 'top-speed', 'altitude', 'lowest', 'highest', 'accuracy'].map((name) => text('charts.' + name));
    const isDay = (this.#series.time.at(-1) ?? 0) - (this.#series.time[0] ?? 0) <= 86400;
    const time = (/** @type {number} */ seconds) => (isDay ? clockTime(seconds * 1000)
      : new Date(seconds * 1000).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' }));
    const rows = tableRows(this.#series, this.units(), maxTableRows).map((row) => make('tr', {}, make('th', { scope: 'row', textContent: time(row.time) }),
      ...row.cells.map((cell) => make('td', { textContent: cell || '–' }))));
    element('series-table').replaceChildren(
      make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { scope: 'col', textContent: head })))), make('tbody', {}, ...rows));
  }

  /** @param {number} seconds */
  #describe(seconds) {
    return this.#series ? rowText(this.#series, rowAt(this.#series, seconds), this.units()) : '';
  }

  /** @param {number | null} seconds */
  #drawMark(seconds) {
    const point = seconds === null ? null : positionAt(this.#lines, seconds);
    if (!point) {
      if (this.#mark) { this.#mark.remove(); }
      this.#mark = null;
      return;
    }
    this.#mark = this.#mark || L.circleMarker(point, { pane, radius: 9, className: 'moment', interactive: false }).addTo(this.mapView.map);
    this.#mark.setLatLng(point);
    const [{ x, y }, size] = [this.mapView.map.latLngToContainerPoint(point), this.mapView.map.getSize()];
    const isVisible = x >= 0 && y >= 0 && x <= size.x && y <= size.y;
    if (this.playback.isPlaying && !isVisible) { this.mapView.map.panTo(point, { animate: false }); }
  }

  /** @param {L.LatLng} point */
  #pointAt({ lat, lng }) {
    if (this.playback.isPlaying || this.#lines.length === 0) { return; }
    const nearest = nearestMoment(this.#lines, lat, lng);
    const metres = nearest ? nearest.degrees * 111195 : Infinity;
    if (nearest && metres / this.mapView.metresPerPixel <= maxPointerDistance) { this.#moment.set(nearest.seconds); }
  }
}
