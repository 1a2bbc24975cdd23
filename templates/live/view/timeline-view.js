import { journeyRow, readJourneys } from '../model/journeys.js';
import { zoneQuery } from '../model/range.js';
import { requestJSON, ResponseError } from '../server/requests.js';
import { element, make, showText } from './dom.js';
import { JourneyLayer } from './journey-layer.js';

/** @typedef {import('../model/journeys.js').Journey} Journey */

/** The trips, stays and gaps of a day as a list, of which one can be shown on the map. */
export class TimelineView {
  /** @type {Journey[]} */
  #journeys = [];
  /** @type {Journey | null} */
  #selected = null;
  /** @type {string | null} */
  #day = null;
  /** @type {AbortController | null} */
  #abort = null;

  /**
   * @param {import('./map-view.js').MapView} mapView
   * @param {() => string} units
   * @param {(journey: Journey | null) => void} selected
   */
  constructor(mapView, units, selected) {
    this.units = units;
    this.selected = selected;
    this.layer = new JourneyLayer(mapView);
  }

  /**
   * Shows a day, again with what it has meanwhile if it is shown; none for null.
   * @param {string | null} day such as 2026-11-16, or `today`
   */
  async show(day) {
    if (this.#abort) { this.#abort.abort(); }
    element('timeline-section').hidden = day === null;
    if (day !== this.#day) { this.#replace(day, []); }
    if (day === null) { return; }
    const abort = this.#abort = new AbortController();
    element('timeline').setAttribute('aria-busy', 'true');
    try {
      const document = await requestJSON('v1/journeys?date=' + day + '&' + zoneQuery(), { signal: abort.signal });
      if (abort.signal.aborted) { return; }
      this.#replace(day, readJourneys(document));
      showText('timeline-note', this.#journeys.length === 0 ? 'Nothing was recorded on this day.' : '');
    } catch (error) {
      if (abort.signal.aborted) { return; }
      this.#replace(day, []);
      // A zone that the server does not know is named.
      showText('timeline-note', error instanceof ResponseError && error.status === 400 ? error.message : 'The timeline cannot be loaded.');
    }
    element('timeline').removeAttribute('aria-busy');
  }

  /** @param {string | null} day @param {Journey[]} journeys */
  #replace(day, journeys) {
    const kept = this.#selected;
    this.#day = day;
    this.#journeys = journeys;
    showText('timeline-note', '');
    // The last journey of today grows.
    const same = journeys.find(({ kind, from }) => kept !== null && kind === kept.kind && from === kept.from);
    if (kept && !same) { this.#select(null); } else { this.#selected = same || null; }
    this.draw();
  }

  /** Draws the rows in the current units. */
  draw() {
    const list = element('timeline');
    const focused = Array.from(list.children).findIndex((item) => item.contains(document.activeElement));
    list.replaceChildren(...this.#journeys.map((journey) => this.#row(journey)));
    const button = focused < 0 ? null : list.children[focused] && list.children[focused].querySelector('button');
    if (button) { button.focus({ preventScroll: true }); }
  }

  /** @param {Journey} journey */
  #row(journey) {
    const { time, title, facts } = journeyRow(journey, this.units());
    const button = make('button', { type: 'button', className: journey.kind }, make('span', { className: 'time', textContent: time }), ' ',
      make('bdi', { textContent: title }), ' ', make('span', { className: 'soft', textContent: facts }));
    button.setAttribute('aria-pressed', String(journey === this.#selected));
    button.addEventListener('click', () => {
      this.#select(journey === this.#selected ? null : journey);
      this.draw();
      // On a phone the map is above the list.
      if (this.#selected) { element('chart').scrollIntoView({ block: 'nearest' }); }
    });
    return make('li', {}, button);
  }

  /** @param {Journey | null} journey */
  #select(journey) {
    this.#selected = journey;
    this.layer.show(journey);
    this.selected(journey);
  }
}
