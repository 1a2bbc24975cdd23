// The day or period that is shown, as the fragment of the page's address: it can be reloaded, kept and left by Back.

import { localDay } from './range.js';

/** @typedef {import('./range.js').RangeChoice} RangeChoice */

/** @typedef {'now' | 'history' | 'places' | 'watch'} Room */

// The name of the room may be before the day.
const day = /^#(?:room=history&)?day=(\d{4}-\d{2}-\d{2})$/;
const minute = '(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2})';
const period = /^#(?:room=history&)?(?:month=(\d{4}-(?:0[1-9]|1[0-2]))|year=(\d{4}))$/;
const range = new RegExp('^#(?:room=history&)?range=' + minute + '/' + minute + '$');

/**
 * Returns the room that a fragment names; the history for one that names only a day, and the first room for any other.
 * @param {string} fragment with its `#`
 * @returns {Room}
 */
export function roomOfFragment(fragment) {
  const named = /^#room=(history|places|watch)(?:&|$)/.exec(fragment);
  if (named) { return /** @type {Room} */ (named[1]); }
  return choiceOfFragment(fragment) ? 'history' : 'now';
}

/**
 * Returns the choice that a fragment contains; null for any other fragment.
 * @param {string} fragment with its `#`
 * @returns {RangeChoice | null}
 */
export function choiceOfFragment(fragment) {
  const chosenDay = day.exec(fragment);
  if (chosenDay) { return isMoment(chosenDay[1]) ? { kind: 'day', day: chosenDay[1] } : null; }
  const chosenPeriod = period.exec(fragment);
  if (chosenPeriod) { return chosenPeriod[1] ? { kind: 'month', month: chosenPeriod[1] } : { kind: 'year', year: chosenPeriod[2] }; }
  const chosenRange = range.exec(fragment);
  if (!chosenRange || !chosenRange.slice(1).every(isMoment)) { return null; }
  return { kind: 'range', from: chosenRange[1], to: chosenRange[2] };
}

/**
 * Returns true for a day or minute that exists; browsers accept February 30 as March 2.
 * @param {string} text
 */
function isMoment(text) {
  const moment = new Date(text.slice(0, 10) + 'T12:00');
  return !Number.isNaN(Date.parse(text)) && !Number.isNaN(moment.getTime()) && localDay(moment) === text.slice(0, 10);
}

/**
 * Returns the fragment of a choice; empty for one that is remembered instead.
 * @param {RangeChoice} choice
 */
export function fragmentOf(choice) {
  if (choice.kind === 'day' && choice.day) { return '#day=' + choice.day; }
  if (choice.kind === 'month' && choice.month) { return '#month=' + choice.month; }
  if (choice.kind === 'year' && choice.year) { return '#year=' + choice.year; }
  return choice.kind === 'range' && choice.from && choice.to ? '#range=' + choice.from + '/' + choice.to : '';
}

/**
 * Returns the name of the file with a track.
 * @param {RangeChoice} choice
 * @param {string} today
 */
export function trackFileName(choice, today) {
  const range = choice.kind === 'range' ? choice.from + '-' + choice.to : null;
  const name = range ?? choice.day ?? choice.month ?? choice.year ?? today;
  return 'whereismy-' + String(name).replaceAll(':', '') + '.gpx';
}
