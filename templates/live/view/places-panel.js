import { formatPosition } from '../model/coordinates.js';
import { distanceText, isolatedName } from '../model/place-text.js';
import { text } from '../model/text.js';
import { element, setText } from './dom.js';
import { EventList } from './event-list.js';
import { GeofenceLayer } from './geofence-layer.js';
import { LazyView } from './lazy-view.js';
import { PlaceList } from './place-list.js';
import { Selection } from './selection.js';

/**
 * @typedef {import('../model/geodesy.js').Position} Position
 * @typedef {import('../model/places.js').Place} Place
 */

/**
 * What the panel needs of the page.
 * @typedef {object} PlacesSurroundings
 * @property {import('./map-view.js').MapView} mapView
 * @property {import('./rooms.js').Rooms} rooms
 * @property {import('./sheet.js').Sheet} sheet
 * @property {() => string} units
 * @property {() => string} format of coordinates
 * @property {boolean} hasHistory false on a server without one
 * @property {() => boolean} isLeaving true while the page leaves by itself, as after signing out
 */

/**
 * The parts of the room.
 * @typedef {object} Tools
 * @property {import('./nearby-list.js').NearbyList} nearby
 * @property {import('./place-editor.js').PlaceEditor} editor
 * @property {import('./search-box.js').SearchBox} search
 * @property {typeof import('../model/position-input.js').pointPlace} pointPlace
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
  /** @type {import('./anchor-watch.js').Current | null} */
  #current = null;
  #inside = '[]';
  #requestedAt = -Infinity;
  #hasPlace = false;
  /**
   * The parts of the room, once it was opened.
   * @type {Tools | null}
   */
  #tools = null;
  /** @type {Promise<Tools> | null} */
  #loading = null;

  /**
   * @param {PlacesSurroundings} surroundings
   * @param {boolean} mayChange true in a session of the owner's; other visitors of an open server can only look
   */
  constructor(surroundings, mayChange) {
    const { mapView, units, format, rooms, sheet } = surroundings;
    const select = (/** @type {Place} */ place) => {
      // The map is what the reader wants to see of a place.
      if (sheet.height === 'full') { sheet.set('half'); }
      this.selection.select(place, this.#current && this.#current.here);
    };
    const geofences = new GeofenceLayer(mapView.map);
    this.units = units;
    this.format = format;
    this.rooms = rooms;
    this.selection = new Selection(mapView, units, mayChange, () => this.#draw());
    this.places = new PlaceList(geofences, select);
    // Most pages have no anchor to watch.
    this.anchor = new LazyView(async () => {
      const { AnchorWatch } = await import('./anchor-watch.js');
      if (this.#isStopped) { throw new Error('the page has ended'); }
      return new AnchorWatch(surroundings, mayChange);
    });
    this.events = new EventList();
    this.select = select;
    const enter = () => {
      if (rooms.current === 'places' && !this.#isStopped) { this.#loadTools(); }
      if (rooms.current === 'watch' && !this.#isStopped) { this.#draw(); }
    };
    rooms.onChange(enter);
    enter();
    if (mayChange) {
      this.#connectButtons();
      mapView.onPoint((point) => this.#offer(point));
    }
    this.mayChange = mayChange;
    this.load();
    // Places are set by other programs too.
    const refresh = () => { if (!document.hidden && !this.#isUnsupported && !this.#isStopped) { this.load(); } };
    document.addEventListener('visibilitychange', refresh);
    this.timer = setInterval(refresh, refreshInterval * (1 + Math.random() / 2));
  }

  /** Loads what the room needs; it may be opened without the server, where it stays as it is. */
  #loadTools() {
    this.#loading ||= import('./place-tools.js').then(({ NearbyList, PlaceEditor, SearchBox, pointPlace }) => {
      this.#tools = {
        pointPlace, nearby: new NearbyList(this.select), editor: new PlaceEditor((name) => this.#showChange(name)),
        search: new SearchBox(() => this.places.places, (place) => this.#distanceTo(place), this.select),
      };
      this.#draw();
      return this.#tools;
    });
    this.#loading.catch(() => { this.#loading = null; });
    return this.#loading;
  }

  #connectButtons() {
    setText('place-hint', text(window.matchMedia('(pointer: coarse)').matches ? 'places.hold-touch' : 'places.hold'));
    const selected = (/** @type {(place: Place) => void} */ change) => () => {
      if (this.selection.place) { change(this.selection.place); }
    };
    for (const id of ['selection-save', 'selection-change']) {
      element(id).addEventListener('click', selected((place) => this.#edit(place)));
    }
    element('selection-remove').addEventListener('click', selected((place) => this.#tools?.editor.askRemoval(place)));
    element('place-here').addEventListener('click', async () => {
      const { pointPlace } = await this.#loadTools();
      const here = this.#current && this.#current.here;
      if (here) { this.#edit(pointPlace(here.latitude, here.longitude)); }
    });
  }

  /** @param {Place} place */
  #edit(place) { this.#tools?.editor.open(place, formatPosition(place.latitude, place.longitude, this.format()), this.units()); }

  /**
   * Opens the form that saves a position.
   * @param {Position} position
   */
  async savePlace({ latitude, longitude }) {
    const { pointPlace } = await this.#loadTools();
    this.#edit(pointPlace(latitude, longitude));
  }

  /**
   * Marks a point of the map, and offers to save it.
   * @param {Position} point
   */
  async #offer({ latitude, longitude }) {
    if (!this.#isAvailable || this.#isStopped) { return; }
    const { pointPlace } = await this.#loadTools();
    const place = pointPlace(latitude, longitude);
    this.rooms.open('places');
    this.selection.select(place, this.#current && this.#current.here, false);
    this.#edit(place);
  }

  /** @param {string | null} name of the place that was saved; null after a removal */
  async #showChange(name) {
    await this.load();
    const place = this.places.places.find((candidate) => candidate.name === name) || null;
    this.selection.select(place, this.#current && this.#current.here, false);
    setText('selection-announcement', name === null ? text('places.is-removed') : text('places.is-saved', { name: isolatedName(name) }));
    element(place ? 'selection-change' : 'search-text').focus();
  }

  /**
   * Ends with the page. Returns what silences the alarm of an abandoned anchor; null without one.
   * @param {boolean} isIntended true if the reader has signed out
   */
  stop(isIntended) {
    this.#isStopped = true;
    clearInterval(this.timer);
    this.#tools?.search.stop();
    return this.anchor.view ? this.anchor.view.stop(isIntended) : null;
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
    this.#current = { report, here, isLive, age };
    this.#detectChanges(report);
    return this.#draw();
  }

  /**
   * Requests the places after a change that a report implies: it is inside other places, or near an unknown one.
   * @param {Report} report
   */
  #detectChanges({ inside, near, place }) {
    if (place && !this.#hasPlace) { this.#tools?.nearby.retry(); }
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
    const [{ here, isLive }, units, { key }] = [this.#current, this.units(), this.selection];
    this.selection.draw(here, units);
    setText('place-here-text', text(isLive ? 'places.save-here' : 'places.save-last-known'));
    element('place-here').hidden = !here;
    element('place-saving').hidden = !this.#isAvailable || !this.mayChange;
    if (this.#isAvailable) {
      this.places.draw(here, units, key, this.events.visits);
      this.#tools?.nearby.draw(here, isLive, units, key);
    }
    return this.#drawAnchor(this.#current, units);
  }

  /**
   * Shows the watch of a report, and loads what shows it when there is a first one, or when its room is opened.
   * @param {import('./anchor-watch.js').Current} current
   * @param {string} units
   */
  #drawAnchor(current, units) {
    const { view, isWanted } = this.anchor;
    if (view) { return view.draw(current, units); }
    const isDue = Boolean(current.report.anchor) || this.rooms.current === 'watch';
    if (isDue && !isWanted) { this.anchor.get().then((loaded) => { if (loaded && !this.#isStopped) { this.#draw(); } }); }
    this.rooms.setHidden('watch', !isDue && !this.mayChange);
    return '';
  }

  /** @param {Place} place */
  #distanceTo(place) { return this.#current ? distanceText(this.#current.here, place, this.units()) : ''; }
}
