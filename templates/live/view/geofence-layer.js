import { nearestCopy, ringForMap } from '../model/geodesy.js';
import { isolatedName } from '../model/place-text.js';

/** @typedef {import('../model/places.js').Place} Place */

/** @typedef {{ place: Place, box: L.LatLngBounds }} BoxedPlace */

/**
 * A place in view, with the longitude to the visible copy of the world.
 * @typedef {BoxedPlace & { turns: number }} VisiblePlace
 */

/**
 * Where a name is drawn, and that point on the screen.
 * @typedef {{ name: string, isBelow: boolean, position: [number, number], point: L.Point }} LabelSpot
 */

const { L } = window;

// The maximum number of names, which must not overlap, and the approximate size of a name in pixels.
const maxNames = 30;
const nameHeight = 26;
const nameWidth = (/** @type {string} */ name) => 24 + 9 * name.length;

// The area outside the view that is drawn too, relative to the size of the view, so that most moves need no drawing.
const margin = 0.4;

// The latitude at which web maps end.
const maxLatitude = 85.0511;

// Leaflet redraws every shape after each move of the map. This renderer redraws them when an area comes into view that
// has not been drawn.
const StableSVG = L.SVG.extend({
  _update() {
    const [before, origin, size] = [this._bounds, this._map.getPixelOrigin(), this._map.getSize()];
    const corners = [L.point(0, 0), size];
    const visible = L.bounds(corners.map((corner) => this._map.containerPointToLayerPoint(corner)));
    if (before && this.origin && this.origin.equals(origin) && before.contains(visible)) { return; }
    L.SVG.prototype._update.call(this);
    // Nothing is drawn during a zoom.
    if (this._bounds !== before) { this.origin = origin; }
  },
});

const shapeClass = (/** @type {Place} */ place) => 'geofence' + (place.isInside ? ' inside' : '');

/** The owner's places on the map. */
export class GeofenceLayer {
  /** @type {BoxedPlace[]} */
  #places = [];
  /** @type {Map<string, { place: Place, turns: number, shape: L.Path }>} */
  #shapes = new Map();
  /**
   * The area whose shapes are drawn.
   * @type {{ zoom: number, area: L.LatLngBounds } | null}
   */
  #drawn = null;
  #labels = L.layerGroup();
  /**
   * The place whose name its pin shows.
   * @type {string | null}
   */
  #selectedKey = null;

  /** @param {L.Map} map */
  constructor(map) {
    this.map = map;
    map.createPane('geofences');
    this.renderer = new StableSVG({ pane: 'geofences', padding: margin });
    this.#labels.addTo(map);
    map.on('moveend', () => this.#draw());
  }

  /**
   * Replaces the places.
   * @param {Place[]} places
   */
  show(places) {
    for (const { shape } of this.#shapes.values()) { shape.remove(); }
    this.#shapes.clear();
    this.#drawn = null;
    this.#places = places.map((place) => ({ place, box: GeofenceLayer.box(place) }));
    this.#draw();
  }

  /** Updates the style of the places that the position is inside. */
  updateInside() {
    for (const { place, shape } of this.#shapes.values()) {
      shape.options.className = shapeClass(place);
      shape.getElement()?.classList.toggle('inside', place.isInside);
    }
  }

  /**
   * Leaves the name of a place to its pin; of none for null.
   * @param {string | null} key
   */
  select(key) {
    if (key === this.#selectedKey) { return; }
    this.#selectedKey = key;
    this.#drawn = null;
    this.#draw();
  }

  /**
   * Returns the box around a place, within the limits of the map.
   * @param {Place} place
   */
  static box(place) {
    if (!place.rings) { return L.latLng(place.latitude, place.longitude).toBounds(2 * (place.radius || 0)); }
    const outline = place.pole ? [...place.rings[0], [place.pole, place.longitude]] : place.rings[0];
    return L.latLngBounds(outline.map(
      ([latitude, longitude]) => [Math.min(maxLatitude, Math.max(-maxLatitude, latitude)), longitude]));
  }

  /** @param {number} longitude */
  #visibleCopy(longitude) { return nearestCopy(longitude, this.map.getCenter().lng); }

  /**
   * Draws the shapes that have come into view and removes those that have left it, on the visible copy of the world.
   * Nothing changes while the view stays within the drawn area.
   */
  #draw() {
    const [view, zoom] = [this.map.getBounds(), this.map.getZoom()];
    const isWide = view.getEast() - view.getWest() > 180;
    if (this.#drawn && !isWide && zoom === this.#drawn.zoom && this.#drawn.area.contains(view)) { return; }
    const area = view.pad(margin);
    this.#drawn = { zoom, area };
    const visible = this.#placesIn(area);
    const turnsByKey = new Map(visible.map(({ place, turns }) => [place.key, turns]));
    for (const [key, { shape, turns }] of this.#shapes) {
      if (turnsByKey.get(key) === turns) { continue; }
      shape.remove();
      this.#shapes.delete(key);
    }
    for (const { place, turns } of visible) {
      if (!this.#shapes.has(place.key)) { this.#shapes.set(place.key, { place, turns, shape: this.#makeShape(place, turns) }); }
    }
    this.#drawNames(visible);
  }

  /**
   * Returns the places that reach into an area.
   * @param {L.LatLngBounds} area
   * @returns {VisiblePlace[]}
   */
  #placesIn(area) {
    const [south, west, north, east] = [area.getSouth(), area.getWest(), area.getNorth(), area.getEast()];
    const centre = this.map.getCenter().lng;
    return this.#places.map(({ place, box }) => ({ place, box, turns: nearestCopy(place.longitude, centre) - place.longitude }))
      .filter(({ place, box, turns }) => box.getSouth() <= north && box.getNorth() >= south
        && (place.pole || (box.getWest() + turns <= east && box.getEast() + turns >= west)));
  }

  /** @param {Place} place @param {number} turns @returns {L.Path} */
  #makeShape(place, turns) {
    const style = { renderer: this.renderer, pane: 'geofences', className: shapeClass(place), interactive: false };
    if (!place.rings) {
      return L.circle([place.latitude, place.longitude + turns], { ...style, radius: place.radius || 0 }).addTo(this.map);
    }
    const rings = place.rings.map((ring) => ringForMap(ring).map(
      ([latitude, longitude]) => /** @type {[number, number]} */ ([latitude, longitude + turns])));
    return L.polygon(rings, style).addTo(this.map);
  }

  /**
   * Draws the names of the places nearest to the centre, as many as fit.
   * @param {VisiblePlace[]} places
   */
  #drawNames(places) {
    this.#labels.clearLayers();
    const centre = this.map.getSize().divideBy(2);
    const spots = places.filter(({ place }) => place.key !== this.#selectedKey).map((place) => this.#labelSpot(place));
    const rated = spots.map((spot) => ({ ...spot, distance: spot.point.distanceTo(centre) }));
    /** @type {LabelSpot[]} */
    const drawn = [];
    for (const spot of rated.sort((a, b) => a.distance - b.distance)) {
      if (drawn.length === maxNames) { return; }
      const isFree = drawn.every((other) => Math.abs(other.point.y - spot.point.y) > nameHeight
        || Math.abs(other.point.x - spot.point.x) > (nameWidth(spot.name) + nameWidth(other.name)) / 2);
      if (!isFree) { continue; }
      drawn.push(spot);
      this.#drawName(spot);
    }
  }

  /**
   * Returns the spot of a name: the centre of a shape that is high enough on the screen, otherwise below it.
   * @param {BoxedPlace} place
   * @returns {LabelSpot}
   */
  #labelSpot({ place: { name, longitude, pole }, box }) {
    const east = pole ? this.map.getCenter().lng : this.#visibleCopy(longitude);
    const [top, bottom] = [box.getNorth(), box.getSouth()].map((north) => this.map.latLngToContainerPoint([north, east]));
    const isBelow = bottom.y - top.y < 2 * nameHeight;
    /** @type {[number, number]} */
    const position = [isBelow ? box.getSouth() : box.getCenter().lat, east];
    return { name, isBelow, position, point: this.map.latLngToContainerPoint(position) };
  }

  /** @param {LabelSpot} spot */
  #drawName({ name, isBelow, position }) {
    const html = document.createElement('span');
    html.textContent = isolatedName(name);
    const icon = L.divIcon({ className: 'geofence-name' + (isBelow ? ' below' : ''), iconSize: [0, 0], html });
    // The marker of the position is above all names.
    L.marker(position, { icon, keyboard: false, interactive: false, zIndexOffset: -1000 }).addTo(this.#labels);
  }
}
