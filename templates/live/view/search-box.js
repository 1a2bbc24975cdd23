import { isLocator } from '../model/coordinates.js';
import { matchingPlaces } from '../model/place-lists.js';
import { placeTitle } from '../model/place-text.js';
import { parseGazetteer } from '../model/places.js';
import { notFoundText, parsePositions } from '../model/position-input.js';
import { text } from '../model/text.js';
import { requestJSON } from '../server/requests.js';
import { element, inputElement, make, setText } from './dom.js';

/** @typedef {import('../model/places.js').Place} Place */

// The number of results, the number of the owner's places among them, and the milliseconds after the last key before a
// request.
const maxResults = 8;
const maxOwnResults = 3;
const typingPause = 120;

/**
 * The search for places while the reader types: a combobox by the ARIA Authoring Practices, whose list never has the
 * focus.
 */
export class SearchBox {
  /** @type {Place[]} */
  #results = [];
  #activeIndex = -1;
  #timer = 0;
  /** @type {AbortController | null} */
  #abort = null;

  /**
   * @param {() => Place[]} ownPlaces
   * @param {(place: Place) => string} distance
   * @param {(place: Place) => void} select
   */
  constructor(ownPlaces, distance, select) {
    this.ownPlaces = ownPlaces;
    this.distance = distance;
    this.select = select;
    this.field = inputElement('search-text');
    this.list = element('search-list');
    this.field.addEventListener('input', () => this.#search());
    this.field.addEventListener('keydown', (event) => this.#handleKey(event));
    this.field.addEventListener('blur', () => this.#close());
    this.field.addEventListener('click', () => this.#open());
    // The field keeps the focus while the list is clicked.
    this.list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.list.addEventListener('mousedown', (event) => event.preventDefault());
    this.list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest('li') : null;
      if (option) { this.#pick(Array.from(this.list.children).indexOf(option)); }
    });
    // The reader can have typed while this was loaded.
    if (this.field.value && document.activeElement === this.field) { this.#search(); }
  }

  stop() {
    clearTimeout(this.#timer);
    if (this.#abort) { this.#abort.abort(); }
  }

  #search() {
    this.stop();
    this.#activate(-1);
    const typed = this.field.value.trim();
    const positions = parsePositions(typed);
    if (!typed || positions.length > 0) { this.#show(positions, ''); }
    // A locator can also be a name, such as a postcode.
    if (typed && (positions.length === 0 || isLocator(typed))) {
      this.#timer = setTimeout(() => this.#request(typed, positions), typingPause);
    }
  }

  /** @param {string} typed @param {Place[]} positions that the text can mean */
  async #request(typed, positions) {
    const abort = this.#abort = new AbortController();
    const known = [...positions, ...matchingPlaces(this.ownPlaces(), typed).slice(0, maxOwnResults)];
    const query = new URLSearchParams({ text: typed, count: String(maxResults) });
    try {
      const document = await requestJSON('v1/places/search?' + query, { signal: abort.signal });
      this.#show([...known, ...parseGazetteer(document)].slice(0, maxResults), notFoundText(typed));
    } catch (error) {
      if (error instanceof Error && error.name !== 'AbortError') { this.#show(known, text('places.search-failed', { reason: error.message })); }
    }
  }

  /** @param {Place[]} results @param {string} noResultText */
  #show(results, noResultText) {
    // More results follow those that the reader may already move through.
    const active = this.#results[this.#activeIndex];
    this.#results = results;
    this.#activeIndex = -1;
    this.list.replaceChildren(...results.map((place, index) => this.#option(place, index)));
    setText('search-note', results.length > 0 ? text('places.found-count', { count: results.length }) : noResultText);
    element('search-note').classList.toggle('visually-hidden', results.length > 0 || !noResultText);
    this.#open();
    if (!this.list.hidden) { this.#activate(results.indexOf(active)); }
  }

  /** @param {Place} place @param {number} index */
  #option(place, index) {
    const kind = place.isPoint ? place.reading || text('places.coordinates') : place.radius || place.rings ? text('places.own-place') : place.code;
    const detail = [kind, this.distance(place)].filter(Boolean).join(' · ');
    const option = make('li', { id: 'search-result-' + index },
      make('bdi', { textContent: placeTitle(place) }), ' ', make('span', { className: 'distance', textContent: detail }));
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', 'false');
    return option;
  }

  #open() {
    const isOpen = this.#results.length > 0 && document.activeElement === this.field;
    this.list.hidden = !isOpen;
    this.field.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) { this.#activate(-1); }
  }

  #close() {
    this.list.hidden = true;
    this.field.setAttribute('aria-expanded', 'false');
    this.#activate(-1);
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    // During composition the keys belong to the input method.
    if (event.isComposing) { return; }
    const count = this.#results.length;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (this.list.hidden) { this.#open(); }
      const next = event.key === 'ArrowDown' ? this.#activeIndex + 1 : this.#activeIndex - 1;
      // Before the first and after the last option is the field itself.
      if (count > 0) { this.#activate(next < -1 ? count - 1 : next >= count ? -1 : next); }
    } else if (event.key === 'Enter' && !this.list.hidden) {
      event.preventDefault();
      // Of two readings the reader picks one.
      if (this.#activeIndex < 0 && this.#results[1] && this.#results[0].reading) { this.#activate(0); }
      else { this.#pick(Math.max(this.#activeIndex, 0)); }
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (this.list.hidden) { this.#clear(); } else { this.#close(); }
    }
  }

  #clear() {
    this.field.value = '';
    this.#search();
  }

  /** @param {number} index -1 for the field itself */
  #activate(index) {
    const options = this.list.children;
    if (options[this.#activeIndex]) { options[this.#activeIndex].setAttribute('aria-selected', 'false'); }
    this.#activeIndex = index;
    if (!options[index]) {
      this.field.removeAttribute('aria-activedescendant');
      return;
    }
    options[index].setAttribute('aria-selected', 'true');
    options[index].scrollIntoView({ block: 'nearest' });
    this.field.setAttribute('aria-activedescendant', options[index].id);
  }

  /** @param {number} index */
  #pick(index) {
    const place = this.#results[index];
    if (!place) { return; }
    this.#clear();
    // An on-screen keyboard would cover the map.
    if (window.matchMedia('(hover: none)').matches) { this.field.blur(); }
    this.select(place);
  }
}
