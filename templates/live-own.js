// The owner's places: on the map, and as a list with how far each is.

import { way, wayToPlace } from './live-geodesy.js';
import { ask, element, tell } from './live-page.js';
import { namesInside, ownPlaces } from './live-places.js';
import { Rows } from './live-rows.js';
import { isolated, title, wayFrom } from './live-where.js';

// So many are listed: those one is in, and the nearest. They are chosen anew each so many milliseconds at most.
const most = 12;
const pause = 2000;

// So many nearest ones are held against each position, and all of them once others may be nearer than those listed.
const many = 5 * most;

// The places with how far they are, the nearest first; as they come where there is no position.
function byDistance(places, here) {
  const far = places.map((place) => ({ place, distance: here ? wayToPlace(here, place).distance : 0 }));
  return here ? far.sort((a, b) => a.distance - b.distance) : far;
}

// Which of the places are listed: those that one is in, then the nearest. Pure.
export class Nearest {
  #here = null;
  #near = [];
  #reach = 0;

  constructor(places) { this.places = places; }

  list(here) {
    const near = here ? this.#around(here) : this.places.slice(0, most);
    return [...new Set([...byDistance(this.places.filter((place) => place.isInside), here).map(({ place }) => place), ...near])]
      .slice(0, most);
  }

  #around(here) {
    const near = this.#here ? byDistance(this.#near, here).slice(0, most) : [];
    const farthest = near.length > 0 ? near[near.length - 1].distance : Infinity;
    if (this.#here && farthest + way(this.#here, here).distance <= this.#reach) { return near.map(({ place }) => place); }
    const all = byDistance(this.places, here);
    [this.#here, this.#near] = [here, all.slice(0, many).map(({ place }) => place)];
    this.#reach = all.length > many ? all[many].distance : Infinity;
    return this.#near.slice(0, most);
  }
}

// What is listed at one position after another. Pure.
export function listed(places, ...positions) {
  const nearest = new Nearest(places);
  return positions.map((here) => nearest.list(here)).pop();
}

// What of a document of places says in which of them one is; in a name, quotation marks stand behind a backslash.
const standing = /"inside": ?(?:true|false)/g;

export class Own {
  #text = '';
  #bare = '';
  #drawn = '';
  #turn = 0;
  #listed = [];
  #listedAt = -Infinity;
  #nearest = new Nearest([]);
  #known = new Map();

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
    const [told, bare] = [JSON.parse(text), text.replace(standing, '')];
    const isSame = bare === this.#bare;
    [this.#text, this.#bare] = [text, bare];
    this.#drawn = '';
    this.#listedAt = -Infinity;
    if (isSame) { this.#stand(namesInside(told)); } else { this.#show(ownPlaces(told)); }
  }

  #show(places) {
    this.places = places;
    this.#known = new Map(this.places.map((place) => [place.name, place]));
    this.#nearest = new Nearest(this.places);
    this.fences.show(this.places);
  }

  // One is in other places than before, which are the same.
  #stand(names) {
    for (const place of this.places) { place.isInside = names.has(place.name); }
    this.fences.stand();
  }

  // Whether a name is among them.
  has(name) { return this.#known.has(name); }

  draw(here, units, chosen) {
    const drawn = JSON.stringify([here, units, chosen]);
    if (drawn === this.#drawn) { return; }
    this.#drawn = drawn;
    element('own').hidden = this.places.length === 0;
    const now = performance.now();
    if (now - this.#listedAt >= pause) {
      this.#listed = this.#nearest.list(here);
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
