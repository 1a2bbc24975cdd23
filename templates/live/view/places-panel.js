import { formatPosition } from '../model/coordinates.js';
import { distanceText } from '../model/place-text.js';
import { pointPlace } from '../model/position-input.js';
import { AnchorWatch } from './anchor-watch.js';
import { element, setText } from './dom.js';
import { EventList } from './event-list.js';
import { GeofenceLayer } from './geofence-layer.js';
import { NearbyList } from './nearby-list.js';
import { PlaceEditor } from './place-editor.js';
import { PlaceList } from './place-list.js';
import { SearchBox } from './search-box.js';
import { Selection } from './selection.js';

/**
 * @typedef {import('../model/geodesy.js').Position} Position
 * @typedef {import('../model/places.js').Place} Place
 */

// All of it is requested at this interval, in milliseconds, and up to half of it later: pages must not do so in step.
const refreshInterval = 60000;

// The interval in milliseconds between requests that reports cause.
const minRequestInterval = 10000;

/** The places of the owner's page: nearby places, the owner's, the anchor watch, and the events at them. */
export class PlacesPanel {
  #isAvailable = false;
  #isUnsupported = false;
  #isStopped = false;
  /** @type {{ anchor: unknown, here: Position | null, isLive: boolean, age: number | null } | null} */
  #current = null;
  #inside = '[]';
  #requestedAt = -Infinity;
  #hasPlace = false;

  /**
   * @param {import('./map-view.js').MapView} mapView
   * @param {() => string} units
   * @param {() => string} format of coordinates
   * @param {boolean} mayChange true in a session of the owner's; other visitors of an open server can only look
   */
  constructor(mapView, units, format, mayChange) {
    const select = (/** @type {Place} */ place) => this.selection.select(place, this.#current && this.#current.here);
    const geofences = new GeofenceLayer(mapView.map);
    this.units = units;
    this.format = format;
    this.selection = new Selection(mapView, units, mayChange, () => this.#draw());
    this.places = new PlaceList(geofences, select);
    this.nearby = new NearbyList(select);
    this.anchor = new AnchorWatch(geofences, select, mayChange);
    this.events = new EventList();
    this.search = new SearchBox(() => this.places.places, (place) => this.#distanceTo(place), select);
    this.editor = new PlaceEditor((name) => this.#showChange(name));
    if (mayChange) {
      this.#connectButtons();
      mapView.onPoint((point) => this.#offer(point));
    }
    this.mayChange = mayChange;
    element('place-hint').hidden = !mayChange;
    this.load();
    // Places are set by other programs too.
    const refresh = () => { if (!document.hidden && !this.#isUnsupported && !this.#isStopped) { this.load(); } };
    document.addEventListener('visibilitychange', refresh);
    this.timer = setInterval(refresh, refreshInterval * (1 + Math.random() / 2));
  }

  #connectButtons() {
    const selected = (/** @type {(place: Place) => void} */ change) => () => {
      if (this.selection.place) { change(this.selection.place); }
    };
    for (const id of ['selection-save', 'selection-change']) {
      element(id).addEventListener('click', selected((place) => this.#edit(place)));
    }
    element('selection-remove').addEventListener('click', selected((place) => this.editor.askRemoval(place)));
    element('place-here').addEventListener('click', () => {
      const here = this.#current && this.#current.here;
      if (here) { this.#edit(pointPlace(here.latitude, here.longitude)); }
    });
  }

  /** @param {Place} place */
  #edit(place) { this.editor.open(place, formatPosition(place.latitude, place.longitude, this.format()), this.units()); }

  /**
   * Opens the form that saves a position.
   * @param {Position} position
   */
  savePlace({ latitude, longitude }) { this.#edit(pointPlace(latitude, longitude)); }

  /**
   * Marks a point of the map, and offers to save it.
   * @param {Position} point
   */
  #offer({ latitude, longitude }) {
    if (!this.#isAvailable || this.#isStopped) { return; }
    const place = pointPlace(latitude, longitude);
    this.selection.select(place, this.#current && this.#current.here, false);
    this.#edit(place);
  }

  /** @param {string | null} name of the place that was saved; null after a removal */
  async #showChange(name) {
    await this.load();
    const place = this.places.places.find((candidate) => candidate.name === name) || null;
    this.selection.select(place, this.#current && this.#current.here, false);
    setText('selection-announcement', name === null ? 'The place is removed.' : name + ' is saved.');
    element(place ? 'selection-change' : 'search-text').focus();
  }

  /**
   * Ends with the page. Returns what silences the alarm of an abandoned anchor; null without one.
   * @param {boolean} isIntended true if the reader has signed out
   */
  stop(isIntended) {
    this.#isStopped = true;
    clearInterval(this.timer);
    this.search.stop();
    return this.anchor.stop(isIntended);
  }

  /** Requests places and events. A server that responds with 404 is asked again once it has restarted. */
  async load() {
    const status = await this.places.load();
    this.#isUnsupported = status === 404;
    if (status !== 200 || this.#isStopped) { return; }
    this.#isAvailable = true;
    element('places-section').hidden = false;
    this.#draw();
    const events = await this.events.request();
    if (this.#isStopped) { return; }
    this.events.add(events);
    this.#draw();
  }

  /**
   * Processes an event of the stream.
   * @param {unknown} data
   */
  receive(data) {
    const event = this.events.receive(data);
    if (!event) { return; }
    this.#draw();
    this.load();
  }

  /**
   * Shows everything for a report. Returns the text of the alarm; empty without one.
   * @param {Report} report
   * @param {Position | null} here
   * @param {boolean} isLive
   * @param {number | null} age seconds
   */
  draw(report, here, isLive, age) {
    this.#current = { anchor: report.anchor, here, isLive, age };
    this.#detectChanges(report);
    return this.#draw();
  }

  /**
   * Requests the places after a change that a report implies: it is inside other places, or near an unknown one.
   * @param {Report} report
   */
  #detectChanges({ inside, near, place }) {
    if (place && !this.#hasPlace) { this.nearby.retry(); }
    this.#hasPlace = Boolean(place);
    const [names, now] = [JSON.stringify(inside || []), performance.now()];
    const isKnown = names === this.#inside && (!near || this.places.has(near.name));
    if (isKnown || !this.#isAvailable || now - this.#requestedAt < minRequestInterval) { return; }
    this.#inside = names;
    this.#requestedAt = now;
    this.load();
  }

  #draw() {
    if (!this.#current) { return ''; }
    const [{ anchor, here, isLive, age }, units, { key }] = [this.#current, this.units(), this.selection];
    this.selection.draw(here, units);
    setText('place-here', isLive ? 'Save the current position' : 'Save the last known position').hidden = !here || !this.mayChange;
    if (this.#isAvailable) {
      this.places.draw(here, units, key);
      this.nearby.draw(here, isLive, units, key);
    }
    return this.anchor.draw(anchor, here, isLive, age, units, key);
  }

  /** @param {Place} place */
  #distanceTo(place) { return this.#current ? distanceText(this.#current.here, place, this.units()) : ''; }
}
