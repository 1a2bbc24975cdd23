import { rowsInView } from '../model/device-list.js';
import { ageText, rowText, stateLabel } from '../model/device-text.js';
import { text } from '../../live/model/text.js';
import { element, make } from '../../live/view/dom.js';
import { rowMark } from './marks.js';

/** @typedef {import('../model/device.js').Device} Device */

/**
 * @typedef {{ node: HTMLElement, mark: HTMLElement, name: HTMLElement, place: HTMLElement, state: HTMLElement, age: HTMLElement, look: string,
 *   index: number }} Row
 */

/** @typedef {{ units: string, now: number, colour: (device: Device) => number }} Look the time in milliseconds by the server's clock */

// The height of a row until one has been drawn; pixels.
const usualRowHeight = 60;

/**
 * The list of devices: a listbox by the ARIA Authoring Practices, of which only the rows in view are in the document. The
 * focus stays on the list itself.
 */
export class DeviceListView {
  /** @type {Device[]} */
  #devices = [];
  /** @type {Row[]} */
  #rows = [];
  /** @type {string | null} */
  #active = null;
  /** @type {string | null} */
  #selected = null;
  #rowHeight = usualRowHeight;
  #isMeasured = false;
  /** @type {Look} */
  #look = { units: '', now: 0, colour: () => 0 };

  /**
   * @param {(device: Device) => void} chosen
   * @param {(device: Device) => void} opened
   */
  constructor(chosen, opened) {
    this.chosen = chosen;
    this.opened = opened;
    this.list = element('list');
    this.frame = element('devices');
    this.frame.addEventListener('scroll', () => this.#draw(), { passive: true });
    const observer = new ResizeObserver(() => {
      this.#isMeasured = false;
      this.#draw();
    });
    observer.observe(this.frame);
    this.list.addEventListener('keydown', (event) => this.#handleKey(event));
    this.list.addEventListener('focus', () => this.#draw());
    this.list.addEventListener('blur', () => this.#draw());
    this.list.addEventListener('click', ({ target }) => this.#click(target));
    this.list.addEventListener('dblclick', () => {
      const device = this.#devices[this.#indexOf(this.#active)];
      if (device) { this.opened(device); }
    });
  }

  /** True while the reader moves in the list, so that it must not change its order. */
  get hasFocus() { return document.activeElement === this.list; }

  /**
   * Shows devices in this order.
   * @param {Device[]} devices
   * @param {string | null} selected
   * @param {Look} look
   */
  show(devices, selected, look) {
    [this.#devices, this.#selected, this.#look] = [devices, selected, look];
    this.list.style.height = devices.length * this.#rowHeight + 'px';
    this.#draw();
  }

  /** @param {string | null} name */
  #indexOf(name) { return name === null ? -1 : this.#devices.findIndex((device) => device.name === name); }

  /** The height of what covers the end of the list: the chosen device. */
  get #covered() { return element('chosen').offsetHeight; }

  #draw() {
    const { scrollTop, clientHeight } = this.frame;
    const [first, end] = rowsInView(scrollTop - this.list.offsetTop, clientHeight, this.#rowHeight, this.#devices.length);
    while (this.#rows.length < end - first) { this.#rows.push(this.#makeRow()); }
    // A row keeps its place in the document while it is in view.
    const count = Math.max(this.#rows.length, 1);
    const used = new Set();
    for (let index = first; index < end; index += 1) {
      used.add(index % count);
      this.#fill(this.#rows[index % count], index);
    }
    this.#rows.forEach((row, slot) => { row.node.hidden = !used.has(slot); });
    const active = this.#rows.find((row) => !row.node.hidden && this.#devices[row.index].name === this.#active);
    if (active && this.hasFocus) { this.list.setAttribute('aria-activedescendant', active.node.id); } else { this.list.removeAttribute('aria-activedescendant'); }
    if (!this.#isMeasured) { this.#measure(); }
  }

  /** The height of a row depends on the size of the text. */
  #measure() {
    const row = this.#rows.find(({ node }) => !node.hidden);
    const height = row ? row.node.offsetHeight : 0;
    if (height === 0) { return; }
    this.#isMeasured = true;
    if (height === this.#rowHeight) { return; }
    this.#rowHeight = height;
    this.show(this.#devices, this.#selected, this.#look);
  }

  /** @returns {Row} */
  #makeRow() {
    const part = (/** @type {string} */ className) => make('span', { className });
    const name = make('bdi', { className: 'row-name' });
    const [mark, place, state, age] = ['row-mark', 'row-place', 'row-state', 'row-age'].map(part);
    const node = make('div', { className: 'row', id: 'device-' + this.#rows.length }, mark, name, state, place, age);
    node.setAttribute('role', 'option');
    this.list.append(node);
    return { node, mark, name, place, state, age, look: '', index: 0 };
  }

  /** @param {Row} row @param {number} index */
  #fill(row, index) {
    const device = this.#devices[index];
    row.index = index;
    row.node.style.transform = 'translateY(' + index * this.#rowHeight + 'px)';
    row.node.dataset.deviceState = device.state;
    row.node.classList.toggle('active', this.hasFocus && device.name === this.#active);
    row.node.classList.toggle('suspect', device.suspectAt !== null);
    row.node.setAttribute('aria-selected', String(device.name === this.#selected));
    row.node.setAttribute('aria-posinset', String(index + 1));
    row.node.setAttribute('aria-setsize', String(this.#devices.length));
    const { units, now, colour } = this.#look;
    for (const [target, words] of /** @type {[HTMLElement, string][]} */ ([
      [row.name, device.name], [row.state, device.suspectAt === null ? stateLabel(device.state) : '⚠ ' + text('fleet.wrong-clock')],
      [row.place, rowText(device, units, now)], [row.age, ageText(device, now)],
    ])) { if (target.textContent !== words) { target.textContent = words; } }
    row.state.dataset.deviceState = device.state;
    const { look, draw } = rowMark(device, colour(device));
    if (look === row.look) { return; }
    row.look = look;
    row.mark.replaceChildren(...draw());
  }

  /** @param {EventTarget | null} target */
  #click(target) {
    const node = target instanceof Element ? target.closest('.row') : null;
    const row = this.#rows.find((candidate) => candidate.node === node);
    if (row) { this.#choose(row.index); }
  }

  /** @param {number} index */
  #choose(index) {
    const device = this.#devices[index];
    if (!device) { return; }
    this.#active = device.name;
    this.chosen(device);
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const index = this.#indexOf(this.#active);
    const last = this.#devices.length - 1;
    const page = Math.max(1, Math.floor(this.frame.clientHeight / this.#rowHeight) - 1);
    /** @type {Record<string, number>} */
    const targets = {
      ArrowDown: index + 1, ArrowUp: index < 0 ? last : index - 1, Home: 0, End: last, PageDown: index + page, PageUp: index - page,
    };
    if (Object.hasOwn(targets, event.key)) {
      event.preventDefault();
      this.#activate(Math.min(last, Math.max(0, targets[event.key])));
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      const device = this.#devices[index];
      // The first Enter shows the device on the map, the next one opens it.
      if (device && event.key === 'Enter' && device.name === this.#selected) { this.opened(device); } else { this.#choose(index); }
    }
  }

  /** @param {number} index */
  #activate(index) {
    const device = this.#devices[index];
    if (!device) { return; }
    this.#active = device.name;
    this.reveal(device);
    this.#draw();
  }

  /**
   * Scrolls to a device, if it is in the list.
   * @param {Device} device
   */
  reveal(device) {
    const index = this.#indexOf(device.name);
    if (index < 0) { return; }
    const top = this.list.offsetTop + index * this.#rowHeight;
    const { scrollTop, clientHeight } = this.frame;
    const height = clientHeight - this.#covered;
    if (top < scrollTop) { this.frame.scrollTop = top; }
    else if (top + this.#rowHeight > scrollTop + height) { this.frame.scrollTop = top + this.#rowHeight - height; }
  }
}
