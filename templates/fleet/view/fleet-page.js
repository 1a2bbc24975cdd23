import { ordered } from '../model/device-list.js';
import { countText, countsText, stateLabel } from '../model/device-text.js';
import { stateCounts } from '../model/clusters.js';
import { Fleet } from '../model/fleet.js';
import { colourOf, teamColours } from '../model/teams.js';
import { isolatedName } from '../../live/model/place-text.js';
import { isRounded, shareDescription } from '../../live/model/share.js';
import { delayOf, endText } from '../../live/model/state.js';
import { text } from '../../live/model/text.js';
import { unitChoices } from '../../live/model/units.js';
import { element, fillSelect, make, setText, showText } from '../../live/view/dom.js';
import { MapView } from '../../live/view/map-view.js';
import { DeviceCard } from './device-card.js';
import { DeviceListView } from './device-list-view.js';
import { Filters } from './filters.js';
import { FleetEvents } from './fleet-events.js';
import { FleetMap } from './fleet-map.js';

/** @typedef {import('../model/device.js').Device} Device */

/** The page as a whole: draws the devices, and everything that depends on their ages or on the connection. */
export class FleetPage {
  /** @type {Settings} */
  settings = {};
  fleet = new Fleet(() => ({ timer: performance.now(), clock: Date.now() }));
  events = new FleetEvents((name) => this.#select(this.fleet.device(name), true));
  isEnded = false;
  isConnected = false;

  /** @type {string | null} */
  #selected = null;
  /** @type {Device[]} */
  #listed = [];
  /** The document whose teams are shown. */
  #teamsOf = 0;
  #isFitted = false;
  /** @type {Map<string, number>} */
  #colours = new Map();
  #isScheduled = false;

  constructor() {
    this.unitSelect = fillSelect('units', 'units', unitChoices(), () => this.#viewChanged());
    this.mapView = new MapView(element('map'), () => this.#viewChanged(), element('free'));
    this.filters = new Filters(() => this.draw());
    this.map = new FleetMap(this.mapView, (device) => this.#select(device, false), () => this.filters.chooseInView());
    this.list = new DeviceListView((device) => this.#select(device, true), (device) => this.#open(device));
    this.card = new DeviceCard(() => this.#deselect(), (device) => this.map.show(device));
    // The map shows all devices; it follows none.
    this.mapView.follow(false);
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.#selected !== null && !event.defaultPrevented) { this.#deselect(); }
    });
  }

  #viewChanged() {
    if (!this.mapView) { return; }
    const scale = this.mapView.scale(this.unitSelect.value);
    setText('scale-text', scale.text);
    element('scale').style.width = scale.width + 'px';
    this.schedule();
  }

  /** Draws once per frame at most. */
  schedule() {
    if (this.#isScheduled) { return; }
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.draw();
    });
  }

  draw() {
    if (this.isEnded || !this.fleet.isKnown) { return; }
    const { fleet } = this;
    this.#fitOnce();
    const { devices, now } = fleet;
    const counts = stateCounts(devices);
    this.filters.draw(counts);
    if (this.#teamsOf !== fleet.documents) { this.#drawTeams(devices); }
    this.#teamsOf = fleet.documents;
    const colour = (/** @type {Device} */ device) => colourOf(device, this.#colours);
    const { onMap, listed } = this.filters.apply(devices, this.map.box);
    const selected = fleet.device(this.#selected);
    this.map.draw(onMap, selected, now, colour);
    this.#listed = this.#inOrder(listed);
    element('list').hidden = listed.length === 0;
    element('list-empty').hidden = listed.length > 0;
    this.list.show(this.#listed, this.#selected, { units: this.unitSelect.value, now, colour });
    this.card.draw(selected, this.unitSelect.value, now, isRounded(this.settings));
    this.events.draw();
    this.#drawHead(devices.length, counts);
  }

  /**
   * Gives the teams their colours, with a key where there are several.
   * @param {Device[]} devices
   */
  #drawTeams(devices) {
    this.filters.showTeams(devices);
    this.#colours = teamColours(devices);
    const entries = Array.from(this.#colours, ([team, colour]) => ({ team, colour }));
    const others = devices.filter((device) => colourOf(device, this.#colours) === 0);
    const hasTeam = others.some(({ teams }) => teams.length > 0);
    if (others.length > 0) { entries.push({ team: text(hasTeam ? 'fleet.other-teams' : 'fleet.no-team'), colour: 0 }); }
    element('team-key').hidden = this.#colours.size < 2;
    element('team-key').replaceChildren(...entries.map(({ team, colour }) => {
      const item = make('li', { textContent: team });
      item.dataset.team = String(colour);
      return item;
    }));
  }

  /**
   * Returns the listed devices in the chosen order. Rows do not move under a reader who moves through them.
   * @param {Device[]} listed
   */
  #inOrder(listed) {
    if (!this.list.hasFocus) { return ordered(listed, this.filters.order.value); }
    const known = new Set(this.#listed);
    const stays = new Set(listed);
    return [...this.#listed.filter((device) => stays.has(device)), ...listed.filter((device) => !known.has(device))];
  }

  /** @param {number} size @param {Record<import('../model/device.js').DeviceState, number>} counts */
  #drawHead(size, counts) {
    setText('headline', size === 0 ? text('fleet.no-devices') : countText(size));
    showText('connection', this.isConnected ? '' : text('fleet.not-connected'));
    showText('outdated', this.fleet.isOutdated ? text('fleet.outdated') : '');
    document.documentElement.dataset.state = this.isConnected ? 'live' : 'stale';
    const title = size === 0 ? text('fleet.title') : text('fleet.titled', { counts: countsText(counts) });
    document.title = (this.isConnected ? title : text('fleet.not-connected-titled', { title })) + ' · WhereIsMy';
    setText('announcement', this.isConnected ? '' : text('fleet.positions-not-current'));
  }

  /** Shows all devices on the map. */
  fitAll() { this.map.fit(this.fleet.devices); }

  /** Shows all devices when the first list arrives. */
  #fitOnce() {
    if (this.#isFitted || this.fleet.devices.every(({ point }) => !point)) { return; }
    this.#isFitted = true;
    this.fitAll();
  }

  /** @param {Device | null} device @param {boolean} isToShow moves the map to it */
  #select(device, isToShow) {
    if (!device) { return; }
    this.#selected = device.name;
    this.draw();
    if (isToShow) { this.map.show(device); } else { this.list.reveal(device); }
    setText('selection-announcement', text('fleet.selected', { name: device.name, state: stateLabel(device.state) }));
  }

  #deselect() {
    this.#selected = null;
    // The button disappears.
    if (element('chosen').contains(document.activeElement)) { element('list').focus({ preventScroll: true }); }
    this.draw();
  }

  /** @param {Device} device */
  #open(device) {
    if (!element('card-open').hidden) { location.assign('devices/' + encodeURIComponent(device.name) + '/'); }
  }

  /** Applies the settings of the server. */
  configure() {
    this.fleet.delay = delayOf(this.settings);
    // A share of a team has no pages of its devices.
    element('card-open').hidden = Boolean(this.settings.share);
    this.drawShare();
  }

  /** Shows the label and the limits of a share. */
  drawShare() {
    const { share } = this.settings;
    if (!share || this.isEnded) { return; }
    showText('share-label', typeof share.label === 'string' ? isolatedName(share.label) : '');
    showText('share-description', shareDescription(share, Date.now()));
  }

  /**
   * Removes everything from the page after the end of the session or of the share.
   * @param {number | undefined} status of the response
   */
  end(status) {
    if (this.isEnded) { return; }
    this.isEnded = true;
    this.map.stop();
    this.mapView.remove();
    const words = endText(status, false, true);
    document.documentElement.dataset.state = 'starting';
    document.title = 'WhereIsMy';
    element('page').replaceChildren(make('div', { className: 'ended' }, make('h1', { textContent: words })));
    setText('announcement', words);
  }
}
