// A list of places to press, which changes under the reader's hands without taking the focus away.

import { make } from './live-page.js';

export class Rows {
  #rows = new Map();

  // `pressed` gets the item of a row.
  constructor(list, pressed) {
    this.list = list;
    this.pressed = pressed;
  }

  // Shows items { key, words, way } in this order; the one with the key `chosen` is marked.
  show(items, chosen) {
    const rows = items.map((item) => {
      const row = this.#rows.get(item.key) || this.#row();
      this.#fill(row, item, item.key === chosen);
      return [item.key, row];
    });
    this.#rows = new Map(rows);
    const nodes = rows.map(([, row]) => row.node);
    const isSame = nodes.length === this.list.children.length && nodes.every((node, at) => node === this.list.children[at]);
    if (isSame) { return; }
    const focused = document.activeElement;
    this.list.replaceChildren(...nodes);
    if (this.list.contains(focused)) { focused.focus({ preventScroll: true }); }
  }

  #row() {
    const [name, way] = [make('bdi'), make('span', { className: 'way' })];
    const button = make('button', { type: 'button' }, name, ' ', way);
    const row = { node: make('li', {}, button), button, name, way, item: null };
    button.addEventListener('click', () => this.pressed(row.item));
    return row;
  }

  #fill(row, item, isChosen) {
    row.item = item;
    for (const [place, words] of [[row.name, item.words], [row.way, item.way]]) {
      if (place.textContent !== words) { place.textContent = words; }
    }
    row.button.setAttribute('aria-pressed', String(isChosen));
    row.button.classList.toggle('inside', item.isInside === true);
  }
}
