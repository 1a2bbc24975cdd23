import { coastBlur } from '../model/coast.js';
import { metresPerPixel, nearestCopy, normalizedLongitude } from '../model/geodesy.js';
import { text } from '../model/text.js';
import { arrangeLabels, boxOfView } from '../model/town-labels.js';
import { addressOf, requestJSON } from '../server/requests.js';
import { make } from './dom.js';

const { L } = window;
const svgNamespace = 'http://www.w3.org/2000/svg';

// The towns that a request asks for: more than fit, as some names cover others.
const maxTowns = 60;
// The milliseconds that the map has to stand still before the towns are requested.
const pause = 250;

const Outlines = L.GridLayer.extend({
  /** @param {L.Coords} coords @param {(error: unknown, tile: SVGSVGElement) => void} done */
  createTile(coords, done) {
    const tile = document.createElementNS(svgNamespace, 'svg');
    tile.setAttribute('class', 'land');
    tile.setAttribute('aria-hidden', 'true');
    const address = L.Util.template(this.options.address, coords);
    fetch(address).then((response) => (response.ok ? response.json() : null)).then((square) => {
      if (!square) { throw new Error('no outlines'); }
      tile.setAttribute('viewBox', '0 0 ' + square.extent + ' ' + square.extent);
      const path = document.createElementNS(svgNamespace, 'path');
      path.setAttribute('d', square.path);
      tile.append(path);
      done(null, tile);
    }).catch((error) => done(error, tile));
    return tile;
  },
});

/** @typedef {{ address: string, tolerance: number, hasTowns: boolean }} LandSource */

/** The outlines of land with the names of towns, for a map without tiles. */
export class LandLayer {
  /** @type {number | undefined} */
  #timer;
  #requests = 0;

  /**
   * @param {L.Map} map
   * @param {LandSource} source the address of the outlines of a square, the metres by which they may be off, and whether places
   *   may be requested
   */
  constructor(map, { address, tolerance, hasTowns }) {
    this.map = map;
    this.tolerance = tolerance;
    this.outlines = new Outlines({ address: addressOf(address), zIndex: 1, keepBuffer: 2, attribution: text('map.outlines-credit') });
    this.towns = hasTowns ? L.layerGroup([], { attribution: text('map.towns-credit') }) : null;
    map.on('moveend', () => this.#schedule());
    map.on('zoomend', () => this.#soften());
  }

  /** @param {boolean} isShown */
  show(isShown) {
    if (isShown === this.map.hasLayer(this.outlines)) { return; }
    for (const layer of [this.outlines, this.towns]) {
      if (layer && isShown) { layer.addTo(this.map); } else if (layer) { layer.remove(); }
    }
    this.#soften();
    this.#schedule();
  }

  /** Draws the coast as a band where a line would be a false one. */
  #soften() {
    const container = this.outlines.getContainer();
    if (!container) { return; }
    const { lat } = this.map.getCenter();
    const blur = coastBlur(this.tolerance, metresPerPixel(lat, this.map.getZoom()));
    container.style.filter = blur ? 'blur(' + blur.toFixed(1) + 'px)' : '';
  }

  #schedule() {
    clearTimeout(this.#timer);
    if (this.towns && this.map.hasLayer(this.towns)) { this.#timer = window.setTimeout(() => this.#loadTowns(), pause); }
  }

  async #loadTowns() {
    const request = this.#requests += 1;
    const box = boxOfView(this.map.getBounds(), normalizedLongitude);
    const towns = await requestJSON('v1/places/largest?within=' + box.join(',') + '&count=' + maxTowns).catch(() => []);
    if (request === this.#requests && Array.isArray(towns)) { this.#drawTowns(towns); }
  }

  /** @param {any[]} towns */
  #drawTowns(towns) {
    const { map } = this;
    const centre = map.getCenter().lng;
    const { x: width, y: height } = map.getSize();
    const places = towns.map(({ name, latitude, longitude }) => {
      const location = L.latLng(latitude, nearestCopy(longitude, centre));
      return { name: String(name), location, point: map.latLngToContainerPoint(location) };
    });
    if (!this.towns) { return; }
    this.towns.clearLayers();
    for (const { name, location } of arrangeLabels(places, width, height)) {
      const label = make('span', { textContent: name });
      const icon = L.divIcon({ className: 'town', iconSize: [6, 6], html: label });
      L.marker(location, { icon, keyboard: false, interactive: false, zIndexOffset: -1000 }).addTo(this.towns)
        .getElement()?.setAttribute('aria-hidden', 'true');
    }
  }
}
