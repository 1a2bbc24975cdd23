import { filtered, orders, teamsOf } from '../model/device-list.js';
import { states } from '../model/device.js';
import { countText, numberText, stateLabel } from '../model/device-text.js';
import { element, fillSelect, inputElement, make, setText } from '../../live/view/dom.js';

/**
 * @typedef {import('../model/device.js').Device} Device
 * @typedef {import('../model/device.js').DeviceState} DeviceState
 */

/** What the reader has chosen to see: name, team, states, and only what the map shows; and the order of the list. */
export class Filters {
  /** @type {DeviceState[]} */
  #states = [];
  #teams = '';

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.order = fillSelect('order', 'fleet.order', orders, changed);
    this.team = /** @type {HTMLSelectElement} */ (element('filter-team'));
    element('filter-text').addEventListener('input', changed);
    this.team.addEventListener('change', changed);
    element('in-view').addEventListener('change', changed);
    for (const state of states) { element('states').append(this.#button(state)); }
    element('filter-clear').addEventListener('click', () => this.#clear());
  }

  /** @param {DeviceState} state */
  #button(state) {
    const count = make('b', { id: 'count-' + state });
    const button = make('button', { type: 'button', id: 'state-' + state }, count, ' ' + stateLabel(state));
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
    element('filter-text').focus();
    this.changed();
  }

  /** Lets the list show only what the map shows. */
  chooseInView() {
    inputElement('in-view').checked = true;
    this.changed();
  }

  get isInView() { return inputElement('in-view').checked; }

  /**
   * Shows the number of devices in each state.
   * @param {Record<DeviceState, number>} counts
   */
  draw(counts) {
    for (const state of states) {
      setText('count-' + state, numberText(counts[state]));
      // A button that is pressed or has the focus stays.
      const button = element('state-' + state);
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
    this.team.replaceChildren(make('option', { value: '', textContent: 'All teams' }),
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
    setText('list-count', isFiltered ? countText(listed.length) + ' of ' + numberText(devices.length) + ' shown' : '');
    element('filter-clear').hidden = !isFiltered && document.activeElement !== element('filter-clear');
    return { onMap, listed };
  }
}
