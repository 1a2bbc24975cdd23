import { dotSize } from '../model/calendar.js';
import { dayText } from '../model/period-text.js';
import { text } from '../model/text.js';
import { formatDistance } from '../model/units.js';
import { isNumber } from '../model/values.js';
import { make } from './dom.js';

/**
 * Returns the button of a day with data: a dot shows how far it went.
 * @param {import('../model/calendar.js').Day} day
 * @param {string} units
 * @param {boolean} isSelected
 * @param {(Node | string)[]} content
 */
export function dayButton(day, units, isSelected, content) {
  const dot = make('span', { className: 'dot dot-' + dotSize(day) });
  const button = make('button', { type: 'button' }, ...content, dot);
  button.dataset.day = day.day;
  const date = dayText(day.day, { dateStyle: 'full' });
  const label = isNumber(day.distance) ? text('history.with-distance', { date, distance: formatDistance(day.distance, units) }) : date;
  button.setAttribute('aria-label', label);
  button.setAttribute('aria-pressed', String(isSelected));
  return button;
}

/**
 * Moves the focus among buttons of days, of which one is a stop of the Tab key.
 * @param {HTMLElement} list
 * @param {string} day
 */
export function focusDay(list, day) {
  for (const button of list.querySelectorAll('button')) {
    const isDay = button.dataset.day === day;
    button.tabIndex = isDay ? 0 : -1;
    if (isDay) { button.focus({ preventScroll: true }); }
  }
}
