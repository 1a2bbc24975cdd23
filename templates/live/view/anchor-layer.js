import { nearestCopy } from '../model/geodesy.js';
import { icon, make } from './dom.js';

/**
 * @typedef {import('../model/geodesy.js').Position} Position
 * @typedef {import('../model/places.js').AnchorWatch} AnchorWatch
 * @typedef {import('../model/track.js').Point} Point
 */

const { L } = window;

// What is in sight around the circle, relative to its radius.
const margin = 1.25;

// The size of the sign of the anchor in pixels.
const signSize = 28;

/** The anchor on the map: its circle with the radius, the way of the boat, and the line to a boat that drags. */
export class AnchorLayer {
  /** @type {AnchorWatch | null} */
  #watch = null;
  #radiusText = '';
  /** The longitude at which the anchor is drawn. */
  #longitude = 0;
  #circle = L.layerGroup();
  #trail = L.layerGroup();
  /** @type {L.Polyline | null} */
  #line = null;
  /** @type {L.Circle | null} */
  #preview = null;

  /** @param {L.Map} map */
  constructor(map) {
    this.map = map;
    this.#trail.addTo(map);
    this.#circle.addTo(map);
    map.on('moveend', () => this.#moveToVisibleCopy());
  }

  /**
   * Shows an anchor and its circle; nothing for null.
   * @param {AnchorWatch | null} watch
   * @param {string} radiusText
   */
  show(watch, radiusText) {
    [this.#watch, this.#radiusText] = [watch, radiusText];
    this.#circle.clearLayers();
    if (!watch) {
      this.showTrail([]);
      this.drawLine(null);
      return;
    }
    this.#longitude = this.#visibleCopy(watch.longitude);
    const className = 'swing' + (watch.isDragging ? ' dragging' : '');
    const circle = L.circle(this.#centre(watch), { radius: watch.radius, className, interactive: false }).addTo(this.#circle);
    this.#sign([circle.getBounds().getNorth(), this.#longitude], 'swing-radius', make('span', { textContent: radiusText }), 0);
    this.#sign(this.#centre(watch), 'anchor', icon('watch'), signSize);
  }

  /** @param {AnchorWatch} watch @returns {[number, number]} */
  #centre({ latitude }) { return [latitude, this.#longitude]; }

  /** @param {[number, number]} position @param {string} className @param {Element} content @param {number} size in pixels */
  #sign(position, className, content, size) {
    const html = make('span', { className: 'sign' }, content);
    const drawing = L.divIcon({ className, iconSize: [size, size], html });
    L.marker(position, { icon: drawing, keyboard: false, interactive: false, zIndexOffset: -500 }).addTo(this.#circle);
  }

  /**
   * Shows the way of the boat, by age.
   * @param {Point[][]} lines the oldest first
   */
  showTrail(lines) {
    this.#trail.clearLayers();
    lines.forEach((line, age) => {
      if (line.length > 1) { L.polyline(line, { className: 'swing-trail age-' + age, interactive: false }).addTo(this.#trail); }
    });
  }

  /**
   * Draws the line from the anchor to a boat that drags; none for null.
   * @param {Position | null} here
   */
  drawLine(here) {
    if (this.#line) { this.#line.remove(); }
    this.#line = null;
    if (!here || !this.#watch) { return; }
    const end = /** @type {[number, number]} */ ([here.latitude, nearestCopy(here.longitude, this.#longitude)]);
    this.#line = L.polyline([this.#centre(this.#watch), end], { className: 'swing-line', interactive: false }).addTo(this.map);
  }

  /**
   * Shows the circle that an anchor here would have; none for null.
   * @param {Position | null} here
   * @param {number} radius metres
   */
  preview(here, radius) {
    if (!here || this.#watch) {
      if (this.#preview) { this.#preview.remove(); }
      this.#preview = null;
      return;
    }
    const centre = /** @type {[number, number]} */ ([here.latitude, this.#visibleCopy(here.longitude)]);
    if (!this.#preview) { this.#preview = L.circle(centre, { radius, className: 'swing-preview', interactive: false }).addTo(this.map); }
    this.#preview.setLatLng(centre).setRadius(radius);
  }

  /**
   * Returns what is to be in sight: the circle around the anchor, or around a position without a watch, and the boat.
   * @param {Position | null} here
   * @param {number} radius of a circle without a watch, in metres
   */
  box(here, radius) {
    const centre = this.#watch || here;
    if (!centre) { return null; }
    const longitude = this.#visibleCopy(centre.longitude);
    const box = L.latLng(centre.latitude, longitude).toBounds(2 * margin * (this.#watch ? this.#watch.radius : radius));
    return here ? box.extend([here.latitude, nearestCopy(here.longitude, longitude)]) : box;
  }

  /** @param {number} longitude */
  #visibleCopy(longitude) { return nearestCopy(longitude, this.map.getCenter().lng); }

  #moveToVisibleCopy() {
    if (this.#watch && this.#visibleCopy(this.#watch.longitude) !== this.#longitude) { this.show(this.#watch, this.#radiusText); }
  }
}
