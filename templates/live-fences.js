// The owner's places and the swing circle of an anchor on the map. Leaflet draws.

import { outline } from './live-geodesy.js';
import { near } from './live-map.js';
import { isolated } from './live-where.js';

const L = window.L;

// So many names are shown at most, and none over another: a name takes about so many points of the screen.
const names = 30;
const height = 26;
const width = (name) => 24 + 9 * name.length;

export class Fences {
  #places = [];
  #shapes = new Map();
  #named = '';
  #labels = L.layerGroup();
  #swing = L.layerGroup();
  #anchor = null;
  #anchorAt = null;

  constructor(map) {
    this.map = map;
    this.#labels.addTo(map);
    this.#swing.addTo(map);
    map.on('moveend', () => this.#draw());
  }

  // Shows these places and no others.
  show(places) {
    for (const { shape } of this.#shapes.values()) { shape.remove(); }
    this.#shapes.clear();
    this.#named = '';
    this.#places = places.map((place) => ({ place, box: Fences.box(place) }));
    this.#draw();
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

  // The box around a place.
  static box(place) {
    if (place.rings) { return L.latLngBounds(place.rings[0]); }
    return L.latLng(place.latitude, place.longitude).toBounds(2 * (place.radius || 0));
  }

  #shifted(longitude) { return near(longitude, this.map.getCenter().lng); }

  // What comes into view is drawn, what leaves it is taken away, all on the copy of the world that is seen.
  #draw() {
    if (this.#anchor && this.#shifted(this.#anchor.longitude) !== this.#anchorAt) { this.showAnchor(this.#anchor); }
    const view = this.map.getBounds().pad(0.3);
    const seen = this.#places.filter(({ place, box }) => {
      const turns = this.#shifted(place.longitude) - place.longitude;
      const isSeen = view.intersects([[box.getSouth(), box.getWest() + turns], [box.getNorth(), box.getEast() + turns]]);
      this.#put(place, isSeen, turns);
      return isSeen;
    });
    this.#name(seen);
  }

  #put(place, isSeen, turns) {
    const drawn = this.#shapes.get(place.key);
    const isRight = drawn && drawn.turns === turns;
    if (drawn && !(isSeen && isRight)) {
      drawn.shape.remove();
      this.#shapes.delete(place.key);
    }
    if (isSeen && !isRight) { this.#shapes.set(place.key, { shape: this.#shape(place, turns).addTo(this.map), turns }); }
  }

  #shape(place, turns) {
    const style = { className: 'fence' + (place.isInside ? ' inside' : ''), interactive: false };
    if (!place.rings) { return L.circle([place.latitude, place.longitude + turns], { ...style, radius: place.radius }); }
    const rings = place.rings.map((ring) => outline(ring).map(([latitude, longitude]) => [latitude, longitude + turns]));
    return L.polygon(rings, style);
  }

  // The names of those nearest to the middle, as far as there is room for them. Moving the map makes no room.
  #name(seen) {
    const key = JSON.stringify([this.map.getZoom(), seen.map(({ place }) => [place.key, this.#shifted(place.longitude)])]);
    if (key === this.#named) { return; }
    this.#named = key;
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
  #spot({ place: { name, latitude, longitude }, box }) {
    const east = this.#shifted(longitude);
    const [top, bottom] = [box.getNorth(), box.getSouth()].map((north) => this.map.latLngToContainerPoint([north, east]));
    const isBelow = bottom.y - top.y < 2 * height;
    const position = [isBelow ? box.getSouth() : latitude, east];
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
