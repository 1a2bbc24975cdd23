import { filtered, leastFiltered, orders } from '../model/device-list.js';
import { states } from '../model/device.js';
import { stateCountText } from '../model/device-text.js';
import { teamsOf } from '../model/teams.js';
import { language, text } from '../../live/model/text.js';
import { element, fillSelect, inputElement, make, setHidden, setText } from '../../live/view/dom.js';

/**
 * @typedef {import('../model/device.js').Device} Device
 * @typedef {import('../model/device.js').DeviceState} DeviceState
 */

/** What the reader has chosen to see: name, team, town, states, and only what the map shows; and the order of the list. */
export class Filters {
  /** @type {DeviceState[]} */
  #states = [];
  /** @type {string | null} */
  #teams = null;

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.order = fillSelect('order', 'fleet.order', orders(), changed);
    this.team = /** @type {HTMLSelectElement} */ (element('filter-team'));
    element('filter-text').addEventListener('input', changed);
    this.team.addEventListener('change', changed);
    element('in-view').addEventListener('change', changed);
    for (const state of states) { element('states').append(this.#button(state)); }
    element('filter-clear').addEventListener('click', () => this.#clear());
    element('filters-open').addEventListener('click', () => this.#showMore(element('filters-more').hidden));
  }

  /** @param {boolean} isShown */
  #showMore(isShown) {
    element('filters-more').hidden = !isShown;
    element('filters-open').setAttribute('aria-expanded', String(isShown));
  }

  /** @param {DeviceState} state */
  #button(state) {
    const button = make('button', { type: 'button', id: 'state-' + state });
    button.dataset.deviceState = state;
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', () => {
      this.#states = this.#states.includes(state) ? this.#states.filter((other) => other !== state) : [...this.#states, state];
      this.#press();
      this.changed();
    });
    return button;
  }

  #press() {
    for (const state of states) { element('state-' + state).setAttribute('aria-pressed', String(this.#states.includes(state))); }
  }

  #clear() {
    this.#states = [];
    this.#press();
    inputElement('filter-text').value = this.team.value = '';
    inputElement('in-view').checked = false;
    element(element('filters').hidden ? 'list' : 'filter-text').focus();
    this.changed();
  }

  /** Lets the list show only what the map shows. */
  chooseInView() {
    inputElement('in-view').checked = true;
    this.#showMore(true);
    this.changed();
  }

  get isInView() { return inputElement('in-view').checked; }

  /**
   * Shows the number of devices in each state.
   * @param {Record<DeviceState, number>} counts
   */
  draw(counts) {
    for (const state of states) {
      const button = element('state-' + state);
      drawCount(button, stateCountText(state, counts[state]), counts[state]);
      // A button that is pressed or has the focus stays.
      button.hidden = counts[state] === 0 && !this.#states.includes(state) && document.activeElement !== button && state !== 'live';
    }
  }

  /**
   * Shows the teams to choose from.
   * @param {Device[]} devices
   */
  showTeams(devices) {
    const teams = teamsOf(devices);
    if (teams.join('\n') === this.#teams) { return; }
    this.#teams = teams.join('\n');
    const chosen = this.team.value;
    this.team.replaceChildren(make('option', { value: '', textContent: text('fleet.all-teams') }),
      ...teams.map((team) => make('option', { value: team, textContent: team })));
    this.team.value = teams.includes(chosen) ? chosen : '';
    element('team-choice').hidden = teams.length < 2;
  }

  /**
   * Returns the devices for the map, and those for the list.
   * @param {Device[]} devices
   * @param {import('../model/mercator.js').UnitBox} box what the map shows
   */
  apply(devices, box) {
    const filter = { text: inputElement('filter-text').value, team: this.team.value, states: this.#states, box: null };
    const onMap = filtered(devices, filter);
    const listed = this.isInView ? filtered(onMap, { text: '', team: '', states: [], box }) : onMap;
    const isFiltered = listed.length < devices.length;
    setText('list-count', isFiltered ? text('fleet.shown', { count: devices.length, shown: listed.length }) : '');
    element('filter-clear').hidden = !isFiltered && document.activeElement !== element('filter-clear');
    const isOffered = devices.length >= leastFiltered || this.isInView || filter.text !== '' || filter.team !== '';
    setHidden('filters', !isOffered, 'list');
    return { onMap, listed };
  }
}

/**
 * Draws a number with its word; the number is bold.
 * @param {HTMLElement} button
 * @param {string} words
 * @param {number} count
 */
function drawCount(button, words, count) {
  if (button.textContent === words) { return; }
  const number = new Intl.NumberFormat(language()).format(count);
  const at = words.indexOf(number);
  button.replaceChildren(words.slice(0, at), make('b', { textContent: number }), words.slice(at + number.length));
}
