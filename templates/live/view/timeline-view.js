import { dayRows, daySummary, readJourneys } from '../model/journeys.js';
import { zoneQuery } from '../model/range.js';
import { text } from '../model/text.js';
import { requestJSON, ResponseError } from '../server/requests.js';
import { DayLayer } from './day-layer.js';
import { element, make, showText } from './dom.js';
import { JourneyLayer } from './journey-layer.js';

/**
 * @typedef {import('../model/journeys.js').Journey} Journey
 * @typedef {import('../model/journeys.js').Stop} Stop
 * @typedef {import('../model/journeys.js').Way} Way
 * @typedef {import('../model/journeys.js').DaySummary} DaySummary
 */

/** The stops of a day and the ways between them, as a list and on the map, of which one can be selected. */
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
   * @param {import('./history-view.js').HistoryParts} parts
   * @param {{ selected: (journey: Journey | null) => void, loaded: (journeys: Journey[], summary: DaySummary | null) => void }} listener
   */
  constructor(parts, listener) {
    this.parts = parts;
    this.listener = listener;
    this.layer = new JourneyLayer(parts.mapView);
    this.marks = new DayLayer(parts.mapView, (journey) => this.#toggle(journey));
  }

  /**
   * Shows a day, again with what it has meanwhile if it is shown; none for null.
   * @param {string | null} day such as 2026-11-16
   */
  async show(day) {
    if (this.#abort) { this.#abort.abort(); }
    element('timeline-section').hidden = day === null;
    if (day !== this.#day) { this.#replace(day, null); }
    if (day === null) { return; }
    const abort = this.#abort = new AbortController();
    element('timeline').setAttribute('aria-busy', 'true');
    try {
      const document = await requestJSON('v1/journeys?date=' + day + '&' + zoneQuery(), { signal: abort.signal });
      if (abort.signal.aborted) { return; }
      this.#replace(day, document);
      showText('timeline-note', this.#journeys.length === 0 ? text('history.nothing-on-day') : '');
    } catch (error) {
      if (abort.signal.aborted) { return; }
      this.#replace(day, null);
      // A zone that the server does not know is named.
      showText('timeline-note', error instanceof ResponseError && error.status === 400 ? error.message : text('history.timeline-unavailable'));
    }
    element('timeline').removeAttribute('aria-busy');
  }

  /** @param {string | null} day @param {any} document null without one */
  #replace(day, document) {
    const kept = this.#selected;
    const journeys = readJourneys(document);
    [this.#day, this.#journeys] = [day, journeys];
    showText('timeline-note', '');
    // The last journey of today grows.
    const same = journeys.find(({ kind, from }) => kept !== null && kind === kept.kind && from === kept.from);
    if (kept && !same) { this.#select(null); } else { this.#selected = same || null; }
    this.draw();
    this.listener.loaded(journeys, journeys.length ? daySummary(document, journeys) : null);
  }

  /** Draws the list and the marks in the current units. */
  draw() {
    const list = element('timeline');
    const focused = Array.from(list.children).findIndex((item) => item.contains(document.activeElement));
    const rows = dayRows(this.#journeys, this.parts.units());
    list.replaceChildren(...rows.map((row) => (row.kind === 'stop' ? this.#stop(row) : this.#way(row))));
    const button = focused < 0 ? null : list.children[focused] && list.children[focused].querySelector('button');
    if (button) { button.focus({ preventScroll: true }); }
    this.marks.show(rows);
  }

  /** @param {Stop} stop */
  #stop(stop) {
    const isEnd = stop.mark === 'A' || stop.mark === 'B';
    const times = make('span', { className: 'times' }, ...[stop.arrival, stop.departure].filter((time) => time !== '')
      .map((textContent, index) => make(index === 0 ? 'b' : 'span', { textContent })));
    const content = [make('span', { className: isEnd ? 'mark end' : 'mark', textContent: stop.mark }), ' ', make('bdi', { textContent: stop.title }), ' ', times];
    const row = stop.journey ? this.#button(stop.journey, content) : make('div', { className: 'row' }, ...content);
    return make('li', { className: 'stop' }, row, make('p', { className: 'soft' }, make('span', { textContent: stop.facts }), ' ', ...this.#saving(stop)));
  }

  /** @param {Stop} stop */
  #saving({ position, title, isNamed }) {
    const { savePlace } = this.parts;
    if (!savePlace || !position || isNamed) { return []; }
    const button = make('button', { type: 'button', className: 'link', textContent: text('history.save-as-place') });
    button.setAttribute('aria-label', text('history.save-stop', { name: title }));
    button.addEventListener('click', () => {
      savePlace(position);
      // Its name is then that of the stop.
      element('place-dialog').addEventListener('close', () => { this.show(this.#day); }, { once: true });
    });
    return [button];
  }

  /** @param {Way} way */
  #way({ kind, time, facts, details, journey }) {
    const content = [make('span', { textContent: facts })];
    if (details && journey === this.#selected) { content.push(make('span', { className: 'details', textContent: details })); }
    if (time) { content.push(make('span', { className: 'times', textContent: time })); }
    return make('li', { className: kind }, this.#button(journey, content.flatMap((part) => [part, ' '])));
  }

  /** @param {Journey} journey @param {(Node | string)[]} content */
  #button(journey, content) {
    const button = make('button', { type: 'button', className: 'row' }, ...content);
    button.setAttribute('aria-pressed', String(journey === this.#selected));
    button.addEventListener('click', () => this.#toggle(journey));
    return button;
  }

  /** @param {Journey} journey */
  #toggle(journey) {
    this.#select(journey === this.#selected ? null : journey);
    this.draw();
  }

  /** @param {Journey | null} journey */
  #select(journey) {
    this.#selected = journey;
    this.layer.show(journey);
    this.listener.selected(journey);
  }
}
