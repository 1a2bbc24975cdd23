import { nearestCopy, normalizedLongitude } from '../model/geodesy.js';
import { roundLength } from '../model/units.js';

/** @typedef {import('../model/geodesy.js').Position} Position */

const { L } = window;
const svgNamespace = 'http://www.w3.org/2000/svg';

// The circumference of the earth at the equator in metres, as web maps have it.
const circumference = 40075016.7;

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
 * What marks the position on the map.
 * @typedef {{ circle: L.Circle, marker: L.Marker, arrow: SVGElement }} Mark
 */

// The space in pixels around what the map is fitted to, and the space at the top while a note is shown there.
const padding = 40;
const paddingBelowNote = 124;

/** The map: a grid below the tiles, the position with its heading and accuracy, and the mode that follows it. */
export class MapView {
  /** @type {Mark | null} */
  #mark = null;
  /** @type {L.LatLng | null} */
  #position = null;
  #isFollowing = true;
  #isFitted = false;
  /**
   * What the map shows since it was fitted; null once it was moved.
   * @type {L.LatLngBounds | null}
   */
  #fitted = null;
  /** True while a note is shown at the top left. */
  #hasNote = false;

  /**
   * @param {HTMLElement} element
   * @param {() => void} changed is called when the mode or the view changes
   */
  constructor(element, changed) {
    this.changed = changed;
    this.map = L.map(element, { zoomControl: false, attributionControl: false, maxZoom: 20, minZoom: 2 });
    this.map.setView([0, 0], 2);
    L.control.zoom({ position: 'topright' }).addTo(this.map);
    L.control.attribution({ prefix: false }).addTo(this.map);
    new Grid({ pane: 'tilePane', zIndex: 0 }).addTo(this.map);
    this.map.on('dragstart', () => this.follow(false));
    this.map.on('keydown', ({ originalEvent }) => {
      if (originalEvent.key.startsWith('Arrow')) { this.follow(false); }
    });
    this.map.on('movestart zoomstart', () => { this.#fitted = null; });
    this.map.on('moveend zoomend', changed);
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
    // In this mode the position stays in the centre while the reader zooms.
    this.map.options.scrollWheelZoom = this.map.options.touchZoom = isFollowing ? 'center' : true;
    if (isFollowing) {
      // Moves that follow the position have no start, which would clear it.
      this.#fitted = null;
      this.#centre(true);
    }
    this.changed();
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
    const { marker, circle, arrow } = this.#mark = this.#mark || this.#makeMark(location);
    marker.setLatLng(location);
    marker.getElement()?.setAttribute('aria-label', label);
    circle.setLatLng(location).setRadius(radius || 0);
    arrow.setAttribute('transform', 'rotate(' + (heading || 0) + ')');
    arrow.setAttribute('visibility', heading === null ? 'hidden' : 'visible');
    if (isFirst && !this.#isFitted) { this.map.setView(location, MapView.zoom(radius), { animate: false }); }
    if (this.#isFollowing) { this.#centre(false); }
  }

  /**
   * Shows a note at the marker, as for a position that is not current; none for an empty text.
   * @param {string} text
   */
  annotate(text) {
    if (!this.#mark) { return; }
    const { marker } = this.#mark;
    const tooltip = marker.getTooltip();
    if (!text) {
      if (tooltip) { marker.unbindTooltip(); }
    } else if (!tooltip) {
      const content = document.createElement('span');
      content.textContent = text;
      marker.bindTooltip(content, { permanent: true, direction: 'top', offset: [0, -14], opacity: 1, className: 'note' });
    } else { tooltip.getContent().textContent = text; }
  }

  /** Removes the position from the map, for example in a privacy zone. */
  hide() {
    if (this.#mark) {
      this.#mark.marker.remove();
      this.#mark.circle.remove();
    }
    this.#mark = null;
    this.#position = null;
  }

  /** @param {L.LatLngBounds} bounds */
  fit(bounds) {
    this.follow(false);
    this.#isFitted = true;
    const hadNote = this.#hasNote;
    this.#moveTo(bounds);
    // The note may be about what the map shows now.
    if (this.#hasNote && !hadNote) { this.#moveTo(bounds); }
    this.#fitted = bounds;
  }

  /** @param {L.LatLngBounds} bounds */
  #moveTo(bounds) {
    const top = this.#hasNote ? paddingBelowNote : padding;
    this.map.fitBounds(bounds, { paddingTopLeft: [padding, top], paddingBottomRight: [padding, padding], maxZoom: 17, animate: false });
  }

  /**
   * Keeps a note at the top left from covering what the map was fitted to.
   * @param {boolean} hasNote
   */
  makeRoom(hasNote) {
    const isNew = hasNote && !this.#hasNote;
    this.#hasNote = hasNote;
    if (isNew && this.#fitted) { this.fit(this.#fitted); }
  }

  get metresPerPixel() {
    const { lat } = this.map.getCenter();
    return circumference * Math.cos(lat * Math.PI / 180) / 2 ** (this.map.getZoom() + 8);
  }

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
   * Returns the zoom level from 3 to 16 at which an accuracy circle is about 60 pixels wide.
   * @param {number | null} radius metres
   */
  static zoom(radius) {
    return Math.min(16, Math.max(3, Math.round(Math.log2(circumference / 256 / ((radius || 5) / 30)))));
  }

  /** @param {boolean} isAnimated */
  #centre(isAnimated) {
    if (!this.#position) { return; }
    const distance = this.map.latLngToContainerPoint(this.#position).distanceTo(this.map.getSize().divideBy(2));
    if (distance < 1) { return; }
    // Reports arrive faster than animations end, so their moves are not animated.
    this.map.panTo(this.#position, { animate: isAnimated, noMoveStart: true });
  }

  /** @param {L.LatLng} location @returns {Mark} */
  #makeMark(location) {
    const circle = L.circle(location, { radius: 0, className: 'accuracy', interactive: false }).addTo(this.map);
    const drawing = document.createElementNS(svgNamespace, 'svg');
    drawing.setAttribute('viewBox', '-24 -24 48 48');
    const arrow = this.#addShape(drawing, 'path', { class: 'arrow', d: 'M0-24 9-11A14 14 0 0 0-9-11z' });
    this.#addShape(drawing, 'circle', { class: 'dot', r: '8' });
    const icon = L.divIcon({ className: 'marker', iconSize: [48, 48], html: drawing });
    const marker = L.marker(location, { icon, keyboard: false, interactive: false }).addTo(this.map);
    marker.getElement()?.setAttribute('role', 'img');
    return { circle, marker, arrow };
  }

  /** @param {SVGElement} parent @param {'path' | 'circle'} name @param {Record<string, string>} attributes */
  #addShape(parent, name, attributes) {
    const shape = document.createElementNS(svgNamespace, name);
    for (const [key, value] of Object.entries(attributes)) { shape.setAttribute(key, value); }
    return parent.appendChild(shape);
  }
}
