import { monthsOfYear } from '../model/calendar.js';
import { dayText } from '../model/period-text.js';
import { localDay } from '../model/range.js';
import { text } from '../model/text.js';
import { formatDistance } from '../model/units.js';
import { element, make } from './dom.js';

/** @typedef {ReturnType<typeof monthsOfYear>[number]} Month */

// The steps of the arrow keys among the months, which are in rows of four.
const keySteps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -4, ArrowDown: 4 };

/** The months of a year with their totals, of which those with data are one stop of the Tab key. */
export class YearView {
  /** @type {Month[]} */
  #months = [];
  /**
   * The month that the keyboard stops at.
   * @type {string | null}
   */
  #stop = null;

  /**
   * @param {() => string} units
   * @param {(month: string) => void} chosen
   */
  constructor(units, chosen) {
    this.units = units;
    this.chosen = chosen;
    element('year').addEventListener('keydown', (event) => this.#pressed(event));
  }

  /**
   * Shows a year; none for an empty text.
   * @param {import('../model/calendar.js').Day[]} days
   * @param {string} year
   */
  show(days, year) {
    const list = element('year');
    list.hidden = year === '';
    this.#months = year === '' ? [] : monthsOfYear(days, year);
    const withData = this.#months.filter(({ count }) => count > 0);
    if (!withData.some(({ month }) => month === this.#stop)) { this.#stop = withData.length ? withData[withData.length - 1].month : null; }
    const hasFocus = list.contains(document.activeElement);
    const most = Math.max(1, ...this.#months.map(({ distance }) => distance));
    list.replaceChildren(...this.#months.map((month) => make('li', {}, this.#cell(month, most))));
    if (hasFocus && this.#stop) { this.#focus(this.#stop); }
  }

  /** @param {Month} total @param {number} most the distance of the longest bar */
  #cell({ month, distance, count }, most) {
    const name = make('span', { className: 'name', textContent: dayText(month + '-15', { month: 'short' }) });
    const bar = make('span', { className: 'bar' });
    bar.style.setProperty('--share', String(distance / most));
    const length = make('span', { className: 'soft', textContent: count ? formatDistance(distance, this.units()) : text('history.no-record') });
    if (count === 0) { return make('span', { className: 'month' }, name, length, bar); }
    const button = make('button', { type: 'button', className: 'month', tabIndex: month === this.#stop ? 0 : -1 }, name, length, bar);
    button.dataset.month = month;
    if (month === localDay(new Date()).slice(0, 7)) { button.classList.add('today'); }
    button.addEventListener('click', () => this.chosen(month));
    return button;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const at = this.#months.findIndex(({ month }) => event.target instanceof HTMLElement && month === event.target.dataset.month);
    const step = Object.hasOwn(keySteps, event.key) ? keySteps[/** @type {keyof typeof keySteps} */ (event.key)] : 0;
    if (at < 0 || !step) { return; }
    event.preventDefault();
    // A month without data is passed.
    for (let next = at + step; next >= 0 && next < 12; next += Math.sign(step)) {
      if (this.#months[next].count > 0) { this.#focus(this.#months[next].month); return; }
    }
  }

  /** @param {string} month */
  #focus(month) {
    this.#stop = month;
    for (const button of element('year').querySelectorAll('button')) {
      const isMonth = button.dataset.month === month;
      button.tabIndex = isMonth ? 0 : -1;
      if (isMonth) { button.focus({ preventScroll: true }); }
    }
  }
}
