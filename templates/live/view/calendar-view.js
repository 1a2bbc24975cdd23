import { dayAfterKey, monthOf, weeksOf } from '../model/calendar.js';
import { language } from '../model/text.js';
import { localDay } from '../model/range.js';
import { dayButton, focusDay } from './day-button.js';
import { element, make } from './dom.js';

/** @typedef {import('../model/calendar.js').Day} Day */

// A Monday: the names of the days of the week are those of the following days.
const monday = Date.UTC(2026, 0, 5, 12);

/** The calendar of a month, in which the days with data are one stop of the Tab key; arrow keys lead to the others. */
export class CalendarView {
  /** @type {Day[]} */
  #days = [];
  #month = '';
  /** What is drawn, as text: a button that is replaced while it is pressed would not be clicked. */
  #drawn = '';
  /**
   * The day that the keyboard stops at.
   * @type {string | null}
   */
  #stop = null;

  /**
   * @param {() => string} units
   * @param {(day: string) => void} chosen
   * @param {(month: string) => void} turned is called where a key leads to another month
   */
  constructor(units, chosen, turned) {
    this.units = units;
    this.chosen = chosen;
    this.turned = turned;
    element('calendar').addEventListener('keydown', (event) => this.#pressed(event));
  }

  /**
   * Shows a month.
   * @param {Day[]} days latest first
   * @param {string} month
   */
  show(days, month) {
    [this.#days, this.#month] = [days, month];
    const drawn = JSON.stringify([month, this.units(), localDay(new Date()), days.filter(({ day }) => monthOf(day) === month)]);
    if (drawn === this.#drawn) { return; }
    this.#drawn = drawn;
    const focused = document.activeElement instanceof HTMLElement && element('calendar').contains(document.activeElement)
      ? document.activeElement.dataset.day : null;
    const ofMonth = days.map(({ day }) => day).filter((day) => monthOf(day) === month);
    if (!this.#stop || !ofMonth.includes(this.#stop)) { this.#stop = ofMonth[0] || null; }
    element('calendar').replaceChildren(CalendarView.#head(), make('tbody', {}, ...weeksOf(month).map((week) => (
      make('tr', {}, ...week.map((day) => make('td', {}, ...(day ? [this.#cell(day)] : []))))))));
    if (focused) { focusDay(element('calendar'), ofMonth.includes(focused) ? focused : this.#stop || ''); }
  }

  static #head() {
    return make('thead', {}, make('tr', {}, ...Array.from({ length: 7 }, (_, index) => {
      const date = new Date(monday + 86400000 * index);
      const name = (/** @type {'short' | 'long'} */ weekday) => date.toLocaleDateString(language(), { weekday, timeZone: 'UTC' });
      return make('th', { scope: 'col', abbr: name('long') }, name('short'));
    })));
  }

  /** @param {string} day */
  #cell(day) {
    const known = this.#days.find((other) => other.day === day);
    const number = String(Number(day.slice(8)));
    const isToday = day === localDay(new Date());
    if (!known) { return make('span', { className: isToday ? 'soft today' : 'soft', textContent: number }); }
    const button = dayButton(known, this.units(), false, [number]);
    button.removeAttribute('aria-pressed');
    button.classList.toggle('today', isToday);
    button.tabIndex = day === this.#stop ? 0 : -1;
    button.addEventListener('click', () => this.chosen(day));
    return button;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const day = event.target instanceof HTMLElement && event.target.dataset.day;
    if (!day || event.altKey || event.ctrlKey || event.metaKey) { return; }
    const next = dayAfterKey(this.#days.map((other) => other.day), day, event.key);
    if (!next) { return; }
    event.preventDefault();
    this.#stop = next;
    if (monthOf(next) !== this.#month) { this.turned(monthOf(next)); }
    focusDay(element('calendar'), next);
  }
}
