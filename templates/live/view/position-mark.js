import { metresPerPixel } from '../model/geodesy.js';

const { L } = window;
const svgNamespace = 'http://www.w3.org/2000/svg';

// The least radius of the halo, in pixels.
const minHalo = 24;

/** What marks the position on the map: a dot, with a cone where the course is known, and the halo of its accuracy. */
export class PositionMark {
  /**
   * The accuracy in metres; null where it is unknown.
   * @type {number | null}
   */
  #radius = null;
  #redraw = () => this.#drawHalo();

  /** @param {L.Map} map @param {L.LatLng} location */
  constructor(map, location) {
    this.map = map;
    this.halo = L.circle(location, { radius: 0, className: 'accuracy', interactive: false }).addTo(map);
    const drawing = document.createElementNS(svgNamespace, 'svg');
    drawing.setAttribute('viewBox', '-48 -48 96 96');
    // All of it turns: the circles are the same in any direction.
    const turning = this.turning = this.#addShape(drawing, 'g', {});
    this.#addShape(turning, 'path', { class: 'cone', d: 'M0 0-17-42A45 45 0 0 1 17-42z' });
    this.#addShape(turning, 'circle', { class: 'ring', r: '11' });
    this.#addShape(turning, 'circle', { class: 'dot', r: '8' });
    this.#addShape(turning, 'path', { class: 'tip', d: 'M0-5 3.6 4 0 2.2-3.6 4z' });
    const icon = L.divIcon({ className: 'marker', iconSize: [96, 96], html: drawing });
    this.marker = L.marker(location, { icon, keyboard: false, interactive: false }).addTo(map);
    this.marker.getElement()?.setAttribute('role', 'img');
    map.on('zoomend', this.#redraw);
  }

  /** @param {SVGElement} parent @param {'path' | 'circle' | 'g'} name @param {Record<string, string>} attributes */
  #addShape(parent, name, attributes) {
    const shape = document.createElementNS(svgNamespace, name);
    for (const [key, value] of Object.entries(attributes)) { shape.setAttribute(key, value); }
    return parent.appendChild(shape);
  }

  /**
   * @param {L.LatLng} location
   * @param {{ radius: number | null, heading: number | null, label: string }} look the accuracy in metres and the course in degrees,
   *   null where they are unknown; and the label for screen readers
   */
  move(location, { radius, heading, label }) {
    this.marker.getElement()?.setAttribute('aria-label', label);
    this.turning.setAttribute('transform', 'rotate(' + (heading || 0) + ')');
    this.turning.classList.toggle('unknown', heading === null);
    this.place(location, radius);
  }

  /** @param {L.LatLng} location @param {number | null} radius of the accuracy in metres; null where it is unknown */
  place(location, radius) {
    this.marker.setLatLng(location);
    this.halo.setLatLng(location);
    this.#radius = radius;
    this.#drawHalo();
  }

  /** Draws the circle of the accuracy, which is visible at any zoom. */
  #drawHalo() {
    const least = minHalo * metresPerPixel(this.map.getCenter().lat, this.map.getZoom());
    this.halo.setRadius(this.#radius ? Math.max(this.#radius, least) : 0);
  }

  /**
   * Shows a note, as for a position that is not current; none for an empty text.
   * @param {string} note
   */
  annotate(note) {
    const { marker } = this;
    const tooltip = marker.getTooltip();
    if (!note) {
      if (tooltip) { marker.unbindTooltip(); }
    } else if (!tooltip) {
      const content = document.createElement('span');
      content.textContent = note;
      marker.bindTooltip(content, { permanent: true, direction: 'top', offset: [0, -14], opacity: 1, className: 'note' });
    } else { tooltip.getContent().textContent = note; }
  }

  remove() {
    this.map.off('zoomend', this.#redraw);
    this.marker.remove();
    this.halo.remove();
  }
}
