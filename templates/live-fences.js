// The owner's places and the swing circle of an anchor on the map. Leaflet draws.

import { drawn } from './live-geodesy.js';
import { near } from './live-map.js';
import { isolated } from './live-where.js';

const L = window.L;

// So many names are shown at most, and none over another: a name takes about so many points of the screen.
const names = 30;
const height = 26;
const width = (name) => 24 + 9 * name.length;

// So much around what is seen is drawn too, in widths and heights of it, so that most moves bring nothing new into view.
const margin = 0.4;

// The map ends there.
const edge = 85.0511;

// Leaflet draws each shape anew after each move of the map; this does once something comes into view that is not drawn.
const Still = L.SVG.extend({
  _update() {
    const [before, origin, size] = [this._bounds, this._map.getPixelOrigin(), this._map.getSize()];
    const seen = L.bounds([[0, 0], size].map((corner) => this._map.containerPointToLayerPoint(corner)));
    if (before && this.origin && this.origin.equals(origin) && before.contains(seen)) { return; }
    L.SVG.prototype._update.call(this);
    // Nothing is drawn while the map zooms.
    if (this._bounds !== before) { this.origin = origin; }
  },
});

const fenceClass = (place) => 'fence' + (place.isInside ? ' inside' : '');

export class Fences {
  #places = [];
  #shapes = new Map();
  #looked = null;
  #labels = L.layerGroup();
  #swing = L.layerGroup();
  #anchor = null;
  #anchorAt = null;

  constructor(map) {
    this.map = map;
    map.createPane('fences');
    this.renderer = new Still({ pane: 'fences', padding: margin });
    this.#labels.addTo(map);
    this.#swing.addTo(map);
    map.on('moveend', () => this.#draw());
  }

  // Shows these places and no others.
  show(places) {
    for (const { shape } of this.#shapes.values()) { shape.remove(); }
    this.#shapes.clear();
    this.#looked = null;
    this.#places = places.map((place) => ({ place, box: Fences.box(place) }));
    this.#draw();
  }

  // Shows in which of the places one is now.
  stand() {
    for (const { place, shape } of this.#shapes.values()) {
      shape.options.className = fenceClass(place);
      if (shape.getElement()) { shape.getElement().classList.toggle('inside', place.isInside); }
    }
  }

  // Shows where the anchor fell and how far it may swing; nothing for null.
  showAnchor(anchor) {
    this.#anchor = anchor;
    this.#swing.clearLayers();
    this.#anchorAt = anchor && this.#shifted(anchor.longitude);
    if (!anchor) { return; }
    const centre = [anchor.latitude, this.#anchorAt];
    const className = 'swing' + (anchor.isDragging ? ' dragging' : '');
    L.circle(centre, { radius: anchor.radius, className, interactive: false }).addTo(this.#swing);
    L.circleMarker(centre, { radius: 5, className: 'anchor', interactive: false }).addTo(this.#swing);
  }

  // The box around a place, as far as a map shows it.
  static box(place) {
    if (!place.rings) { return L.latLng(place.latitude, place.longitude).toBounds(2 * (place.radius || 0)); }
    const outline = place.pole ? [...place.rings[0], [place.pole, place.longitude]] : place.rings[0];
    return L.latLngBounds(outline.map(([latitude, longitude]) => [Math.min(edge, Math.max(-edge, latitude)), longitude]));
  }

  #shifted(longitude) { return near(longitude, this.map.getCenter().lng); }

  // What comes into view is drawn, what leaves it is taken away, all on the copy of the world that is seen. Nothing does
  // as long as the view stays within what was looked through.
  #draw() {
    if (this.#anchor && this.#shifted(this.#anchor.longitude) !== this.#anchorAt) { this.showAnchor(this.#anchor); }
    const [view, zoom] = [this.map.getBounds(), this.map.getZoom()];
    const isWide = view.getEast() - view.getWest() > 180;
    if (this.#looked && !isWide && zoom === this.#looked.zoom && this.#looked.area.contains(view)) { return; }
    this.#looked = { zoom, area: view.pad(margin) };
    const seen = this.#seen(this.#looked.area);
    const kept = new Map(seen.map(({ place, turns }) => [place.key, turns]));
    for (const [key, { shape, turns }] of this.#shapes) {
      if (kept.get(key) === turns) { continue; }
      shape.remove();
      this.#shapes.delete(key);
    }
    for (const { place, turns } of seen) {
      if (!this.#shapes.has(place.key)) { this.#shapes.set(place.key, { place, turns, shape: this.#shape(place, turns) }); }
    }
    this.#name(seen);
  }

  // The places that reach into an area, each with the turns of longitude to the copy of it that lies there.
  #seen(area) {
    const [south, west, north, east] = [area.getSouth(), area.getWest(), area.getNorth(), area.getEast()];
    const middle = this.map.getCenter().lng;
    return this.#places.map(({ place, box }) => ({ place, box, turns: near(place.longitude, middle) - place.longitude }))
      .filter(({ place, box, turns }) => box.getSouth() <= north && box.getNorth() >= south
        && (place.pole || (box.getWest() + turns <= east && box.getEast() + turns >= west)));
  }

  #shape(place, turns) {
    const style = { renderer: this.renderer, pane: 'fences', className: fenceClass(place), interactive: false };
    const shape = place.rings
      ? L.polygon(place.rings.map((ring) => drawn(ring).map(([latitude, longitude]) => [latitude, longitude + turns])), style)
      : L.circle([place.latitude, place.longitude + turns], { ...style, radius: place.radius });
    return shape.addTo(this.map);
  }

  // The names of those nearest to the middle, as far as there is room for them.
  #name(seen) {
    this.#labels.clearLayers();
    const middle = this.map.getSize().divideBy(2);
    const spots = seen.map((one) => this.#spot(one)).map((spot) => ({ ...spot, away: spot.point.distanceTo(middle) }));
    const taken = [];
    for (const spot of spots.sort((a, b) => a.away - b.away)) {
      if (taken.length === names) { return; }
      const isFree = taken.every((other) => Math.abs(other.point.y - spot.point.y) > height
        || Math.abs(other.point.x - spot.point.x) > (width(spot.name) + width(other.name)) / 2);
      if (!isFree) { continue; }
      taken.push(spot);
      this.#label(spot);
    }
  }

  // Where a name goes: into the middle of what is large enough on the screen, else below it.
  #spot({ place: { name, longitude, pole }, box }) {
    const east = pole ? this.map.getCenter().lng : this.#shifted(longitude);
    const [top, bottom] = [box.getNorth(), box.getSouth()].map((north) => this.map.latLngToContainerPoint([north, east]));
    const isBelow = bottom.y - top.y < 2 * height;
    const position = [isBelow ? box.getSouth() : box.getCenter().lat, east];
    return { name, isBelow, position, point: this.map.latLngToContainerPoint(position) };
  }

  #label({ name, isBelow, position }) {
    const html = document.createElement('span');
    html.textContent = isolated(name);
    const icon = L.divIcon({ className: 'fence-name' + (isBelow ? ' below' : ''), iconSize: [0, 0], html });
    // The position lies above all names.
    L.marker(position, { icon, keyboard: false, interactive: false, zIndexOffset: -1000 }).addTo(this.#labels);
  }
}
