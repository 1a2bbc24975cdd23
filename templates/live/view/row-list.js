import { icon, make } from './dom.js';

/**
 * An item of the list.
 * @typedef {object} RowItem
 * @property {string} key
 * @property {import('../model/places.js').Place} place
 * @property {string} name
 * @property {string} distance as text, with a direction
 * @property {string} [detail] a second line, such as the last visit
 * @property {string} [icon] the name of its icon; none by default
 * @property {boolean} [isInside]
 */

/** @typedef {{ node: HTMLLIElement, button: HTMLButtonElement, name: HTMLElement, distance: HTMLElement, detail: HTMLElement, item: RowItem }} Row */

/** A list of places to click that keeps the focus while it changes. */
export class RowList {
  /** @type {Map<string, Row>} */
  #rows = new Map();

  /**
   * @param {HTMLElement} list
   * @param {(item: RowItem) => void} clicked
   */
  constructor(list, clicked) {
    this.list = list;
    this.clicked = clicked;
  }

  /**
   * Shows items in this order, one of them marked as selected.
   * @param {RowItem[]} items
   * @param {string | null} selectedKey
   */
  show(items, selectedKey) {
    const rows = items.map((item) => {
      const row = this.#rows.get(item.key) || this.#makeRow(item);
      this.#fill(row, item, item.key === selectedKey);
      return row;
    });
    this.#rows = new Map(rows.map((row) => [row.item.key, row]));
    const nodes = rows.map((row) => row.node);
    const isSame = nodes.length === this.list.children.length && nodes.every((node, index) => node === this.list.children[index]);
    if (isSame) { return; }
    const focused = document.activeElement;
    this.list.replaceChildren(...nodes);
    if (focused instanceof HTMLElement && this.list.contains(focused)) { focused.focus({ preventScroll: true }); }
  }

  /** @param {RowItem} item @returns {Row} */
  #makeRow(item) {
    const [name, distance, detail] = [make('bdi'), make('span', { className: 'distance' }), make('span', { className: 'row-detail' })];
    const button = make('button', { type: 'button' }, ...(item.icon ? [icon(item.icon)] : []), name, ' ', distance, ' ', detail);
    const row = { node: make('li', {}, button), button, name, distance, detail, item };
    button.addEventListener('click', () => this.clicked(row.item));
    return row;
  }

  /** @param {Row} row @param {RowItem} item @param {boolean} isSelected */
  #fill(row, item, isSelected) {
    row.item = item;
    if (row.name.textContent !== item.name) { row.name.textContent = item.name; }
    if (row.distance.textContent !== item.distance) { row.distance.textContent = item.distance; }
    if (row.detail.textContent !== (item.detail || '')) { row.detail.textContent = item.detail || ''; }
    row.button.setAttribute('aria-pressed', String(isSelected));
    row.button.classList.toggle('inside', item.isInside === true);
  }
}
