import { dayAfterKey, monthOf, totalOf, weekOf } from '../model/calendar.js';
import { listText } from '../model/journeys.js';
import { dayText, periodTitle, zoneText } from '../model/period-text.js';
import { text } from '../model/text.js';
import { formatDistance, formatDuration } from '../model/units.js';
import { dayButton, focusDay } from './day-button.js';
import { element, icon, make, setText, showText } from './dom.js';

/**
 * @typedef {import('../model/calendar.js').Day} Day
 * @typedef {import('../model/journeys.js').DaySummary} DaySummary
 * @typedef {import('../model/range.js').RangeChoice} RangeChoice
 */

/** The head of a day or a range: the week of the day, the title that leads back to the month, and the sums. */
export class DayHead {
  /** @type {Day[]} */
  #days = [];
  /** @type {RangeChoice} */
  #choice = { kind: 'off' };
  /** The week that is drawn, as text: a button that is replaced while it is pressed would not be clicked. */
  #drawn = '';

  /**
   * @param {import('./history-view.js').HistoryParts} parts
   * @param {(choice: RangeChoice) => void} choose
   */
  constructor({ units, boxOffset }, choose) {
    this.units = units;
    this.choose = choose;
    element('day-title').addEventListener('click', () => choose({ kind: 'month', month: monthOf(this.#lastDay) }));
    element('week').addEventListener('keydown', (event) => this.#pressed(event));
    showText('zone-note', zoneText(boxOffset, -60 * new Date().getTimezoneOffset()));
  }

  /** The last day of the choice. */
  get #lastDay() {
    const { day, to } = this.#choice;
    return day || (to ? to.slice(0, 10) : this.#days[0] ? this.#days[0].day : new Date().toISOString().slice(0, 10));
  }

  /**
   * Shows a day or a range.
   * @param {Day[]} days with data
   * @param {RangeChoice} choice
   * @param {DaySummary | null} summary null until it is known
   */
  show(days, choice, summary) {
    [this.#days, this.#choice] = [days, choice];
    const title = periodTitle(choice, new Date());
    element('day-title').replaceChildren(title, icon('down'));
    element('day-title').setAttribute('aria-label', text('history.back-to-month', { date: title }));
    setText('day-facts', this.#facts(summary));
    this.#drawWeek();
  }

  /** @param {DaySummary | null} summary */
  #facts(summary) {
    const { day } = this.#choice;
    const distance = summary ? summary.distance : day ? totalOf(this.#days, day).distance : 0;
    return listText([
      distance > 0 ? formatDistance(distance, this.units()) : '', summary && summary.stays > 0 ? text('history.stays', { count: summary.stays }) : '',
      summary && summary.moving > 0 ? text('history.moving-for', { duration: formatDuration(summary.moving) }) : '']);
  }

  #drawWeek() {
    const { day } = this.#choice;
    const week = element('week');
    const dates = day ? weekOf(day) : [];
    const drawn = JSON.stringify([day, this.units(), this.#days.filter((other) => dates.includes(other.day))]);
    if (drawn === this.#drawn) { return; }
    this.#drawn = drawn;
    const focused = week.contains(document.activeElement) && document.activeElement instanceof HTMLElement ? document.activeElement.dataset.day : null;
    week.hidden = !day;
    week.replaceChildren(...dates.map((other) => make('li', {}, this.#cell(other))));
    if (focused) { focusDay(week, day || focused); }
  }

  /** @param {string} day */
  #cell(day) {
    const known = this.#days.find((other) => other.day === day) || (day === this.#choice.day ? { day } : null);
    const name = make('span', { className: 'weekday', textContent: dayText(day, { weekday: 'short' }) });
    const number = make('span', { className: 'number', textContent: String(Number(day.slice(8))) });
    if (!known) { return make('span', { className: 'soft' }, name, number); }
    const button = dayButton(known, this.units(), day === this.#choice.day, [name, number]);
    button.tabIndex = day === this.#choice.day ? 0 : -1;
    button.addEventListener('click', () => this.choose({ kind: 'day', day }));
    return button;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const day = event.target instanceof HTMLElement && event.target.dataset.day;
    if (!day || !this.#choice.day || event.altKey || event.ctrlKey || event.metaKey || !/^(Arrow(Left|Right)|Home|End)$/.test(event.key)) { return; }
    const week = weekOf(this.#choice.day);
    const days = this.#days.map((other) => other.day).filter((other) => week.includes(other));
    const next = event.key === 'Home' ? days.at(-1) : event.key === 'End' ? days[0] : dayAfterKey(days, day, event.key);
    if (!next) { return; }
    event.preventDefault();
    focusDay(element('week'), next);
  }
}
