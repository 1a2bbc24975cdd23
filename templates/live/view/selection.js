import { distanceToPlace, nearestCopy } from '../model/geodesy.js';
import { isEditable } from '../model/own-place.js';
import { distanceText, isolatedName, placeTitle } from '../model/place-text.js';
import { text } from '../model/text.js';
import { element, setText, showText } from './dom.js';
import { GeofenceLayer } from './geofence-layer.js';

/**
 * @typedef {import('../model/geodesy.js').Position} Position
 * @typedef {import('../model/places.js').Place} Place
 */

const { L } = window;

// Up to this distance in metres the map shows the position beside the place. A place farther away that has no border is
// shown with a square of that many metres around it.
const maxDistanceInView = 50000;
const squareSize = 10000;

/** The selected place: its marker on the map, and its distance as the position moves. */
export class Selection {
  /** @type {Place | null} */
  #place = null;
  /** @type {L.Marker | null} */
  #marker = null;

  /**
   * @param {import('./map-view.js').MapView} mapView
   * @param {() => string} units
   * @param {boolean} mayChange
   * @param {() => void} changed
   */
  constructor(mapView, units, mayChange, changed) {
    this.mayChange = mayChange;
    this.units = units;
    this.mapView = mapView;
    this.changed = changed;
    element('selection-close').addEventListener('click', () => {
      this.select(null);
      element('search-text').focus();
    });
  }

  get place() { return this.#place; }

  get key() { return this.#place && this.#place.key; }

  /**
   * Selects a place, or none.
   * @param {Place | null} place
   * @param {Position | null} here
   * @param {boolean} isToFit moves the map to the place
   */
  select(place, here = null, isToFit = true) {
    this.#place = place;
    if (this.#marker) { this.#marker.remove(); }
    this.#marker = null;
    element('selection').hidden = !place;
    setText('selection-announcement', place ? text('places.on-map', { name: placeTitle(place) }) : '');
    if (place) {
      setText('selection-name', placeTitle(place));
      this.#mark(place);
      element('selection-save').hidden = !place.isPoint || !this.mayChange;
      for (const id of ['selection-change', 'selection-remove']) {
        element(id).hidden = !isEditable(place) || !this.mayChange;
      }
      if (isToFit) { this.#fitMap(place, here); }
    }
    this.changed();
  }

  /** @param {Position | null} here @param {string} units */
  draw(here, units) {
    if (!this.#place) { return; }
    showText('selection-distance', distanceText(here, this.#place, units));
  }

  /** @param {Place} place */
  #mark(place) {
    const html = document.createElement('span');
    html.textContent = isolatedName(place.name);
    const icon = L.divIcon({ className: 'pin', iconSize: [0, 0], html });
    const longitude = nearestCopy(place.longitude, this.mapView.map.getCenter().lng);
    this.#marker = L.marker([place.latitude, longitude], { icon, keyboard: false, interactive: false, zIndexOffset: 500 });
    this.#marker.addTo(this.mapView.map);
  }

  /** @param {Place} place @param {Position | null} here */
  #fitMap(place, here) {
    const isNear = here !== null && distanceToPlace(here, place).distance < maxDistanceInView;
    const isPoint = !place.radius && !place.rings;
    const box = isPoint && !isNear ? L.latLng(place.latitude, place.longitude).toBounds(squareSize) : GeofenceLayer.box(place);
    const turns = nearestCopy(place.longitude, this.mapView.map.getCenter().lng) - place.longitude;
    const bounds = L.latLngBounds([box.getSouth(), box.getWest() + turns], [box.getNorth(), box.getEast() + turns]);
    if (isNear) { bounds.extend([here.latitude, nearestCopy(here.longitude, place.longitude + turns)]); }
    this.mapView.fit(bounds);
  }
}
