// The line of where the receiver was: fetched for a stretch of time, and drawn on as the position moves.

import { near } from './live-map.js';
import { ask } from './live-page.js';
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

// Where a track ends, as [latitude, longitude, seconds]; null where no time of it is known. Pure.
export function ending(document) {
  let last = null;
  for (const { geometry, properties } of document && Array.isArray(document.features) ? document.features : []) {
    const points = (geometry && geometry.type === 'LineString' ? geometry.coordinates : [geometry && geometry.coordinates]);
    const times = (properties && (properties.coordTimes || [properties.time])) || [];
    const seconds = Date.parse(times.at(-1)) / 1000;
    const point = Array.isArray(points) && points.at(-1);
    if (Array.isArray(point) && (last ? seconds > last[2] : seconds > 0)) { last = [point[1], point[0], seconds]; }
  }
  return last;
}

// Points as [latitude, longitude, seconds] in lines without gaps; the first goes on from where the track ended. Pure.
export function liveLines(points, end) {
  const drawn = [];
  let [line, last] = [null, end];
  for (const point of points) {
    const [latitude, longitude, seconds] = point;
    const isClose = last && seconds - last[2] <= gap;
    if (!line || !isClose) {
      line = isClose ? [[last[0], near(last[1], longitude)]] : [];
      drawn.push(line);
    }
    line.push([latitude, longitude]);
    last = point;
  }
  return drawn;
}

export class Trail {
  #range = null;
  #choice = { kind: 'off' };
  #fineness = 0;
  #abort = null;
  #live = [];
  #end = null;
  #unfetched = 0;

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
    this.#end = null;
    this.#draw();
    this.told('');
    return this.refresh(choice.kind === 'day' || choice.kind === 'range');
  }

  get range() { return this.#range; }

  get #goesOn() { return Boolean(this.#range) && !this.#range.to; }

  // Adds the current position, which a trail that goes on shows.
  append(place, seconds) {
    if (Number.isNaN(seconds)) { return; }
    const last = this.#live.at(-1);
    const longitude = near(place.longitude, last ? last[1] : this.live.map.getCenter().lng);
    if (last && last[0] === place.latitude && last[1] === longitude) { last[2] = seconds; } else {
      this.#live.push([place.latitude, longitude, seconds]);
      this.#unfetched += 1;
    }
    this.#live = this.#live.slice(-2 * most);
    if (!this.#goesOn) { return; }
    this.told('');
    if (this.#unfetched > most) { this.refresh(false); } else { this.#draw(); }
  }

  async refresh(isToFit) {
    if (this.#abort) { this.#abort.abort(); }
    const range = this.#range = stretch(this.#choice, Date.now());
    this.#unfetched = 0;
    if (!range) { return; }
    const abort = this.#abort = new AbortController();
    this.#fineness = tolerance(this.live.metresPerPoint, range, Date.now(), isToFit);
    try {
      const query = address(range, this.#fineness);
      const answer = await ask('v1/track?' + query, { signal: abort.signal, headers: { Accept: 'application/geo+json' } });
      if (!answer.ok) { throw new Error('status ' + answer.status); }
      this.#take(await answer.json(), isToFit);
    } catch (error) {
      if (error.name !== 'AbortError') { this.told('The track cannot be loaded.'); }
    }
  }

  #take(document, isToFit) {
    this.fetched = lines(document, this.live.map.getCenter().lng);
    this.#end = ending(document);
    // The history is some seconds behind: what it has not got yet stays.
    this.#live = this.#live.filter((point) => !this.#end || point[2] > this.#end[2]);
    this.#drawNow();
    this.told(this.fetched.length || (this.#goesOn && this.#live.length) ? '' : 'No track in this time.');
    const bounds = this.layers[0].getBounds();
    if (!isToFit || !bounds.isValid()) { return; }
    this.live.fit(bounds);
    this.#refine();
  }

  // A closer view wants a finer line; a wider one is served by the line it has.
  #refine() {
    const range = this.#range;
    if (!range) { return; }
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
    const all = this.fetched.concat(this.#goesOn ? liveLines(this.#live, this.#end) : []);
    // A single point becomes a dot.
    const shown = all.map((line) => (line.length === 1 ? [line[0], line[0]] : line));
    this.layers.forEach((layer) => layer.setLatLngs(shown));
  }
}
