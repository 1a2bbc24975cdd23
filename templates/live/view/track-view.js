import { nearestCopy } from '../model/geodesy.js';
import { chosenRange, isLong, rangeQuery, tolerance } from '../model/range.js';
import { liveLines, trackEnd, trackLines } from '../model/track.js';
import { text } from '../model/text.js';
import { send } from '../server/requests.js';
import { onThemeChange, tokenColour } from './token-colours.js';

/**
 * @typedef {import('../model/range.js').RangeChoice} RangeChoice
 * @typedef {import('../model/range.js').TimeRange} TimeRange
 * @typedef {import('../model/track.js').Point} Point
 * @typedef {import('../model/track.js').TimedPoint} TimedPoint
 */

const { L } = window;

// The number of live points after which the line is requested again, simplified.
const maxLivePoints = 600;

// The pixels of the line of a day or a trail, of the line of a long period, which crosses itself, and of the edge at each side.
const weight = 5;
const thinWeight = 3;
const edge = 2;

/** The line of the track: requested for a time range, and continued as the position moves. */
export class TrackView {
  /** @type {TimeRange | null} */
  #range = null;
  /** @type {RangeChoice} */
  #choice = { kind: 'off' };
  #tolerance = 0;
  /** @type {AbortController | null} */
  #abort = null;
  /** @type {Point[][]} */
  #lines = [];
  /**
   * The end of the lines.
   * @type {TimedPoint | null}
   */
  #end = null;
  /** @type {TimedPoint[]} */
  #livePoints = [];
  #pointsSinceRequest = 0;
  /**
   * The document of the track that is shown; null for none.
   * @type {any}
   */
  document = null;
  /** @type {(() => void)[]} */
  #callbacks = [];
  #isDrawScheduled = false;

  /**
   * @param {import('./map-view.js').MapView} mapView
   * @param {(note: string) => void} showNote
   */
  constructor(mapView, showNote) {
    this.mapView = mapView;
    this.showNote = showNote;
    const renderer = this.renderer = L.canvas({ padding: 0.3 });
    const layer = () => L.polyline([], { renderer, interactive: false, smoothFactor: 1 }).addTo(mapView.map);
    this.outline = layer();
    this.line = layer();
    this.#colour();
    onThemeChange(() => this.#colour());
    mapView.map.on('zoomend', () => this.#refine());
  }

  /** Gives the line its colours: what is behind the current position is of now, the rest is of the past. */
  #colour() {
    const { kind } = this.#choice;
    const width = this.width;
    Object.assign(this.outline.options, { color: tokenColour('--marker-ring'), weight: width + 2 * edge });
    Object.assign(this.line.options, { color: tokenColour(kind === 'hour' || kind === 'today' ? '--now' : '--past'), weight: width });
    // Leaflet's setStyle() fails for a line without points.
    for (const layer of [this.outline, this.line]) { layer.redraw(); }
  }

  /**
   * Calls a function when another track is shown.
   * @param {() => void} callback
   */
  onDraw(callback) { this.#callbacks.push(callback); }

  /** The width of the line in pixels. */
  get width() { return isLong(this.#choice) ? thinWeight : weight; }

  /** The lines of the track that the server has. */
  get lines() { return this.#lines; }

  #changed() { for (const callback of this.#callbacks) { callback(); } }

  /**
   * Shows another range, and fits the map to one that has ended.
   * @param {RangeChoice} choice
   */
  choose(choice) {
    this.#choice = choice;
    this.#lines = [];
    this.#end = null;
    this.document = null;
    this.#colour();
    this.#scheduleDraw();
    this.#changed();
    this.showNote('');
    return this.refresh(['day', 'month', 'year', 'range'].includes(choice.kind));
  }

  get range() { return this.#range; }

  /** True for a range that extends to the present. */
  get #isLive() { return this.#range !== null && !this.#range.to; }

  /**
   * Adds the current position, which continues a range that extends to the present.
   * @param {import('../model/geodesy.js').Position} position
   * @param {number} seconds
   */
  append(position, seconds) {
    if (Number.isNaN(seconds)) { return; }
    const last = this.#livePoints.at(-1);
    const longitude = nearestCopy(position.longitude, last ? last[1] : this.mapView.map.getCenter().lng);
    if (last && last[0] === position.latitude && last[1] === longitude) { last[2] = seconds; } else {
      this.#livePoints.push([position.latitude, longitude, seconds]);
      this.#pointsSinceRequest += 1;
    }
    this.#livePoints = this.#livePoints.slice(-2 * maxLivePoints);
    if (!this.#isLive) { return; }
    this.showNote('');
    if (this.#pointsSinceRequest > maxLivePoints) { this.refresh(false); } else { this.#scheduleDraw(); }
  }

  /** @param {boolean} isToFit fits the map to the track */
  async refresh(isToFit) {
    if (this.#abort) { this.#abort.abort(); }
    const range = this.#range = chosenRange(this.#choice, Date.now());
    this.#pointsSinceRequest = 0;
    if (!range) { return; }
    const abort = this.#abort = new AbortController();
    this.#tolerance = tolerance(this.mapView.metresPerPixel, range, Date.now(), isToFit);
    try {
      const query = rangeQuery(range, this.#tolerance);
      const response = await send('v1/track?' + query, { signal: abort.signal, headers: { Accept: 'application/geo+json' } });
      if (!response.ok) { throw new Error('status ' + response.status); }
      this.#show(await response.json(), isToFit);
    } catch (error) {
      if (error instanceof Error && error.name !== 'AbortError') { this.showNote(text('history.track-unavailable')); }
    }
  }

  /** @param {any} document @param {boolean} isToFit */
  #show(document, isToFit) {
    this.#lines = trackLines(document, this.mapView.map.getCenter().lng);
    const end = this.#end = trackEnd(document);
    this.document = document;
    // The history is written with a delay: points that it does not contain yet stay.
    this.#livePoints = this.#livePoints.filter((point) => !end || point[2] > end[2]);
    this.#draw();
    this.#changed();
    this.showNote(this.#lines.length || (this.#isLive && this.#livePoints.length) ? '' : text('history.no-track'));
    const bounds = this.outline.getBounds();
    if (!isToFit || !bounds.isValid()) { return; }
    this.mapView.fit(bounds, { isLine: true });
    this.#refine();
  }

  /** Requests a finer line for a closer view; for a wider one the line at hand is sufficient. */
  #refine() {
    const range = this.#range;
    if (!range) { return; }
    if (tolerance(this.mapView.metresPerPixel, range, Date.now()) < this.#tolerance) { this.refresh(false); }
  }

  /** Draws once per frame at most. */
  #scheduleDraw() {
    if (this.#isDrawScheduled) { return; }
    this.#isDrawScheduled = true;
    requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#isDrawScheduled = false;
    const lines = this.#lines.concat(this.#isLive ? liveLines(this.#livePoints, this.#end) : []);
    // A line of two equal points is drawn as a dot.
    const drawn = lines.map((line) => (line.length === 1 ? [line[0], line[0]] : line));
    this.outline.setLatLngs(drawn);
    this.line.setLatLngs(drawn);
  }
}
