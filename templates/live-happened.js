// What happens at places: a short notice, and the list of the last events.

import { element, make, request } from './live-page.js';
import { occurrence, occurrences } from './live-places.js';
import { clock, happened } from './live-where.js';

// So many are listed; a notice stays for so many milliseconds, and is given of nothing that is older than the third.
const most = 10;
const stay = 10000;
const latest = 300000;

const key = ({ kind, place, moment }) => [kind, moment, place].join('|');

// A list with more in it, the newest first and each once. Pure.
export function joined(known, more) {
  const all = new Map([...known, ...more].map((one) => [key(one), one]));
  return [...all.values()].sort((a, b) => b.moment - a.moment).slice(0, most);
}

export class Happened {
  #known = [];

  // What the server knows of.
  async known() {
    const answer = await request('v1/places/events?last=' + most).catch(() => null);
    return occurrences(answer && answer.body);
  }

  // Takes an event of the stream; null where it is none.
  add(data) {
    const one = occurrence(data);
    if (!one) { return null; }
    // What the server tells again after a pause is no news.
    const isNews = Date.now() - one.moment < latest && this.#known.every((other) => key(other) !== key(one));
    this.take([one]);
    if (isNews && one.kind !== 'dragging' && one.kind !== 'lost') { this.#notice(one); }
    return one;
  }

  take(more) {
    const [before, all] = [this.#known, joined(this.#known, more)];
    if (all.length === before.length && all.every((one, at) => key(one) === key(before[at]))) { return; }
    this.#known = all;
    element('happened-section').hidden = this.#known.length === 0;
    element('happened').replaceChildren(...this.#known.map((one) => make('li', {},
      make('bdi', { textContent: happened(one) }), ' ', this.#time(one))));
  }

  #time({ since }) {
    return make('time', { textContent: clock(since, Date.now()), dateTime: new Date(since).toISOString(), className: 'way' });
  }

  // Alarms have a place of their own, which stays.
  #notice(one) {
    const words = make('p', { textContent: happened(one) });
    element('notice').append(words);
    setTimeout(() => words.remove(), stay);
  }
}
