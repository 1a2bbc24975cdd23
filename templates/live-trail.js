// The line of where the receiver was: fetched for a stretch of time, and drawn on as the position moves.

import { near } from './live-map.js';
import { address, stretch, tolerance } from './live-range.js';

const L = window.L;

// A pause in the live line that is longer than this many seconds is a gap.
const gap = 60;
// So many live points are drawn before the line is fetched again, simplified.
const most = 600;

// The lines of a GeoJSON document as [[latitude, longitude], ...], on the copy of the world near a longitude. Pure.
export function lines(document, longitude) {
  const features = document && Array.isArray(document.features) ? document.features : [];
  return features.map((feature) => {
    const { type, coordinates } = feature.geometry || {};
    const points = type === 'LineString' ? coordinates : type === 'Point' ? [coordinates] : [];
    return unwrapped(points, longitude);
  }).filter((line) => line.length > 0);
}

function unwrapped(points, longitude) {
  let last = longitude;
  return points.filter((point) => Array.isArray(point) && point.slice(0, 2).every(Number.isFinite)).map((point) => {
    last = near(point[0], last);
    return [point[1], last];
  });
}

export class Trail {
  #range = null;
  #choice = { kind: 'off' };
  #fineness = 0;
  #asked = 0;
  #abort = null;
  #live = [];
  #lastAt = 0;

  // `told` gets what is to be said beside the choices.
  constructor(live, told) {
    this.live = live;
    this.told = told;
    const renderer = L.canvas({ padding: 0.3 });
    const layer = (color, weight) => L.polyline([], { renderer, color, weight, interactive: false, smoothFactor: 1 });
    this.layers = [layer('#ffffff', 7), layer('#1559c9', 4)].map((line) => line.addTo(live.map));
    this.fetched = [];
    live.map.on('zoomend', () => this.#refine());
  }

  // Shows another stretch, and all of it where it is over.
  choose(choice) {
    this.#choice = choice;
    this.fetched = [];
    this.#live = [];
    this.#draw();
    this.told('');
    return this.refresh(choice.kind === 'day' || choice.kind === 'range');
  }

  get range() { return this.#range; }

  // Adds the current position to a trail that goes on.
  append(place, seconds) {
    if (!this.#range || this.#range.to || Number.isNaN(seconds)) { return; }
    if (!this.#live.length || seconds - this.#lastAt > gap) { this.#live.push([]); }
    const line = this.#live.at(-1);
    const [latitude, last] = line.at(-1) || [null, this.live.map.getCenter().lng];
    this.#lastAt = seconds;
    const longitude = near(place.longitude, last);
    if (latitude === place.latitude && last === longitude) { return; }
    line.push([place.latitude, longitude]);
    this.told('');
    if (line.length > most) { this.refresh(false); } else { this.#draw(); }
  }

  async refresh(isToFit) {
    if (this.#abort) { this.#abort.abort(); }
    const range = this.#range = stretch(this.#choice, Date.now());
    if (!range) { return; }
    const abort = this.#abort = new AbortController();
    this.#fineness = tolerance(this.live.metresPerPoint, range, Date.now());
    this.#asked = Date.now();
    try {
      const query = address(range, this.#fineness);
      const answer = await fetch('v1/track?' + query, { signal: abort.signal, headers: { Accept: 'application/geo+json' } });
      if (!answer.ok) { throw new Error('status ' + answer.status); }
      this.#take(await answer.json(), isToFit);
    } catch (error) {
      if (error.name !== 'AbortError') { this.told('The track cannot be loaded.'); }
    }
  }

  #take(document, isToFit) {
    this.fetched = lines(document, this.live.map.getCenter().lng);
    const newest = this.#live.at(-1);
    // The server has what was drawn live; its last point joins what comes next.
    this.#live = newest && newest.length ? [newest.slice(-1)] : [];
    if (this.#live.length && this.fetched.length && Date.now() / 1000 - this.#lastAt < gap) {
      this.#live[0].unshift(this.fetched.at(-1).at(-1));
    }
    this.#drawNow();
    this.told(this.fetched.length || this.#live.length ? '' : 'No track in this time.');
    const bounds = this.layers[0].getBounds();
    if (isToFit && bounds.isValid()) { this.live.fit(bounds); }
  }

  // A closer view wants a finer line; a wider one is served by the line it has.
  #refine() {
    const range = this.#range;
    if (!range || Date.now() - this.#asked < 300) { return; }
    if (tolerance(this.live.metresPerPoint, range, Date.now()) < this.#fineness) { this.refresh(false); }
  }

  #isToDraw = false;

  // Once a frame, however much comes in between.
  #draw() {
    if (this.#isToDraw) { return; }
    this.#isToDraw = true;
    requestAnimationFrame(() => this.#drawNow());
  }

  #drawNow() {
    this.#isToDraw = false;
    const all = this.fetched.concat(this.#live);
    // A single point becomes a dot.
    const shown = all.map((line) => (line.length === 1 ? [line[0], line[0]] : line));
    this.layers.forEach((layer) => layer.setLatLngs(shown));
  }
}
