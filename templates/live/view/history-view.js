import { trackFigures } from '../model/facts.js';
import { choiceOfFragment, fragmentOf, trackFileName } from '../model/page-address.js';
import { localDay, localMinute, rangeChoices, rangeQuery, zoneQuery } from '../model/range.js';
import { formatDistance } from '../model/units.js';
import { asArray, isNumber } from '../model/values.js';
import { addressOf, requestFigures, requestJSON } from '../server/requests.js';
import { CalendarView } from './calendar-view.js';
import { element, inputElement, make, preferences, showText } from './dom.js';

/** @typedef {import('../model/calendar.js').Day} Day */

// A range that extends to the present is requested at this interval, in milliseconds, and up to half of it later: pages
// must not do so in step.
const refreshInterval = 300000;

const maxDays = 400;

// The pause in milliseconds before the list of days is requested again from a server that is busy with another one.
const daysRetryInterval = 10000;

/** The choice of a time range, the list of days, and the figures of the range. */
export class HistoryView {
  /** @type {DeviceStatistics[]} */
  #devices = [];
  /** @type {TrackStatistics | null} */
  #total = null;
  /** @type {Day[]} */
  #days = [];
  #isStopped = false;

  /**
   * @param {import('./track-view.js').TrackView} track
   * @param {() => string} units
   * @param {boolean} isShare
   * @param {import('./history-panels.js').HistoryPanels | null} panels null where the server has none
   */
  constructor(track, units, isShare, panels) {
    this.track = track;
    this.units = units;
    this.isShare = isShare;
    this.panels = panels;
    this.calendar = new CalendarView(units, (day) => this.#chooseDay(day));
    const now = new Date();
    inputElement('day').value = inputElement('day').max = localDay(now);
    inputElement('from').value = localMinute(new Date(now.getTime() - 86400000));
    inputElement('to').value = localMinute(now);
    this.#fillChoices();
    this.#readAddress();
    for (const id of ['day', 'from', 'to']) { element(id).addEventListener('change', () => this.#choose()); }
    window.addEventListener('popstate', () => {
      if (this.#isStopped) { return; }
      this.#readAddress();
      this.show();
    });
    // A range that extends to the present has grown.
    element('download').addEventListener('click', () => this.#linkDownload());
    this.show();
    this.#listDays();
    this.timer = setInterval(() => this.#refresh(), refreshInterval * (1 + Math.random() / 2));
  }

  /** Ends all requests. */
  stop() {
    clearInterval(this.timer);
    this.#isStopped = true;
    this.track.choose({ kind: 'off' });
    if (this.panels) { this.panels.stop(); }
  }

  #fillChoices() {
    element('choices').replaceChildren(...rangeChoices.map(([kind, label]) => make('label', {},
      make('input', { type: 'radio', name: 'trail', value: kind }), make('span', { textContent: label }))));
    element('choices').addEventListener('change', () => this.#choose());
  }

  /** Selects what the page's address contains, or what the reader chose last; a share's reader cannot choose. */
  #readAddress() {
    const stored = preferences.get('trail', 'hour');
    const isLive = ['off', 'hour', 'today'].includes(stored);
    const choice = choiceOfFragment(location.hash) || { kind: isLive ? stored : 'hour' };
    const { kind, ...fields } = element('trail-section').hidden ? { kind: 'hour' } : choice;
    for (const [id, value] of Object.entries(fields)) { inputElement(id).value = value; }
    this.#check(kind);
  }

  /** @param {string} kind */
  #check(kind) {
    const choice = /** @type {HTMLInputElement} */ (document.querySelector('input[name=trail][value=' + kind + ']'));
    choice.checked = true;
  }

  /** Shows what the reader has chosen. A day and a range are part of the page's address, so that Back leaves them. */
  #choose() {
    const fragment = fragmentOf(this.#choice);
    if (!['day', 'range'].includes(this.kind)) { preferences.set('trail', this.kind); }
    if (fragment !== location.hash) { history.pushState(null, '', location.pathname + location.search + fragment); }
    this.show();
  }

  /** @returns {import('../model/range.js').RangeChoice} */
  get #choice() {
    const [day, from, to] = ['day', 'from', 'to'].map((id) => inputElement(id).value);
    return { kind: this.kind, day, from, to };
  }

  /** Lets the link download the track that is shown, with all of its points. */
  #linkDownload() {
    const { range } = this.track;
    const link = /** @type {HTMLAnchorElement} */ (element('download'));
    link.hidden = !range || this.isShare;
    if (!range) { return; }
    link.href = addressOf('v1/track?' + rangeQuery(range) + '&format=gpx');
    link.download = trackFileName(this.#choice, localDay(new Date()));
  }

  get kind() {
    const checked = /** @type {HTMLInputElement | null} */ (document.querySelector('input[name=trail]:checked'));
    return checked ? checked.value : 'off';
  }

  /** Shows the chosen range: first the line, as the figures of a long range take the server as long again. */
  async show() {
    const { kind } = this;
    element('day-choice').hidden = kind !== 'day';
    element('range-choice').hidden = kind !== 'range';
    const line = this.track.choose(this.#choice);
    if (this.panels) { this.panels.show(this.#choice, this.track.range); }
    this.#linkDownload();
    if (kind === 'range' && !this.track.range) { HistoryView.showNote('The end must be after the beginning.'); }
    this.#markDay();
    const { range } = this.track;
    element('stats').setAttribute('aria-busy', 'true');
    await line;
    // A range that has been chosen meanwhile requests its own figures.
    if (range === this.track.range) { await this.#requestFigures(); }
  }

  /** Shows days and figures in other units. */
  draw() {
    if (this.#isStopped) { return; }
    this.#drawFigures();
    this.#drawDays();
    if (this.panels) { this.panels.draw(); }
  }

  #drawFigures() {
    const rows = (/** @type {TrackStatistics} */ figures) => trackFigures(figures, this.units()).map(([label, value]) =>
      make('div', {}, make('dt', { textContent: label }), make('dd', { textContent: value })));
    const titled = (/** @type {string} */ receiver, /** @type {TrackStatistics} */ figures) => [
      make('div', { className: 'wide' }, make('dt', { textContent: 'Receiver' }), make('dd', { textContent: receiver })),
      ...rows(figures)];
    const several = this.#devices.length > 1 ? this.#devices : [];
    const total = this.#total ? (several.length ? titled('all', this.#total) : rows(this.#total)) : [];
    element('stats').replaceChildren(...total, ...several.flatMap((device) => titled(String(device.device), device)));
    element('stats').removeAttribute('aria-busy');
    element('stats-section').hidden = total.length === 0;
  }

  #drawDays() {
    const focusedDay = document.activeElement instanceof HTMLElement && document.activeElement.dataset.day;
    element('days').replaceChildren(...this.#days.map((day) => this.#dayRow(day)));
    element('days-section').hidden = this.#days.length === 0;
    this.calendar.show(this.#days);
    this.#markDay();
    // The keyboard focus stays on its day.
    const button = focusedDay ? element('days').querySelector('[data-day="' + focusedDay + '"]') : null;
    if (button instanceof HTMLElement) { button.focus({ preventScroll: true }); }
  }

  /** @param {Day} day */
  #dayRow(day) {
    const date = new Date(day.day + 'T12:00');
    const label = date.toLocaleDateString(undefined, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
    const length = isNumber(day.distance) ? formatDistance(day.distance, this.units()) : '';
    const button = make('button', { type: 'button' },
      make('span', { textContent: label }), make('span', { textContent: length, className: 'soft' }));
    button.dataset.day = day.day;
    button.addEventListener('click', () => this.#chooseDay(day.day));
    return make('li', {}, button);
  }

  /** @param {string} day */
  #chooseDay(day) {
    inputElement('day').value = day;
    this.#check('day');
    this.#choose();
    // On a phone the map is above the list.
    element('chart').scrollIntoView({ block: 'nearest' });
  }

  #markDay() {
    const selected = this.kind === 'day' ? inputElement('day').value : null;
    for (const button of element('days').querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button.dataset.day === selected));
    }
    this.calendar.select(selected);
  }

  async #requestFigures() {
    const { range } = this.track;
    [this.#devices, this.#total] = [[], null];
    if (range && !this.isShare) {
      const body = await requestFigures('v1/stats?' + rangeQuery(range)).catch(() => ({}));
      // Another range has been chosen meanwhile.
      if (range !== this.track.range) { return; }
      this.#devices = asArray(body.devices).filter((device) => device.points > 0);
      this.#total = body.total && body.total.points > 0 ? body.total : null;
    }
    if (!this.#isStopped) { this.#drawFigures(); }
  }

  async #listDays() {
    if (this.isShare) { return; }
    const body = await requestJSON('v1/days?' + zoneQuery()).catch((error) => {
      // The list of another page can take half a minute.
      if (error.status === 503 && !this.#isStopped) { setTimeout(() => this.#listDays(), daysRetryInterval); }
      // A zone that is newer than the server's list of them.
      if (error.status === 400 && !this.#isStopped) { HistoryView.showNote(error.message); }
      return null;
    });
    // The list stays while the server is unreachable.
    if (!body || !Array.isArray(body.days)) { return; }
    this.#days = body.days.filter((/** @type {Day} */ { day }) => /^\d{4}-\d{2}-\d{2}$/.test(day)).slice(0, maxDays);
    if (!this.#isStopped) { this.#drawDays(); }
  }

  async #refresh() {
    if (document.hidden || !this.track.range || this.track.range.to) { return; }
    await this.track.refresh(false);
    if (this.#isStopped) { return; }
    if (this.panels) { this.panels.show(this.#choice, this.track.range); }
    await this.#requestFigures();
    await this.#listDays();
  }

  /** @param {string} text */
  static showNote(text) {
    showText('trail-note', text);
  }
}
