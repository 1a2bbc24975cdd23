// The owner's places: on the map, and as a list with how far each is.

import { wayToPlace } from './live-geodesy.js';
import { ask, element, tell } from './live-page.js';
import { ownPlaces } from './live-places.js';
import { Rows } from './live-rows.js';
import { isolated, title, wayFrom } from './live-where.js';

// So many are listed: those one is in, and the nearest. They are chosen anew each so many milliseconds at most.
const most = 12;
const pause = 2000;

// The places that are listed, with how far they are. Pure.
export function listed(places, here) {
  const far = places.map((place) => ({ place, distance: here ? wayToPlace(here, place).distance : 0 }));
  return far.sort((a, b) => b.place.isInside - a.place.isInside || a.distance - b.distance).slice(0, most)
    .map(({ place }) => place);
}

export class Own {
  #text = '';
  #drawn = '';
  #turn = 0;
  #listed = [];
  #listedAt = -Infinity;

  // `choose` gets the place of a row.
  constructor(fences, choose) {
    this.places = [];
    this.fences = fences;
    this.rows = new Rows(element('own-list'), ({ place }) => choose(place));
  }

  // Asks for them; the status of the answer, 0 for none.
  async load() {
    const turn = this.#turn += 1;
    try {
      const answer = await ask('v1/places', { cache: 'no-store', headers: { Accept: 'application/geo+json' } });
      if (!answer.ok) { return answer.status; }
      const text = await answer.text();
      if (turn === this.#turn) { this.#take(text); }
      return answer.status;
    } catch {
      return 0;
    }
  }

  #take(text) {
    if (text === this.#text) { return; }
    this.places = ownPlaces(JSON.parse(text));
    this.#text = text;
    this.#drawn = '';
    this.#listedAt = -Infinity;
    this.fences.show(this.places);
  }

  // Whether a name is among them.
  has(name) { return this.places.some((place) => place.name === name); }

  draw(here, units, chosen) {
    const drawn = JSON.stringify([here, units, chosen]);
    if (drawn === this.#drawn) { return; }
    this.#drawn = drawn;
    element('own').hidden = this.places.length === 0;
    const now = performance.now();
    if (now - this.#listedAt >= pause) {
      this.#listed = listed(this.places, here);
      this.#listedAt = now;
    }
    this.rows.show(this.#listed.map((place) => ({
      key: place.key, place, isInside: place.isInside, words: isolated(place.name),
      way: place.isInside ? 'inside' : wayFrom(here, place, units),
    })), chosen);
    const left = this.places.length - most;
    tell('own-note', left > 0 ? `And ${left} more, farther away.` : '');
  }
}
