import { monthsOf, totalOf, yearOf, yearsOf } from '../model/calendar.js';
import { periodTitle } from '../model/period-text.js';
import { text } from '../model/text.js';
import { formatDistance } from '../model/units.js';
import { CalendarView } from './calendar-view.js';
import { buttonElement, element, setText } from './dom.js';
import { YearView } from './year-view.js';

/**
 * @typedef {import('../model/range.js').RangeChoice} RangeChoice
 * @typedef {import('../server/day-list.js').DayList} DayList
 */

/** The calendar of a month or the months of a year, and the way to the next ones. */
export class PeriodView {
  /** @type {DayList | null} */
  #list = null;
  /** @type {RangeChoice} */
  #choice = { kind: 'month', month: '' };

  /**
   * @param {() => string} units
   * @param {(choice: RangeChoice) => void} choose
   * @param {() => void} needAll is called when days of earlier years are to be shown
   */
  constructor(units, choose, needAll) {
    this.units = units;
    this.choose = choose;
    this.needAll = needAll;
    this.calendar = new CalendarView(units, (day) => choose({ kind: 'day', day }), (month) => choose({ kind: 'month', month }));
    this.year = new YearView(units, (month) => choose({ kind: 'month', month }));
    element('month-before').addEventListener('click', () => this.#turn(1));
    element('month-after').addEventListener('click', () => this.#turn(-1));
    element('year-open').addEventListener('click', () => this.#change());
  }

  get #isYear() { return this.#choice.kind === 'year'; }

  get #days() { return this.#list ? this.#list.days : []; }

  /** The periods with data, latest first, and the shown one. */
  get #periods() {
    const days = this.#days.map(({ day }) => day);
    const shown = this.#choice.year || this.#choice.month || '';
    return Array.from(new Set([...(this.#isYear ? yearsOf(days) : monthsOf(days)), shown])).sort().reverse();
  }

  /**
   * Shows a month or a year.
   * @param {DayList} list
   * @param {RangeChoice} choice
   */
  show(list, choice) {
    [this.#list, this.#choice] = [list, choice];
    const period = choice.year || choice.month || '';
    setText('month', periodTitle(choice, new Date()));
    setText('month-total', this.#total(period));
    setText('year-open', text(this.#isYear ? 'history.month' : 'history.year'));
    const unit = this.#isYear ? 'year' : 'month';
    element('month-before').setAttribute('aria-label', text('history.earlier-' + unit));
    element('month-after').setAttribute('aria-label', text('history.later-' + unit));
    const index = this.#periods.indexOf(period);
    // A disabled button would lose the focus.
    buttonElement('month-before').setAttribute('aria-disabled', String(list.isAll && index + 1 >= this.#periods.length));
    buttonElement('month-after').setAttribute('aria-disabled', String(index <= 0));
    element('calendar').hidden = this.#isYear;
    if (!this.#isYear) { this.calendar.show(this.#days, period); }
    this.year.show(this.#days, this.#isYear ? period : '');
  }

  /** @param {string} period */
  #total(period) {
    const { distance, count } = totalOf(this.#days, period);
    if (count > 0) { return text('history.total', { distance: formatDistance(distance, this.units()), count }); }
    return this.#list && this.#list.isLoaded && this.#days.length === 0 ? text('history.nothing-yet') : '';
  }

  /** @param {number} count of periods with data; 1 is the one before */
  #turn(count) {
    const periods = this.#periods;
    const index = periods.indexOf(this.#choice.year || this.#choice.month || '') + count;
    if (index >= periods.length) { this.needAll(); }
    if (index < 0 || index >= periods.length) { return; }
    this.choose(this.#isYear ? { kind: 'year', year: periods[index] } : { kind: 'month', month: periods[index] });
  }

  /** Shows the year of the month, or the latest month of the year. */
  #change() {
    const { month = '', year = '' } = this.#choice;
    if (!this.#isYear) {
      this.needAll();
      this.choose({ kind: 'year', year: yearOf(month) });
      return;
    }
    this.choose({ kind: 'month', month: monthsOf(this.#days.map(({ day }) => day)).find((other) => yearOf(other) === year) || year + '-01' });
  }
}
