import { nextHeight, restingHeight, sheetHeights } from '../model/sheet-heights.js';
import { text } from '../model/text.js';
import { element, preferences, setText } from './dom.js';

/** @typedef {import('../model/sheet-heights.js').Height} Height */

// Where the room is a panel beside the map, as in live.css.
const panelQuery = '(min-width: 48rem), (max-height: 29.99rem) and (min-width: 35rem)';

// The pixels that a finger may move in a tap, and those below the content.
const slack = 6;
const margin = 16;

// The pixels of map that a low sheet leaves in an alarm.
const mapInAlarm = 168;

/** The sheet that contains the room: on a phone it has three heights, on a wide screen it is a panel that folds away. */
export class Sheet {
  /** @type {Height} */
  #height = 'peek';
  /** @type {(() => void)[]} */
  #callbacks = [];
  #sheet = element('sheet');
  #panel = window.matchMedia(panelQuery);
  /** @type {{ y: number, from: number, last: number, at: number, speed: number, isMoving: boolean } | null} */
  #drag = null;
  #isDragged = false;

  constructor() {
    const { handle } = this;
    handle.addEventListener('click', () => { if (!this.#isDragged) { this.set(this.#height === 'full' ? 'peek' : nextHeight(this.#height, 1, this.#heights)); } });
    this.#sheet.addEventListener('keydown', (event) => this.#press(event));
    this.#sheet.addEventListener('focusin', (event) => this.#reveal(event));
    this.#sheet.addEventListener('pointerdown', (event) => this.#begin(event));
    this.#sheet.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel']) { this.#sheet.addEventListener(end, () => this.#end()); }
    element('fold').addEventListener('click', () => this.fold(!this.isFolded));
    this.fold(preferences.get('folded', 'no') === 'yes');
    const observer = this.observer = new ResizeObserver(() => this.layOut());
    for (const part of [element('card'), element('tabs'), ...this.#sheet.querySelectorAll('.room, .room > *')]) { observer.observe(part); }
    window.addEventListener('resize', () => this.layOut());
    this.#panel.addEventListener('change', () => this.#changed());
    this.set('peek');
  }

  get handle() { return element('handle'); }

  /** True where the room is a panel beside the map. */
  get isPanel() { return this.#panel.matches; }

  /** True while the panel is folded away. */
  get isFolded() { return 'folded' in document.documentElement.dataset; }

  get height() { return this.#height; }

  /** @param {Height} height */
  set(height) {
    const isSame = height === this.#height;
    this.#height = height;
    document.documentElement.dataset.sheet = height;
    setText('handle-height', text('card.height-' + height));
    if (height === 'peek') { this.#room.scrollTop = 0; }
    this.layOut();
    if (!isSame) { this.#changed(); }
  }

  /** @param {boolean} isFolded */
  fold(isFolded) {
    if (isFolded) { document.documentElement.dataset.folded = ''; } else { delete document.documentElement.dataset.folded; }
    element('fold').setAttribute('aria-expanded', String(!isFolded));
    preferences.set('folded', isFolded ? 'yes' : 'no');
    this.#changed();
  }

  /**
   * Calls a function after each change of the height, of the fold, or of the kind.
   * @param {() => void} callback
   */
  onChange(callback) { this.#callbacks.push(callback); }

  /** Gives the sheet its height, after a change of what it contains. */
  layOut() {
    if (this.#drag || !document.getElementById('sheet')) { return; }
    if (!this.isPanel) { this.#sheet.style.setProperty('--sheet', this.#heights[this.#height] + 'px'); }
  }

  #changed() { for (const callback of this.#callbacks) { callback(); } }

  get #room() { return /** @type {HTMLElement} */ (this.#sheet.querySelector('.room:not([hidden])') || this.#sheet); }

  get #heights() {
    const room = this.#room;
    const top = this.handle.offsetHeight;
    const bottom = (/** @type {HTMLElement} */ part) => part.offsetTop + part.offsetHeight;
    const parts = /** @type {HTMLElement[]} */ (Array.from(room.children)).filter((part) => part.offsetParent !== null);
    const peek = parts.find((part) => part.classList.contains('peek'));
    const content = top + Math.max(0, ...parts.map(bottom)) + margin;
    // In an alarm the reader must see where the boat is.
    const map = document.querySelector('.watch.alarmed:not([hidden])') ? mapInAlarm : 0;
    return sheetHeights({
      map, handle: top,
      window: window.innerHeight, card: element('card').getBoundingClientRect().bottom, tabs: element('tabs').offsetHeight,
      peek: peek ? top + bottom(peek) : Math.min(content, 0.3 * window.innerHeight), content,
    });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (this.isPanel || event.defaultPrevented || (event.target instanceof Element && event.target.closest('dialog'))) { return; }
    const isHandle = event.target === this.handle;
    const step = event.key === 'Escape' || (isHandle && event.key === 'ArrowDown') ? -1 : isHandle && event.key === 'ArrowUp' ? 1 : 0;
    if (!step) { return; }
    event.preventDefault();
    this.set(nextHeight(this.#height, step, this.#heights));
  }

  /**
   * Raises the sheet for a focus in what is below its edge.
   * @param {FocusEvent} event
   */
  #reveal({ target }) {
    if (this.isPanel || this.#height !== 'peek' || !(target instanceof Element) || !target.closest('.room') || target.closest('.peek')) { return; }
    if (target.matches(':focus-visible') && !target.id.endsWith('-title')) { this.set('half'); }
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    const target = event.target instanceof Element ? event.target : this.#sheet;
    const isHandle = this.handle.contains(target);
    this.#isDragged = false;
    if (this.isPanel || event.button || target.closest('dialog, input, select, textarea, [data-fixed]')) { return; }
    // A finger drags all of a sheet that can grow; its content scrolls once it cannot.
    if (!isHandle && (event.pointerType !== 'touch' || this.#height === 'full')) { return; }
    this.#drag = { y: event.clientY, from: this.#sheet.offsetHeight, last: event.clientY, at: event.timeStamp, speed: 0, isMoving: false };
  }

  /** @param {PointerEvent} event */
  #move({ clientY, timeStamp, pointerId }) {
    const drag = this.#drag;
    if (!drag) { return; }
    if (!drag.isMoving && Math.abs(clientY - drag.y) < slack) { return; }
    if (!drag.isMoving) { this.#sheet.setPointerCapture(pointerId); }
    drag.isMoving = true;
    this.#sheet.classList.add('dragged');
    if (timeStamp > drag.at) { drag.speed = (drag.last - clientY) / (timeStamp - drag.at); }
    [drag.last, drag.at] = [clientY, timeStamp];
    this.#sheet.style.setProperty('--sheet', this.#dragged(drag) + 'px');
  }

  /** @param {{ from: number, y: number, last: number }} drag */
  #dragged({ from, y, last }) {
    const { peek, full } = this.#heights;
    return Math.min(Math.max(from + y - last, peek / 2), full);
  }

  #end() {
    const drag = this.#drag;
    this.#drag = null;
    this.#sheet.classList.remove('dragged');
    if (!drag || !drag.isMoving) { return; }
    // The click that follows is part of the drag.
    this.#isDragged = true;
    this.set(restingHeight(this.#heights, { height: this.#dragged(drag), speed: drag.speed }));
  }
}
