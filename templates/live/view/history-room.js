import { monthOf, totalOf } from '../model/calendar.js';
import { choiceOfFragment, fragmentOf } from '../model/page-address.js';
import { periodTitle } from '../model/period-text.js';
import { isLong, localDay, localMinute } from '../model/range.js';
import { text } from '../model/text.js';
import { formatDistance, formatDuration } from '../model/units.js';
import { DayList } from '../server/day-list.js';
import { DayHead } from './day-head.js';
import { DirectionLayer } from './direction-layer.js';
import { element, inputElement, make, showText } from './dom.js';
import { FiguresView } from './figures-view.js';
import { HistoryPanels } from './history-panels.js';
import { MomentBubble } from './moment-bubble.js';
import { PeriodView } from './period-view.js';

/** @typedef {import('../model/range.js').RangeChoice} RangeChoice */
/** @typedef {import('../model/journeys.js').DaySummary} DaySummary */

/** The room of the history: months and years with their days; a day or a range, with its line, its list and its figures. */
export class HistoryRoom {
  /**
   * What the reader has chosen; null for the month of the latest day.
   * @type {RangeChoice | null}
   */
  #choice = null;
  /**
   * What is shown; null while another room is open.
   * @type {RangeChoice | null}
   */
  #shown = null;
  /** @type {DaySummary | null} */
  #summary = null;
  #isStopped = false;

  /**
   * @param {import('./history-view.js').HistoryParts} parts
   * @param {import('./track-view.js').TrackView} track
   * @param {() => void} chosen is called after each choice
   */
  constructor(parts, track, chosen) {
    this.parts = parts;
    this.track = track;
    this.chosen = chosen;
    const { units, isShare } = parts;
    this.list = new DayList(() => this.#listed(), (message) => showText('days-note', message));
    this.period = new PeriodView(units, (choice) => this.#choose(choice), () => this.list.loadAll());
    this.head = new DayHead(parts, (choice) => this.#choose(choice));
    this.figures = new FiguresView(units);
    this.panels = parts.hasJourneys ? new HistoryPanels(parts, track, (summary) => this.#describe(summary)) : null;
    this.bubble = new MomentBubble(parts, track);
    this.directions = new DirectionLayer(parts.mapView.map);
    track.onDraw(() => this.directions.show(this.#hasDirections ? track.lines : []));
    this.#setUpRange();
    this.readAddress();
    if (!isShare) { this.list.load(); }
  }

  #setUpRange() {
    const now = new Date();
    inputElement('from').value = localMinute(new Date(now.getTime() - 86400000));
    inputElement('to').value = localMinute(now);
    for (const id of ['from', 'to']) {
      element(id).addEventListener('change', () => this.#choose({ kind: 'range', from: inputElement('from').value, to: inputElement('to').value }));
    }
  }

  /**
   * What the reader has chosen.
   * @returns {RangeChoice}
   */
  get choice() {
    if (this.#choice || this.parts.isShare) { return this.#choice || { kind: 'off' }; }
    const latest = this.list.days[0];
    return { kind: 'month', month: monthOf(latest ? latest.day : localDay(new Date())) };
  }

  /** The lines of a month cross each other: arrows on them would say nothing. */
  get #hasDirections() { return this.#shown !== null && (this.#shown.kind === 'day' || this.#shown.kind === 'range') && !isLong(this.#shown); }

  /** Takes the choice from the page's address; without one the month of the day that was last shown. */
  readAddress() {
    const { kind, day } = this.choice;
    this.#choice = choiceOfFragment(location.hash) || (kind === 'day' && day ? { kind: 'month', month: monthOf(day) } : null);
    const { from, to } = this.#choice || {};
    if (from && to) { [inputElement('from').value, inputElement('to').value] = [from, to]; }
    if (this.#choice && this.#choice.day !== day) { this.#raise(this.#choice); }
  }

  /**
   * Raises a low sheet for a day: the map above it shows the line, and its list the first stops.
   * @param {RangeChoice} choice
   */
  #raise({ kind }) {
    const { sheet } = this.parts;
    if (kind === 'day' && sheet.height === 'peek') { sheet.set('half'); }
  }

  /** @param {RangeChoice} choice */
  #choose(choice) {
    const isPeriod = (/** @type {RangeChoice} */ { kind }) => kind === 'month' || kind === 'year';
    const address = location.pathname + location.search + fragmentOf(choice);
    // Back leads from a day to its month, and from a month out of the room.
    if (isPeriod(choice) && isPeriod(this.choice)) { history.replaceState(null, '', address); } else { history.pushState(null, '', address); }
    this.#choice = choice;
    // The line above the sheet, and the first stops in it.
    if (choice.kind === 'day') { this.parts.sheet.set('half'); }
    this.chosen();
  }

  /** The days have been listed: the latest one may be of an earlier month. */
  #listed() {
    if (this.#isStopped) { return; }
    this.chosen();
    this.#draw();
  }

  /**
   * Shows a choice: first the line, as the figures of a long range take the server as long again.
   * @param {RangeChoice | null} choice null while another room is open
   * @param {Promise<void>} line
   */
  async show(choice, line) {
    [this.#shown, this.#summary] = [choice, null];
    this.bubble.isOn = choice !== null;
    const { range } = this.track;
    if (this.panels) { this.panels.show(choice || { kind: 'off' }, choice && range); }
    this.#draw();
    if (!choice) { return; }
    if (choice.kind === 'range' && !range) { showText('trail-note', text('history.end-before-begin')); }
    this.figures.wait();
    await line;
    // A choice made meanwhile requests its own figures.
    if (choice === this.#shown) { await this.#requestFigures(); }
  }

  /** Shows everything in other units. */
  draw() {
    this.figures.draw();
    if (this.panels) { this.panels.draw(); }
    this.#draw();
  }

  #draw() {
    const choice = this.#shown || this.choice;
    const isPeriod = choice.kind === 'month' || choice.kind === 'year';
    const hadFocus = element(isPeriod ? 'day-section' : 'days-section').contains(document.activeElement);
    element('days-section').hidden = !isPeriod;
    element('day-section').hidden = isPeriod || choice.kind === 'off';
    if (isPeriod) { this.period.show(this.list, choice); } else { this.head.show(this.list.days, choice, this.#summary); }
    // A focus in what is hidden goes on to what takes its place.
    if (hadFocus) { this.#focus(isPeriod); }
    this.#drawChip();
  }

  #drawChip() {
    const chip = element('day-chip');
    chip.hidden = !this.#shown || this.#shown.kind === 'off';
    const [title, ...facts] = this.#shown ? this.#chip(this.#shown) : [''];
    chip.replaceChildren(make('b', { textContent: title }), ...facts.flatMap((fact) => [' · ', make('span', { textContent: fact })]));
    this.parts.mapView.makeRoom();
  }

  /** @param {boolean} isPeriod */
  #focus(isPeriod) {
    const stop = document.querySelector(isPeriod ? '#days-section [tabindex="0"]' : '#week [aria-pressed="true"]');
    (stop instanceof HTMLElement ? stop : element(isPeriod ? 'year-open' : 'day-title')).focus({ preventScroll: true });
  }

  /** @param {RangeChoice} choice */
  #chip(choice) {
    const { day, month, year } = choice;
    const total = this.#summary || totalOf(this.list.days, day ?? month ?? year ?? 'none');
    const moving = this.#summary ? this.#summary.moving : 0;
    return [periodTitle(choice, new Date()), total.distance > 0 ? formatDistance(total.distance, this.parts.units()) : '',
      moving > 0 ? formatDuration(moving) : ''].filter((part) => part !== '');
  }

  /** @param {DaySummary | null} summary */
  #describe(summary) {
    if (this.#isStopped) { return; }
    this.#summary = summary;
    this.#draw();
  }

  async #requestFigures() {
    const shown = this.#shown;
    await this.figures.request(this.parts.isShare ? null : this.track.range, () => shown === this.#shown && !this.#isStopped);
  }

  /** Shows what a period that extends to the present has meanwhile. */
  async refresh() {
    if (this.panels && this.#shown) { this.panels.show(this.#shown, this.track.range); }
    await this.#requestFigures();
    if (!this.parts.isShare) { await this.list.load(); }
  }

  /** Ends all requests, at once: the page is emptied next. */
  stop() {
    this.#isStopped = true;
    this.list.stop();
    if (this.panels) { this.panels.stop(); }
  }
}
