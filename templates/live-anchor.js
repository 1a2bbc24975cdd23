// The anchor watch: the swing circle, and the alarm where it is left.

import { way } from './live-geodesy.js';
import { ask, element, put, tell } from './live-page.js';
import { anchor } from './live-places.js';
import { distance } from './live-units.js';

// The watch has lost the position when there was no current one for so many seconds, as the server says too.
const patience = 60;

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

  constructor(fences) {
    this.fences = fences;
  }

  async load() {
    const turn = this.#turn += 1;
    try {
      const answer = await ask('v1/anchor', { cache: 'no-store' });
      const watch = answer.ok ? anchor(await answer.json()) : null;
      // What has been asked or heard meanwhile is newer.
      if (turn !== this.#turn) { return; }
      // Not found is the answer where none is set; whoever cannot answer just now ends no watch.
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
  draw(here, isLive, seconds, units) {
    const watch = this.#watch;
    const words = alarm(watch, isLive, seconds);
    // Words that come into what is there already are spoken.
    element('alarm-box').hidden = !words;
    put('alarm', words);
    const away = watch && here ? distance(way(here, watch).distance, units) + ' from the anchor' : '';
    const swing = watch ? 'the swing circle has ' + distance(watch.radius, units) : '';
    const figures = [away, swing].filter(Boolean).join('; ');
    tell('alarm-words', words && figures);
    tell('anchor-words', words || !figures ? '' : 'Anchor watch: ' + figures + '.');
    return words;
  }
}
