// The place that the reader has chosen: on the map, and how far it is as the position moves.

import { Fences } from './live-fences.js';
import { wayToPlace } from './live-geodesy.js';
import { near } from './live-map.js';
import { element, put, tell } from './live-page.js';
import { isolated, title, wayFrom } from './live-where.js';

const L = window.L;

// The position is shown beside a place that is at most so many metres away. One farther away that has no border is shown
// with so many around it.
const company = 50000;
const surroundings = 10000;

export class Chosen {
  #place = null;
  #marker = null;

  // `changed` is called when another place is chosen or none.
  constructor(live, changed) {
    this.live = live;
    this.changed = changed;
    element('chosen-close').addEventListener('click', () => {
      this.choose(null);
      element('search-text').focus();
    });
  }

  get key() { return this.#place && this.#place.key; }

  choose(place, here = null) {
    this.#place = place;
    if (this.#marker) { this.#marker.remove(); }
    this.#marker = null;
    element('chosen').hidden = !place;
    put('places-said', place ? title(place) + ' is on the map.' : '');
    if (place) {
      put('chosen-name', title(place));
      this.#mark(place);
      this.#look(place, here);
      // On a phone the map lies above the list.
      element('chart').scrollIntoView({ block: 'nearest' });
    }
    this.changed();
  }

  draw(here, units) {
    if (!this.#place) { return; }
    tell('chosen-way', wayFrom(here, this.#place, units));
  }

  #mark(place) {
    const html = document.createElement('span');
    html.textContent = isolated(place.name);
    const icon = L.divIcon({ className: 'pin', iconSize: [0, 0], html });
    const longitude = near(place.longitude, this.live.map.getCenter().lng);
    this.#marker = L.marker([place.latitude, longitude], { icon, keyboard: false, interactive: false, zIndexOffset: 500 });
    this.#marker.addTo(this.live.map);
  }

  #look(place, here) {
    const isNear = here && wayToPlace(here, place).distance < company;
    const isPoint = !place.radius && !place.rings;
    const box = isPoint && !isNear ? L.latLng(place.latitude, place.longitude).toBounds(surroundings) : Fences.box(place);
    const turns = near(place.longitude, this.live.map.getCenter().lng) - place.longitude;
    const bounds = L.latLngBounds([box.getSouth(), box.getWest() + turns], [box.getNorth(), box.getEast() + turns]);
    if (isNear) { bounds.extend([here.latitude, near(here.longitude, place.longitude + turns)]); }
    this.live.fit(bounds);
  }
}
