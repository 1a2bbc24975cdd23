import { dayAfterKey, monthOf, monthsOf, weeksOf } from '../model/calendar.js';
import { formatDistance } from '../model/units.js';
import { isNumber } from '../model/values.js';
import { buttonElement, element, make, setText } from './dom.js';

/** @typedef {import('../model/calendar.js').Day} Day */

// A Monday: the names of the days of the week are those of the following days.
const monday = Date.UTC(2026, 0, 5, 12);

/** The calendar of the days with data, of which one is a stop of the keyboard; arrow keys lead to the others. */
export class CalendarView {
  /** @type {Day[]} */
  #days = [];
  /** @type {string | null} */
  #selected = null;
  #month = '';

  /**
   * @param {() => string} units
   * @param {(day: string) => void} chosen
   */
  constructor(units, chosen) {
    this.units = units;
    this.chosen = chosen;
    element('month-before').addEventListener('click', () => this.#turn(1));
    element('month-after').addEventListener('click', () => this.#turn(-1));
    element('calendar').addEventListener('keydown', (event) => this.#pressed(event));
  }

  /**
   * Shows days, latest first.
   * @param {Day[]} days
   */
  show(days) {
    this.#days = days;
    if (!this.#months.includes(this.#month)) { this.#month = this.#months[0] || ''; }
    this.#draw();
  }

  /**
   * Marks a day as shown, and turns to its month; none for null.
   * @param {string | null} day
   */
  select(day) {
    if (day === this.#selected) { return; }
    this.#selected = day;
    if (day && this.#months.includes(monthOf(day))) { this.#month = monthOf(day); }
    this.#draw();
  }

  get #months() { return monthsOf(this.#days.map(({ day }) => day)); }

  /** @param {number} count of months with data; 1 is the one before */
  #turn(count) {
    const index = this.#months.indexOf(this.#month) + count;
    if (index < 0 || index >= this.#months.length) { return; }
    this.#month = this.#months[index];
    this.#draw();
  }

  #draw() {
    if (!this.#month) { return; }
    const focused = document.activeElement instanceof HTMLElement && element('calendar').contains(document.activeElement)
      ? document.activeElement.dataset.day : null;
    const title = new Date(this.#month + '-15T12:00').toLocaleDateString(undefined, { month: 'long', year: 'numeric' });
    setText('month', title);
    const index = this.#months.indexOf(this.#month);
    // A disabled button would lose the focus.
    buttonElement('month-before').setAttribute('aria-disabled', String(index + 1 >= this.#months.length));
    buttonElement('month-after').setAttribute('aria-disabled', String(index <= 0));
    element('calendar').replaceChildren(CalendarView.#head(), make('tbody', {}, ...weeksOf(this.#month).map((week) => (
      make('tr', {}, ...week.map((day) => make('td', {}, ...(day ? [this.#cell(day)] : []))))))));
    if (focused) { this.#focus(focused); }
  }

  static #head() {
    return make('thead', {}, make('tr', {}, ...Array.from({ length: 7 }, (_, index) => {
      const date = new Date(monday + 86400000 * index);
      const name = (/** @type {'short' | 'long'} */ weekday) => date.toLocaleDateString(undefined, { weekday, timeZone: 'UTC' });
      return make('th', { scope: 'col', abbr: name('long') }, name('short').slice(0, 2));
    })));
  }

  /** @param {string} day */
  #cell(day) {
    const known = this.#days.find((other) => other.day === day);
    const number = String(Number(day.slice(8)));
    if (!known) { return make('span', { className: 'soft', textContent: number }); }
    const button = make('button', { type: 'button', textContent: number, tabIndex: day === this.#stop ? 0 : -1 });
    button.dataset.day = day;
    button.setAttribute('aria-pressed', String(day === this.#selected));
    const date = new Date(day + 'T12:00').toLocaleDateString(undefined, { dateStyle: 'full' });
    button.setAttribute('aria-label', date + (isNumber(known.distance) ? ', ' + formatDistance(known.distance, this.units()) : ''));
    button.addEventListener('click', () => this.chosen(day));
    return button;
  }

  /** The day of the month that the keyboard stops at. */
  get #stop() {
    const days = this.#days.map(({ day }) => day).filter((day) => monthOf(day) === this.#month);
    return this.#selected && days.includes(this.#selected) ? this.#selected : days[0];
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const day = event.target instanceof HTMLElement && event.target.dataset.day;
    if (!day || event.altKey || event.ctrlKey || event.metaKey) { return; }
    const next = dayAfterKey(this.#days.map((other) => other.day), day, event.key);
    if (!next) { return; }
    event.preventDefault();
    this.#month = monthOf(next);
    this.#draw();
    this.#focus(next);
  }

  /** @param {string} day */
  #focus(day) {
    for (const button of element('calendar').querySelectorAll('button')) {
      const isDay = button.dataset.day === day;
      button.tabIndex = isDay ? 0 : -1;
      if (isDay) { button.focus({ preventScroll: true }); }
    }
  }
}
