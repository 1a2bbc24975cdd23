import { metresPerPixel, nearestCopy, normalizedLongitude, zoomForAccuracy } from '../model/geodesy.js';
import { roundLength } from '../model/units.js';
import { PositionMark } from './position-mark.js';

/** @typedef {import('../model/geodesy.js').Position} Position */

const { L } = window;
// The maximum width of the scale in pixels.
const maxScaleWidth = 110;

const Grid = L.GridLayer.extend({
  createTile() {
    const tile = document.createElement('div');
    tile.className = 'grid';
    return tile;
  },
});

/**
 * The pixels at each side of the map that other parts of the page cover.
 * @typedef {{ top: number, right: number, bottom: number, left: number }} Padding
 */

/** @typedef {{ bounds: L.LatLngBounds, maxZoom: number, isLine?: boolean }} Fit */

// The pixels around what the map is fitted to.
const padding = 36;

// The radius of a mark at the end of a line, and the space around it; pixels.
const markRadius = 24;

// The milliseconds for which the free part of the map has to keep its size before the map is fitted again.
const pause = 120;

/** The map: a grid below the tiles, the position with its heading and accuracy, and the mode that follows it. */
export class MapView {
  /** @type {PositionMark | null} */
  #mark = null;
  /** @type {L.LatLng | null} */
  #position = null;
  #isFollowing = true;
  #isFitted = false;
  /**
   * What the map shows since it was fitted; null once it was moved.
   * @type {Fit | null}
   */
  #fitted = null;
  /**
   * What the map was fitted to last; null before.
   * @type {Fit | null}
   */
  #last = null;
  /** @type {number | undefined} */
  #timer;
  #isMakingRoom = false;
  #observer = new ResizeObserver(() => this.#adjust());

  /**
   * @param {HTMLElement} element
   * @param {() => void} changed is called when the mode or the view changes
   * @param {HTMLElement} free the part of it that nothing covers
   */
  constructor(element, changed, free = element) {
    this.free = free;
    this.changed = changed;
    const map = this.map = L.map(element, { zoomControl: false, attributionControl: false, maxZoom: 20, minZoom: 2 });
    map.setView([0, 0], 2);
    this.#zoomAroundPosition();
    this.attribution = L.control.attribution({ prefix: false }).addTo(map);
    this.#addControls();
    new Grid({ pane: 'tilePane', zIndex: 0 }).addTo(map);
    map.on('dragstart', () => this.follow(false));
    map.on('keydown', ({ originalEvent }) => {
      if (originalEvent.key.startsWith('Arrow')) { this.follow(false); }
    });
    map.on('movestart zoomstart', () => { this.#fitted = null; });
    map.on('moveend zoomend', changed);
    this.#observer.observe(free);
  }

  /** Shows the sources of the map beside the scale; a page without controls of its own has Leaflet's. */
  #addControls() {
    const credits = document.getElementById('credits');
    if (credits) { credits.append(this.attribution.getContainer()); } else { L.control.zoom({ position: 'topright' }).addTo(this.map); }
  }

  /** Keeps the position where it is on the screen while the reader zooms and the map follows it. */
  #zoomAroundPosition() {
    const { map } = this;
    const setZoom = map.setZoom.bind(map);
    map.setZoom = (zoom, options) => (this.#isFollowing && this.#position
      ? map.setZoomAround(this.#position, Math.min(Math.max(zoom, map.getMinZoom()), map.getMaxZoom()), options) : setZoom(zoom, options));
    map.on('zoomend', () => { if (this.#isFollowing) { this.#centre(false); } });
  }

  /**
   * Calls a function with the point of a context menu or of a long press.
   * @param {(point: Position) => void} chosen
   */
  onPoint(chosen) {
    this.map.on('contextmenu', ({ latlng }) => chosen({ latitude: latlng.lat, longitude: normalizedLongitude(latlng.lng) }));
  }

  get isFollowing() { return this.#isFollowing; }

  /** @param {boolean} isFollowing */
  follow(isFollowing) {
    this.#isFollowing = isFollowing;
    // In this mode the position stays where it is while the reader zooms.
    this.map.options.scrollWheelZoom = this.map.options.touchZoom = isFollowing ? 'center' : true;
    if (isFollowing) {
      // Moves that follow the position have no start, which would clear it.
      this.#fitted = null;
      this.#centre(true);
    }
    this.changed();
  }

  /**
   * Returns what the card, the sheet, the panel, the charts and the notice cover.
   * @returns {Padding}
   */
  freeArea() {
    const { x: width, y: height } = this.map.getSize();
    const { top, right, bottom, left } = this.free.getBoundingClientRect();
    const notes = Array.from(this.free.querySelectorAll('.tiles-note:not([hidden]), .day-chip:not([hidden])'));
    const noteBottom = Math.max(top, ...notes.map((note) => note.getBoundingClientRect().bottom));
    return { top: Math.max(top, noteBottom), right: Math.max(width - right, 0), bottom: Math.max(height - bottom, 0), left: Math.max(left, 0) };
  }

  /**
   * Shows a position.
   * @param {Position} position
   * @param {number | null} radius of the accuracy circle, in metres; null where the accuracy is unknown
   * @param {number | null} heading in degrees; null where it is unknown
   * @param {string} label for screen readers
   */
  show(position, radius, heading, label) {
    const longitude = nearestCopy(position.longitude, this.map.getCenter().lng);
    const isFirst = !this.#position;
    const location = this.#position = L.latLng(position.latitude, longitude);
    if (isFirst && !this.#isFitted) {
      const maxZoom = zoomForAccuracy(radius);
      this.map.setView(location, maxZoom, { animate: false });
      this.#centre(false);
      // The card and the sheet have not their size yet. A map that follows needs no fit, which would lead back to this position later.
      this.#fitted = this.#isFollowing ? null : { bounds: location.toBounds(1), maxZoom };
    }
    this.#mark = this.#mark || new PositionMark(this.map, location);
    this.#mark.move(location, { radius, heading, label });
    if (this.#isFollowing) { this.#centre(false); }
  }

  /**
   * Moves the mark between two reports, and not the map.
   * @param {Position} position
   * @param {number | null} radius as above
   */
  moveMark(position, radius) {
    if (!this.#mark || !this.#position) { return; }
    this.#position = L.latLng(position.latitude, nearestCopy(position.longitude, this.#position.lng));
    this.#mark.place(this.#position, radius);
  }

  /**
   * Shows a note at the marker, as for a position that is not current; none for an empty text.
   * @param {string} text
   */
  annotate(text) { if (this.#mark) { this.#mark.annotate(text); } }

  /** Removes the position from the map, for example in a privacy zone. */
  hide() {
    if (this.#mark) { this.#mark.remove(); }
    this.#mark = null;
    this.#position = null;
  }

  /** Ends with the page. */
  remove() {
    this.#observer.disconnect();
    this.hide();
    this.map.remove();
  }

  /**
   * Shows an area in the free part of the map, and again after each change of that part, until the map is moved.
   * @param {L.LatLngBounds} bounds
   * @param {{ maxZoom?: number, isLine?: boolean }} [options]
   */
  fit(bounds, options = {}) {
    this.follow(false);
    this.#isFitted = true;
    this.#last = { bounds, maxZoom: options.maxZoom ?? 17, isLine: options.isLine };
    this.#moveTo(this.#last);
    this.changed();
  }

  /** @param {Fit} fit */
  #moveTo(fit) {
    const { top, right, bottom, left } = this.freeArea();
    const { x: width, y: height } = this.map.getSize();
    const [across, down] = [(width - left - right) / 8, (height - top - bottom) / 8].map((limit) => Math.max(0, Math.min(padding, limit)));
    // No line ends below the controls, where they are a column beside much free map; anything else is in the middle.
    const column = fit.isLine ? this.free.querySelector('#controls') : null;
    const controls = column instanceof HTMLElement && column.offsetHeight > column.offsetWidth ? column.offsetWidth : 0;
    this.map.fitBounds(fit.bounds, {
      paddingTopLeft: [left + across, top + down], paddingBottomRight: [right + Math.max(across, Math.min(2 * across, controls + markRadius)), bottom + down], maxZoom: fit.maxZoom, animate: false });
    this.#fitted = fit;
  }

  /**
   * Returns true while the map shows an area that it was fitted to: until it is moved.
   * @param {L.LatLngBounds} bounds
   */
  isFittedTo(bounds) { return this.#fitted !== null && this.#fitted.bounds === bounds; }

  /** True where the map was fitted to something. */
  get canFitAgain() { return this.#last !== null; }

  /** Shows again what the map was fitted to last. */
  fitAgain() { if (this.#last) { this.fit(this.#last.bounds, this.#last); } }

  /** Forgets what the map was fitted to, which is no longer shown. */
  forgetFit() { this.#fitted = this.#last = null; }

  /** Shows the same in a free part of another size. */
  #adjust() {
    if (this.#isFollowing) { this.#centre(false); }
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => { if (this.#fitted) { this.#moveTo(this.#fitted); } }, pause);
  }

  /** Keeps the notice from covering what the map shows. Another zoom can hide the notice again. */
  makeRoom() {
    if (this.#isMakingRoom) { return; }
    this.#isMakingRoom = true;
    if (this.#isFollowing) { this.#centre(false); } else if (this.#fitted) { this.#moveTo(this.#fitted); }
    this.#isMakingRoom = false;
  }

  get metresPerPixel() { return metresPerPixel(this.map.getCenter().lat, this.map.getZoom()); }

  /**
   * Returns the length of the scale as text, and its width in pixels.
   * @param {string} units
   */
  scale(units) {
    const metresPerPixel = Math.max(this.metresPerPixel, 1e-3);
    const length = roundLength(metresPerPixel * maxScaleWidth, units);
    return { text: length.text, width: length.metres / metresPerPixel };
  }

  /**
   * Moves the position into the centre of the free part.
   * @param {boolean} isAnimated
   */
  #centre(isAnimated) {
    if (!this.#position) { return; }
    const { x: width, y: height } = this.map.getSize();
    const { top, right, bottom, left } = this.freeArea();
    const centre = L.point((left + width - right) / 2, (top + height - bottom) / 2);
    const offset = this.map.latLngToContainerPoint(this.#position).subtract(centre);
    if (offset.distanceTo(L.point(0, 0)) < 1) { return; }
    // Reports arrive faster than animations end, so their moves are not animated.
    this.map.panBy(offset, { animate: isAnimated, noMoveStart: true });
  }
}
