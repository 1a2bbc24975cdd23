// The places of the gazetteer around the position.

import { way } from './live-geodesy.js';
import { element, put, request } from './live-page.js';
import { gazetteerPlaces } from './live-places.js';
import { Rows } from './live-rows.js';
import { title, wayFrom } from './live-where.js';

// Metres of way and seconds after which it is asked anew, and seconds after which a server that could not answer is.
const step = 300;
const pause = 15;
const patience = 300;

// Whether to ask anew: `last` is where and when it was asked, `now` in seconds. Pure.
export function isDue(last, here, now) {
  if (!last) { return true; }
  if (last.hasFailed) { return now - last.at >= patience; }
  return now - last.at >= pause && way(last.here, here).distance >= step;
}

export class Around {
  #places = null;
  #last = null;
  #isAsking = false;

  // `choose` gets the place of a row.
  constructor(choose) {
    this.rows = new Rows(element('around-list'), ({ place }) => choose(place));
  }

  // There are places now: a server that could not answer is asked again.
  retry() {
    if (this.#last && this.#last.hasFailed) { this.#last = null; }
  }

  draw(here, isLive, units, chosen) {
    if (here && !document.hidden && !this.#isAsking && isDue(this.#last, here, performance.now() / 1000)) { this.#ask(here); }
    element('around').hidden = !here || !this.#places;
    if (element('around').hidden) { return; }
    put('around-title', isLive ? 'Around here' : 'Around the last known position');
    element('around-note').hidden = this.#places.length > 0;
    this.rows.show(this.#places.map((place) => ({
      key: place.key, place, words: title(place), way: wayFrom(here, place, units),
    })), chosen);
  }

  // A server without a gazetteer, or an older one, is asked again much later.
  async #ask(here) {
    this.#isAsking = true;
    const at = [here.latitude, here.longitude].map((part) => part.toFixed(5)).join(',');
    const answer = await request('v1/places/nearest?' + new URLSearchParams({ at, count: '5' })).catch(() => null);
    this.#last = { here, at: performance.now() / 1000, hasFailed: !answer };
    this.#places = answer ? gazetteerPlaces(answer.body) : null;
    this.#isAsking = false;
  }
}
