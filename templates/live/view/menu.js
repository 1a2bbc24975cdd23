import { text } from '../model/text.js';
import { buttonElement, element, fillSelect, make, preferences } from './dom.js';
import { languageChoices } from './language.js';

// The appearances that a reader can choose.
const appearances = ['auto', 'light', 'dark', 'night'];

/** The menu: what belongs to none of the rooms. */
export class Menu {
  #dialog = /** @type {HTMLDialogElement} */ (element('menu'));

  constructor() {
    element('menu-open').addEventListener('click', () => {
      element('menu-share').hidden = element('share-button').hidden;
      this.#dialog.showModal();
    });
    // The dialog's own box is covered by what it contains: a click on the dialog is one beside it.
    this.#dialog.addEventListener('click', ({ target, clientX, clientY }) => {
      if (target === this.#dialog && this.#isOutside(clientX, clientY)) { this.close(); }
    });
    element('menu-share').addEventListener('click', () => {
      this.close();
      buttonElement('share-button').click();
    });
    for (const link of this.#dialog.querySelectorAll('a')) { link.addEventListener('click', () => this.close()); }
    this.#fillAppearances();
    fillSelect('language', 'language', languageChoices(), () => location.reload());
  }

  /** Closes it; the focus returns to its button. */
  close() { this.#dialog.close(); }

  /** @param {number} x @param {number} y */
  #isOutside(x, y) {
    const { left, right, top, bottom } = this.#dialog.getBoundingClientRect();
    return x < left || x > right || y < top || y > bottom;
  }

  #fillAppearances() {
    const chosen = preferences.get('appearance', 'auto');
    for (const value of appearances) {
      const input = make('input', { type: 'radio', name: 'appearance', value, checked: value === chosen });
      element('appearance').append(make('label', {}, input, make('span', { textContent: text('menu.' + value) })));
    }
    element('appearance').addEventListener('change', ({ target }) => Menu.#choose(/** @type {HTMLInputElement} */ (target).value));
  }

  /** @param {string} appearance */
  static #choose(appearance) {
    preferences.set('appearance', appearance);
    const { dataset } = document.documentElement;
    if (appearance === 'auto') { delete dataset.theme; } else { dataset.theme = appearance; }
  }
}
