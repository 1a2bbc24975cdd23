// The search for places, as one types: a combobox by the ARIA Authoring Practices, whose list is told and not focused.

import { element, make, put, request } from './live-page.js';
import { gazetteerPlaces } from './live-places.js';
import { title } from './live-where.js';

// So many are shown, and so many milliseconds without a key pass before the server is asked.
const most = 8;
const pause = 120;

// Letters without accents and case, as names are compared. Pure.
export function folded(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

// The places whose name, or a word of it, begins with a text. Pure.
export function matching(places, text) {
  const start = folded(text.trim());
  return start ? places.filter(({ name }) => (' ' + folded(name)).includes(' ' + start)) : [];
}

export class Search {
  #found = [];
  #active = -1;
  #timer = 0;
  #abort = null;

  // `own` returns the owner's places, `way` how far one is; `choose` gets the place that is picked.
  constructor(own, way, choose) {
    Object.assign(this, { own, way, choose });
    this.field = element('search-text');
    this.list = element('search-list');
    this.field.addEventListener('input', () => this.#typed());
    this.field.addEventListener('keydown', (event) => this.#key(event));
    this.field.addEventListener('blur', () => this.#close());
    this.field.addEventListener('click', () => this.#open());
    // The field keeps the focus while the list is used by hand.
    this.list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.list.addEventListener('mousedown', (event) => event.preventDefault());
    this.list.addEventListener('click', (event) => this.#pick(Array.from(this.list.children).indexOf(event.target.closest('li'))));
  }

  stop() {
    clearTimeout(this.#timer);
    if (this.#abort) { this.#abort.abort(); }
  }

  #typed() {
    this.stop();
    const text = this.field.value.trim();
    if (!text) { this.#show([], ''); } else { this.#timer = setTimeout(() => this.#ask(text), pause); }
  }

  async #ask(text) {
    const abort = this.#abort = new AbortController();
    const own = matching(this.own(), text).slice(0, 3);
    const query = new URLSearchParams({ text, count: String(most) });
    try {
      const { body } = await request('v1/places/search?' + query, { signal: abort.signal });
      this.#show([...own, ...gazetteerPlaces(body)].slice(0, most), 'No place begins with “' + text + '”.');
    } catch (error) {
      if (error.name !== 'AbortError') { this.#show(own, 'The places cannot be searched: ' + error.message); }
    }
  }

  #show(found, none) {
    this.#found = found;
    this.#active = -1;
    this.list.replaceChildren(...found.map((place, index) => this.#option(place, index)));
    put('search-note', found.length > 0 ? (found.length === 1 ? 'One place' : found.length + ' places') : none);
    element('search-note').classList.toggle('unseen', found.length > 0 || !none);
    this.#open();
  }

  #option(place, index) {
    const kind = place.radius || place.rings ? 'Your place' : place.code;
    const way = [kind, this.way(place)].filter(Boolean).join(' · ');
    const option = make('li', { id: 'found-' + index },
      make('bdi', { textContent: title(place) }), ' ', make('span', { className: 'way', textContent: way }));
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', 'false');
    return option;
  }

  #open() {
    const isOpen = this.#found.length > 0 && document.activeElement === this.field;
    this.list.hidden = !isOpen;
    this.field.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) { this.#move(-1); }
  }

  #close() {
    this.list.hidden = true;
    this.field.setAttribute('aria-expanded', 'false');
    this.#move(-1);
  }

  #key(event) {
    // Keys of a method for typing other alphabets are its own.
    if (event.isComposing) { return; }
    const count = this.#found.length;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (this.list.hidden) { this.#open(); }
      const next = event.key === 'ArrowDown' ? this.#active + 1 : this.#active - 1;
      // One before the first and one after the last is the field itself.
      if (count > 0) { this.#move(next < -1 ? count - 1 : next >= count ? -1 : next); }
    } else if (event.key === 'Enter' && !this.list.hidden) {
      event.preventDefault();
      this.#pick(Math.max(this.#active, 0));
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (this.list.hidden) { this.#clear(); } else { this.#close(); }
    }
  }

  #clear() {
    this.field.value = '';
    this.#typed();
  }

  // By keys, through what was found and the field itself.
  #move(index) {
    const rows = this.list.children;
    if (rows[this.#active]) { rows[this.#active].setAttribute('aria-selected', 'false'); }
    this.#active = index;
    if (!rows[index]) {
      this.field.removeAttribute('aria-activedescendant');
      return;
    }
    rows[index].setAttribute('aria-selected', 'true');
    rows[index].scrollIntoView({ block: 'nearest' });
    this.field.setAttribute('aria-activedescendant', rows[index].id);
  }

  #pick(index) {
    const place = this.#found[index];
    if (!place) { return; }
    this.#clear();
    // A keyboard on the screen would lie on the map.
    if (window.matchMedia('(hover: none)').matches) { this.field.blur(); }
    this.choose(place);
  }
}
