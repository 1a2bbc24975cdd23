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

  constructor(fences) {
    this.fences = fences;
  }

  async load() {
    try {
      const answer = await ask('v1/anchor', { cache: 'no-store' });
      // Not found is the answer where none is set; whoever cannot answer just now ends no watch.
      if (answer.ok) { this.#take(anchor(await answer.json())); } else if (answer.status === 404) { this.#take(null); }
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
    if (this.#watch && (kind === 'dragging' || kind === 'holding')) {
      this.#take({ ...this.#watch, isDragging: kind === 'dragging' });
    }
  }

  // Returns the alarm.
  draw(here, isLive, seconds, units) {
    const watch = this.#watch;
    const words = alarm(watch, isLive, seconds);
    put('alarm', words);
    element('alarm-box').hidden = !words;
    const away = watch && here ? distance(way(here, watch).distance, units) + ' from the anchor' : '';
    const swing = watch ? 'the swing circle has ' + distance(watch.radius, units) : '';
    const figures = [away, swing].filter(Boolean).join('; ');
    tell('alarm-words', words && figures);
    tell('anchor-words', words || !figures ? '' : 'Anchor watch: ' + figures + '.');
    return words;
  }
}
