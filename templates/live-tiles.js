// The tiles of the map, and what is said where there are none.

import { attributionHTML } from './live-map.js';

const L = window.L;
const grid = 'Position and track are drawn on a plain grid; north is up.';

export class Tiles {
  // `told` gets a sentence where tiles are missing, and empty text where they are there.
  constructor(map, settings, told) {
    this.map = map;
    this.told = told;
    if (typeof settings.tiles !== 'string' || !settings.tiles) {
      told('No map is set up. ' + grid);
      return;
    }
    this.layer = L.tileLayer(settings.tiles, Tiles.options(settings)).addTo(map);
    this.layer.on('load tileerror', () => this.#look());
    this.layer.on('loading', () => setTimeout(() => this.#look(), 8000));
    map.on('moveend', () => this.#look());
    this.#look();
    window.addEventListener('online', () => this.#retry());
    setInterval(() => this.#retry(), 60000);
  }

  static options(settings) {
    const zoom = (value, usual) => (Number.isInteger(value) && value >= 0 && value <= 30 ? value : usual);
    const options = {
      attribution: attributionHTML(settings.attribution, settings.attributionLink),
      minZoom: zoom(settings.minZoom, 0), maxZoom: 20, maxNativeZoom: Math.min(zoom(settings.maxZoom, 19), 20),
      keepBuffer: 2, zIndex: 1,
    };
    const edges = settings.bounds;
    if (Array.isArray(edges) && edges.length === 4 && edges.every(Number.isFinite)) {
      options.bounds = L.latLngBounds([edges[1], edges[0]], [edges[3], edges[2]]);
    }
    return options;
  }

  #isMissing = false;

  #look() {
    if (!this.layer.getContainer()) { return; }
    const { bounds, minZoom } = this.layer.options;
    const isOutside = this.map.getZoom() < minZoom || (bounds && !bounds.intersects(this.map.getBounds()));
    const pictures = Array.from(this.layer.getContainer().querySelectorAll('img'));
    const isShown = pictures.some((picture) => picture.naturalWidth > 0);
    this.#isMissing = !isOutside && !isShown && pictures.length > 0 && pictures.every((picture) => picture.complete);
    if (isOutside) { this.told('The map has nothing here. ' + grid); }
    else if (this.#isMissing) { this.told('The map cannot be loaded. ' + grid); }
    else if (isShown) { this.told(''); }
  }

  #retry() {
    if (this.#isMissing && !document.hidden) { this.layer.redraw(); }
  }
}
