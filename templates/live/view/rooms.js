import { roomOfFragment } from '../model/page-address.js';
import { element } from './dom.js';

/** @typedef {import('../model/page-address.js').Room} Room */

/** The rooms of the page, of which one is shown. Its name is part of the page's address, so that Back leaves it. */
export class Rooms {
  /** @type {Room} */
  #current = 'now';
  /** @type {((room: Room) => void)[]} */
  #callbacks = [];
  #tabs = Array.from(element('tabs').querySelectorAll('a'));

  constructor() {
    for (const event of ['popstate', 'hashchange']) { window.addEventListener(event, () => this.#show(roomOfFragment(location.hash))); }
    element('tabs').addEventListener('click', (event) => this.#choose(event));
    element('tabs').addEventListener('keydown', (event) => this.#move(event));
    this.#show(roomOfFragment(location.hash));
  }

  get current() { return this.#current; }

  /**
   * Opens a room, which Back leaves.
   * @param {Room} name
   */
  open(name) {
    if (name === this.#current) { return; }
    history.pushState(null, '', location.pathname + location.search + '#room=' + name);
    this.#show(name);
    // Others read the day from the address.
    window.dispatchEvent(new PopStateEvent('popstate'));
  }

  /**
   * Calls a function with the name of each room that is opened from now on.
   * @param {(room: Room) => void} callback
   */
  onChange(callback) { this.#callbacks.push(callback); }

  /**
   * Hides a room that the server does not have; the first one is shown in its place.
   * @param {Room} name
   * @param {boolean} isHidden
   */
  setHidden(name, isHidden) {
    element('tab-' + name).hidden = isHidden;
    if (isHidden && name === this.#current) { this.open('now'); }
  }

  /** @param {Room} name */
  #show(name) {
    if (!document.getElementById('tabs')) { return; }
    const isSame = name === this.#current;
    this.#current = name;
    document.documentElement.dataset.room = name;
    for (const tab of this.#tabs) {
      const isCurrent = tab.id === 'tab-' + name;
      if (isCurrent) { tab.setAttribute('aria-current', 'page'); } else { tab.removeAttribute('aria-current'); }
      tab.tabIndex = isCurrent ? 0 : -1;
      element(tab.id.replace('tab', 'room')).hidden = !isCurrent;
    }
    if (!isSame) { for (const callback of this.#callbacks) { callback(name); } }
  }

  /**
   * Opens the room of a tab, and moves the focus to its heading.
   * @param {MouseEvent} event
   */
  #choose(event) {
    const tab = event.target instanceof Element && event.target.closest('a');
    if (!tab || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
    event.preventDefault();
    const name = /** @type {Room} */ (tab.id.replace('tab-', ''));
    this.open(name);
    element('room-' + name + '-title').focus({ preventScroll: true });
  }

  /**
   * Moves the focus among the tabs, which are one stop of the Tab key.
   * @param {KeyboardEvent} event
   */
  #move(event) {
    const shown = this.#tabs.filter((tab) => !tab.hidden);
    const index = shown.findIndex((tab) => tab === document.activeElement);
    const step = ['ArrowRight', 'ArrowDown'].includes(event.key) ? 1 : ['ArrowLeft', 'ArrowUp'].includes(event.key) ? -1 : 0;
    if (index < 0 || !step) { return; }
    event.preventDefault();
    shown[(index + step + shown.length) % shown.length].focus();
  }
}
