import { roundLength } from '../model/units.js';
import { isNumber } from '../model/values.js';
import { addressOf } from '../server/requests.js';
import { element, setText } from './dom.js';

const { L } = window;

// The seconds after which tiles that are still loading count as missing, and the interval between attempts to reload.
const loadingTimeout = 8;
const retryInterval = 60;

/** @param {string} text */
function escaped(text) {
  const element = document.createElement('span');
  element.textContent = text;
  return element.innerHTML.replaceAll('"', '&quot;');
}

/**
 * Returns the attribution as HTML for Leaflet. The server sends text, and optionally an address.
 * @param {string | null | undefined} text
 * @param {string | null | undefined} link
 */
export function attributionHTML(text, link) {
  if (!link || !/^https?:\/\//i.test(link)) { return escaped(text || ''); }
  return '<a href="' + escaped(link) + '" target="_blank" rel="noopener">' + escaped(text || '') + '</a>';
}

/** The tiles of the map, and the note that is shown without them. */
export class TileLayer {
  /** @type {L.TileLayer | null} */
  #layer = null;
  #isMissing = false;

  /**
   * @param {L.Map} map
   * @param {Settings} settings
   * @param {(note: string) => void} showNote shows the note on missing tiles; empty while there are tiles
   */
  constructor(map, settings, showNote) {
    this.map = map;
    this.showNote = showNote;
    if (typeof settings.tiles !== 'string' || !settings.tiles) {
      showNote('No map is configured.');
      return;
    }
    const layer = this.#layer = L.tileLayer(addressOf(settings.tiles), TileLayer.options(settings)).addTo(map);
    layer.on('load tileerror', () => this.#check());
    layer.on('loading', () => setTimeout(() => this.#check(), 1000 * loadingTimeout));
    map.on('moveend', () => this.#check());
    this.#check();
    window.addEventListener('online', () => this.#retry());
    setInterval(() => this.#retry(), 1000 * retryInterval);
  }

  /** @param {Settings} settings */
  static options(settings) {
    const zoom = (/** @type {unknown} */ value, /** @type {number} */ fallback) => (
      isNumber(value) && Number.isInteger(value) && value >= 0 && value <= 30 ? value : fallback);
    /** @type {L.TileLayerOptions} */
    const options = {
      attribution: attributionHTML(settings.attribution, settings.attributionLink),
      minZoom: zoom(settings.minZoom, 0), maxZoom: 20, maxNativeZoom: Math.min(zoom(settings.maxZoom, 19), 20),
      keepBuffer: 2, zIndex: 1,
    };
    const { bounds } = settings;
    if (Array.isArray(bounds) && bounds.length === 4 && bounds.every(isNumber)) {
      const [west, south, east, north] = bounds;
      options.bounds = L.latLngBounds([south, west], [north, east]);
    }
    return options;
  }

  #check() {
    const container = this.#layer && this.#layer.getContainer();
    if (!this.#layer || !container) { return; }
    const { bounds, minZoom } = this.#layer.options;
    const isOutside = this.map.getZoom() < (minZoom || 0) || (bounds && !bounds.intersects(this.map.getBounds()));
    const images = Array.from(container.querySelectorAll('img'));
    const isShown = images.some((image) => image.naturalWidth > 0);
    this.#isMissing = !isOutside && !isShown && images.length > 0 && images.every((image) => image.complete);
    if (isOutside) { this.showNote('No map covers this area.'); }
    else if (this.#isMissing) { this.showNote('The map cannot be loaded.'); }
    else if (isShown) { this.showNote(''); }
  }

  #retry() {
    if (this.#layer && this.#isMissing && !document.hidden) { this.#layer.redraw(); }
  }
}

/**
 * Returns a function that shows or hides the outlines of land, which are loaded when they are needed; null without them.
 * @param {L.Map} map
 * @param {Settings} settings
 */
function landLayer(map, settings) {
  const address = settings.land;
  if (typeof address !== 'string' || !address) { return null; }
  /** @type {Promise<import('./land-layer.js').LandLayer> | null} */
  let layer = null;
  let isShown = false;
  return (/** @type {boolean} */ isWanted) => {
    isShown = isWanted;
    if (isWanted && !layer) {
      layer = import('./land-layer.js').then(({ LandLayer }) => new LandLayer(map, address, !settings.share));
    }
    if (layer) { layer.then((land) => land.show(isShown)).catch(() => { layer = null; }); }
  };
}

/**
 * Shows the tiles of the settings, and a note while there are none, which the reader can close.
 * @param {import('./map-view.js').MapView} mapView
 * @param {Settings} settings
 */
export function setUpTiles(mapView, settings) {
  let closed = '';
  const showLand = landLayer(mapView.map, settings);
  const substitute = showLand && isNumber(settings.landTolerance)
    ? ' Outlines are shown, up to ' + roundLength(settings.landTolerance, 'metric').text + ' off.' : '';
  const show = (/** @type {string} */ reason) => {
    const note = reason && reason + substitute;
    setText('tiles-text', note);
    if (showLand) { showLand(Boolean(note)); }
    element('tiles-note').hidden = !note || note === closed;
    mapView.makeRoom();
    element('chart').classList.toggle('plain', Boolean(note));
  };
  element('tiles-close').addEventListener('click', () => {
    closed = element('tiles-text').textContent || '';
    show(closed);
    element('map').focus();
  });
  new TileLayer(mapView.map, settings, show);
}
