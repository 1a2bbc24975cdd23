import { text } from '../model/text.js';
import { formatAccuracy, roundLength } from '../model/units.js';
import { isNumber } from '../model/values.js';
import { isCoastSoft } from '../model/coast.js';
import { addressOf } from '../server/requests.js';
import { element, setText } from './dom.js';

const { L } = window;

// The seconds after which tiles that are still loading count as missing, and the interval between attempts to reload.
const loadingTimeout = 8;
const retryInterval = 60;

/** @param {string} content */
function escaped(content) {
  const element = document.createElement('span');
  element.textContent = content;
  return element.innerHTML.replaceAll('"', '&quot;');
}

/**
 * Returns the attribution as HTML for Leaflet. The server sends text, and optionally an address.
 * @param {string | null | undefined} credit
 * @param {string | null | undefined} link
 */
export function attributionHTML(credit, link) {
  if (!link || !/^https?:\/\//i.test(link)) { return escaped(credit || ''); }
  return '<a href="' + escaped(link) + '" target="_blank" rel="noopener">' + escaped(credit || '') + '</a>';
}

/** The tiles of the map, and the note that is shown without them. */
export class TileLayer {
  /** @type {L.TileLayer | null} */
  #layer = null;
  #isMissing = false;
  /** The source of the tiles, as it is shown; empty while there are none. */
  #credit = '';

  /**
   * @param {import('./map-view.js').MapView} mapView
   * @param {Settings} settings
   * @param {(note: string) => void} showNote shows the note on missing tiles; empty while there are tiles
   */
  constructor(mapView, settings, showNote) {
    const map = this.map = mapView.map;
    this.mapView = mapView;
    this.source = attributionHTML(settings.attribution, settings.attributionLink);
    this.showNote = showNote;
    if (typeof settings.tiles !== 'string' || !settings.tiles) {
      showNote(text('map.none'));
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
      // What a page of another appearance does to them is in live.css.
      className: settings.appearance === 'dark' ? 'tiles dark' : 'tiles',
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
    this.#giveCredit(isShown && !isOutside);
    if (isOutside) { this.showNote(text('map.outside')); }
    else if (this.#isMissing) { this.showNote(text('map.missing')); }
    else if (isShown) { this.showNote(''); }
  }

  /**
   * Names the source of the tiles while some are drawn.
   * @param {boolean} isDue
   */
  #giveCredit(isDue) {
    const [before, credit] = [this.#credit, isDue ? this.source : ''];
    if (credit === before) { return; }
    if (before) { this.mapView.attribution.removeAttribution(before); }
    if (credit) { this.mapView.attribution.addAttribution(credit); }
    this.#credit = credit;
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
  const { land: address, landTolerance } = settings;
  if (typeof address !== 'string' || !address) { return null; }
  /** @type {Promise<import('./land-layer.js').LandLayer> | null} */
  let layer = null;
  let isShown = false;
  return (/** @type {boolean} */ isWanted) => {
    isShown = isWanted;
    if (isWanted && !layer) {
      const tolerance = isNumber(landTolerance) ? landTolerance : 0;
      layer = import('./land-layer.js').then(({ LandLayer }) => new LandLayer(map, { address, tolerance, hasTowns: !settings.share && settings.towns !== false }));
    }
    if (layer) { layer.then((land) => land.show(isShown)).catch(() => { layer = null; }); }
  };
}

/**
 * Returns a tolerance as text, which promises no more than it does.
 * @param {number} tolerance metres
 * @param {string} units
 */
function tolerantLength(tolerance, units) {
  const round = roundLength(tolerance, units);
  return round.metres >= tolerance ? round.text : formatAccuracy(tolerance, units);
}

/** The note on missing tiles, which the reader can close unless the outlines in their place are far from the truth. */
class TilesNote {
  #closed = '';
  #reason = '';
  /** What makes the map smaller. */
  #shown = '';

  /**
   * @param {import('./map-view.js').MapView} mapView
   * @param {number | null} tolerance the metres by which outlines may be off; null without outlines
   * @param {() => string} units
   */
  constructor(mapView, tolerance, units) {
    this.mapView = mapView;
    this.tolerance = tolerance;
    this.units = units;
    element('tiles-close').addEventListener('click', () => {
      this.#closed = this.#reason;
      this.draw();
      element('map').focus();
    });
    mapView.map.on('zoomend', () => this.draw());
  }

  /** @param {string} reason empty while there are tiles */
  show(reason) {
    this.#reason = reason;
    this.draw();
  }

  /** Draws it, also in other units. */
  draw() {
    const reason = this.#reason;
    const isFarOff = reason !== '' && this.tolerance !== null && isCoastSoft(this.tolerance, this.mapView.metresPerPixel);
    const outlines = reason && this.tolerance !== null ? text('map.outlines', { length: tolerantLength(this.tolerance, this.units()) }) : '';
    setText('tiles-reason', reason);
    setText('tiles-outlines', outlines);
    element('tiles-close').hidden = isFarOff;
    element('tiles-note').hidden = !reason || (reason === this.#closed && !isFarOff);
    // A move of the map leads here again.
    const shown = element('tiles-note').hidden ? '' : reason + outlines;
    if (shown === this.#shown) { return; }
    this.#shown = shown;
    this.mapView.makeRoom();
  }
}

/**
 * Shows the tiles of the settings, and a note while there are none.
 * @param {import('./map-view.js').MapView} mapView
 * @param {Settings} settings
 * @param {() => string} units
 */
export function setUpTiles(mapView, settings, units = () => 'metric') {
  const showLand = landLayer(mapView.map, settings);
  const note = new TilesNote(mapView, showLand && isNumber(settings.landTolerance) ? settings.landTolerance : null, units);
  new TileLayer(mapView, settings, (reason) => {
    if (showLand) { showLand(reason !== ''); }
    element('chart').classList.toggle('plain', reason !== '');
    note.show(reason);
  });
  return note;
}
