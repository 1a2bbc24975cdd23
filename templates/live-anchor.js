// The anchor watch: the swing circle, and the alarm where it is left.

import { way } from './live-geodesy.js';
import { ask, element, put, tell } from './live-page.js';
import { anchor } from './live-places.js';
import { Rows } from './live-rows.js';
import { distance } from './live-units.js';

// The watch has lost the position when there was no current one for so many seconds, as the server says too.
const patience = 60;
// While there is an alarm, the server is asked each so many milliseconds whether the watch goes on: its end is no event.
const pause = 10000;

// No place of the owner's has this name.
const key = '/anchor';

// The alarm: empty where there is none. `seconds` is how old the position is, null where that is not known. Pure.
export function alarm(watch, isLive, seconds) {
  if (!watch) { return ''; }
  if (watch.isDragging) { return 'The anchor is dragging'; }
  return isLive || (seconds !== null && seconds < patience) ? '' : 'The anchor is not watched: there is no current position';
}

export class Anchor {
  #watch = null;
  #text = '';
  #turn = 0;
  #askedAt = 0;

  // `choose` gets the anchor as a place.
  constructor(fences, choose) {
    this.fences = fences;
    this.rows = new Rows(element('anchor-list'), ({ place }) => choose(place));
  }

  async load() {
    const turn = this.#turn += 1;
    this.#askedAt = performance.now();
    try {
      const answer = await ask('v1/anchor', { cache: 'no-store' });
      const watch = answer.status === 200 ? anchor(await answer.json()) : null;
      // What has been asked or heard meanwhile is newer.
      if (turn !== this.#turn) { return; }
      // Nothing is the answer where none is set; whoever cannot answer just now ends no watch.
      if (answer.ok || answer.status === 404) { this.#take(watch); }
    } catch { /* It is asked again. */ }
  }

  #take(watch) {
    const text = JSON.stringify(watch);
    if (text === this.#text) { return; }
    this.#text = text;
    this.#watch = watch;
    this.fences.showAnchor(watch);
  }

  // What an event says counts at once.
  happened(kind) {
    this.#turn += 1;
    if (this.#watch && (kind === 'dragging' || kind === 'holding')) {
      this.#take({ ...this.#watch, isDragging: kind === 'dragging' });
    }
  }

  // Returns the alarm.
  draw(here, isLive, seconds, units, chosen) {
    const watch = this.#watch;
    const words = alarm(watch, isLive, seconds);
    // Words that come into what is there already are spoken.
    element('alarm-box').hidden = !words;
    put('alarm', words);
    if (words && !document.hidden && performance.now() - this.#askedAt >= pause) { this.load(); }
    const away = watch && here ? distance(way(here, watch).distance, units) : '';
    const swing = watch ? distance(watch.radius, units) : '';
    tell('alarm-words', words && (away && away + ' from the anchor; ') + 'the swing circle has ' + swing);
    this.#list(away ? away + ' of ' + swing : swing, chosen);
    return words;
  }

  #list(words, chosen) {
    element('anchor-list').hidden = !this.#watch;
    const place = { ...this.#watch, key, name: 'Anchor' };
    this.rows.show(this.#watch ? [{ key, place, words: 'Anchor watch', way: words }] : [], chosen);
  }
}
