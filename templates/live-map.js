// The map: tiles or a plain grid, the position with its heading and accuracy, following it or not. Leaflet draws.

import { roundLength } from './live-units.js';

const L = window.L;
const svg = 'http://www.w3.org/2000/svg';

function escaped(text) {
  const place = document.createElement('span');
  place.textContent = text;
  return place.innerHTML.replaceAll('"', '&quot;');
}

// Leaflet takes the attribution as HTML; the server's is text, and so is the address it may lead to.
export function attributionHTML(text, link) {
  if (!/^https?:\/\//i.test(link || '')) { return escaped(text || ''); }
  return '<a href="' + escaped(link) + '" target="_blank" rel="noopener">' + escaped(text || '') + '</a>';
}

// The longitude on the copy of the world that lies nearest to another.
export function near(longitude, other) {
  return longitude + 360 * Math.round((other - longitude) / 360);
}

const Grid = L.GridLayer.extend({
  createTile() {
    const tile = document.createElement('div');
    tile.className = 'grid';
    return tile;
  },
});

export class LiveMap {
  #circle = null;
  #marker = null;
  #arrow = null;
  #place = null;
  #isFollowing = true;
  #isFitted = false;

  // `changed` is called with nothing when follow or free changes by hand, or the view does.
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
    this.map.on('moveend zoomend', changed);
  }

  get isFollowing() { return this.#isFollowing; }

  follow(isWanted) {
    this.#isFollowing = isWanted;
    // While it follows, the position stays in the middle however the map is zoomed.
    this.map.options.scrollWheelZoom = this.map.options.touchZoom = isWanted ? 'center' : true;
    if (isWanted && this.#place) { this.#centre(true); }
    this.changed();
  }

  // Shows a position; `radius` null where accuracy is unknown, `heading` null where it has none.
  show(place, radius, heading, words) {
    const longitude = near(place.longitude, this.map.getCenter().lng);
    const isFirst = !this.#place;
    this.#place = L.latLng(place.latitude, longitude);
    if (!this.#marker) { this.#draw(); }
    this.#marker.setLatLng(this.#place);
    this.#marker.getElement().setAttribute('aria-label', words);
    this.#circle.setLatLng(this.#place).setRadius(radius || 0);
    this.#arrow.setAttribute('transform', 'rotate(' + (heading || 0) + ')');
    this.#arrow.setAttribute('visibility', heading === null ? 'hidden' : 'visible');
    if (isFirst && !this.#isFitted) { this.map.setView(this.#place, LiveMap.zoom(radius), { animate: false }); }
    if (this.#isFollowing) { this.#centre(false); }
  }

  // Words at the marker, as for a position that is not the current one; none for empty text.
  note(text) {
    if (!this.#marker) { return; }
    const tooltip = this.#marker.getTooltip();
    if (!text) {
      if (tooltip) { this.#marker.unbindTooltip(); }
    } else if (!tooltip) {
      const words = document.createElement('span');
      words.textContent = text;
      this.#marker.bindTooltip(words, { permanent: true, direction: 'top', offset: [0, -14], opacity: 1, className: 'note' });
    } else { tooltip.getContent().textContent = text; }
  }

  // Takes the position off the map, as where it became private.
  hide() {
    if (this.#marker) {
      this.#marker.remove();
      this.#circle.remove();
    }
    this.#marker = this.#circle = this.#place = null;
  }

  fit(bounds) {
    this.follow(false);
    this.#isFitted = true;
    this.map.fitBounds(bounds, { padding: [40, 40], maxZoom: 17, animate: false });
  }

  get metresPerPoint() {
    const { lat } = this.map.getCenter();
    return 40075016.7 * Math.cos(lat * Math.PI / 180) / 2 ** (this.map.getZoom() + 8);
  }

  // The length that the scale shows, and its width on the screen.
  scale(units) {
    const length = roundLength(Math.max(this.metresPerPoint, 1e-3) * 110, units);
    return { text: length.text, points: length.metres / Math.max(this.metresPerPoint, 1e-3) };
  }

  // The zoom at which an accuracy circle is some 60 points wide, within 3 to 16.
  static zoom(radius) {
    return Math.min(16, Math.max(3, Math.round(Math.log2(40075016.7 / 256 / ((radius || 5) / 30)))));
  }

  #centre(isAsked) {
    const away = this.map.latLngToContainerPoint(this.#place).distanceTo(this.map.getSize().divideBy(2));
    if (away < 1) { return; }
    // A move by a few points a second is shown as it is; animations would run into each other.
    this.map.panTo(this.#place, { animate: isAsked, noMoveStart: true });
  }

  #draw() {
    this.#circle = L.circle(this.#place, { radius: 0, className: 'accuracy', interactive: false }).addTo(this.map);
    const drawing = document.createElementNS(svg, 'svg');
    drawing.setAttribute('viewBox', '-24 -24 48 48');
    this.#arrow = this.#shape(drawing, 'path', { class: 'arrow', d: 'M0-24 9-11A14 14 0 0 0-9-11z' });
    this.#shape(drawing, 'circle', { class: 'dot', r: 8 });
    const icon = L.divIcon({ className: 'marker', iconSize: [48, 48], html: drawing });
    this.#marker = L.marker(this.#place, { icon, keyboard: false, interactive: false }).addTo(this.map);
    this.#marker.getElement().setAttribute('role', 'img');
  }

  #shape(parent, name, attributes) {
    const shape = document.createElementNS(svg, name);
    for (const [key, value] of Object.entries(attributes)) { shape.setAttribute(key, value); }
    return parent.appendChild(shape);
  }
}
