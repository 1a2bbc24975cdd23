import { anchorProblem, anchorRequest, confirmationText, radiusChoices, usualRadius } from '../model/anchor.js';
import { formatDistance } from '../model/units.js';
import { requestJSON, send } from '../server/requests.js';
import { buttonElement, element, inputElement, make, setText, showText } from './dom.js';
import { ScreenLock } from './screen-lock.js';

/**
 * @typedef {import('../model/anchor.js').AnchorWatch} AnchorWatch
 * @typedef {import('../model/geodesy.js').Position} Position
 */

const sleepNote = 'A phone that sleeps, or shows another app, raises no alarm: ';
const lockedNote = 'keep this page open; it keeps the screen on.';
const unlockedNote = 'set the screen to stay on, because this browser cannot.';

/** The form that drops, moves and raises the anchor, and changes the radius of its watch. */
export class AnchorControls {
  /** @type {AnchorWatch | null} */
  #watch = null;
  /** @type {Position | null} */
  #here = null;
  #units = '';
  /** @type {(() => void)} */
  #confirmed = () => {};
  #dialog = /** @type {HTMLDialogElement} */ (element('anchor-dialog'));
  #radius = /** @type {HTMLSelectElement} */ (element('anchor-radius'));

  /** @param {() => void} tapped called for a tap that sets a watch */
  constructor(tapped) {
    this.tapped = tapped;
    element('anchor-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#drop();
    });
    this.#radius.addEventListener('change', () => this.#resize());
    element('anchor-raise').addEventListener('click', () => this.#ask('Raise anchor', () => this.#raise()));
    element('anchor-cancel').addEventListener('click', () => this.#dialog.close());
    element('anchor-confirm').addEventListener('click', () => {
      this.#dialog.close();
      this.#confirmed();
    });
    element('anchor-section').hidden = false;
    setText('anchor-sleep', sleepNote + (ScreenLock.isSupported ? lockedNote : unlockedNote));
  }

  /**
   * @param {AnchorWatch | null} watch
   * @param {Position | null} here
   * @param {string} units
   */
  draw(watch, here, units) {
    const isOther = JSON.stringify(watch) !== JSON.stringify(this.#watch);
    const isNew = isOther || units !== this.#units;
    [this.#watch, this.#here, this.#units] = [watch, here, units];
    if (isNew) { this.#showRadii(isOther && watch ? watch.radius : Number(this.#radius.value) || usualRadius); }
    setText('anchor-drop', watch ? 'Move anchor here' : 'Drop anchor here').classList.toggle('main', !watch);
    element('anchor-raise').hidden = !watch;
    element('anchor-sleep').hidden = !watch;
  }

  /** @param {number} selected metres */
  #showRadii(selected) {
    this.#radius.replaceChildren(...radiusChoices(this.#watch).map(
      (radius) => make('option', { value: String(radius), textContent: formatDistance(radius, this.#units) })));
    this.#radius.value = String(selected);
  }

  #drop() {
    const fields = {
      radius: this.#radius.value, bearing: inputElement('anchor-bearing').value, distance: inputElement('anchor-distance').value,
    };
    showText('anchor-problem', anchorProblem(fields));
    if (anchorProblem(fields)) { return; }
    this.tapped();
    if (!this.#watch) {
      this.#set(anchorRequest(fields), '');
      return;
    }
    this.#ask('Move anchor', () => this.#set(anchorRequest(fields), '?replace=yes'));
  }

  /** Changes the radius of the watch; the anchor stays where it is. */
  #resize() {
    if (!this.#watch) { return; }
    const { latitude, longitude } = this.#watch;
    this.#set({ latitude, longitude, radius: Number(this.#radius.value) }, '?replace=yes');
  }

  /**
   * Asks before a watch ends.
   * @param {string} action
   * @param {() => void} confirmed
   */
  #ask(action, confirmed) {
    if (!this.#watch) { return; }
    setText('anchor-question', confirmationText(this.#watch, this.#here, this.#units, Date.now()));
    setText('anchor-title-question', action + '?');
    setText('anchor-confirm', action);
    this.#confirmed = confirmed;
    this.#dialog.showModal();
  }

  /** @param {object} request @param {string} query */
  #set(request, query) {
    const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request) };
    return this.#change('Nothing was changed: ', () => requestJSON('v1/anchor' + query, options));
  }

  #raise() {
    return this.#change('The anchor is still watched: ', async () => {
      const response = await send('v1/anchor', { method: 'DELETE' });
      // Another page may have raised it.
      if (!response.ok && response.status !== 404) { throw new Error('status ' + response.status); }
    });
  }

  /**
   * Sends a change; the next report confirms it.
   * @param {string} prefix of the message if it fails
   * @param {() => Promise<unknown>} change
   */
  async #change(prefix, change) {
    const buttons = [buttonElement('anchor-drop'), buttonElement('anchor-raise')];
    for (const button of buttons) { button.disabled = true; }
    showText('anchor-problem', '');
    try { await change(); } catch (error) {
      showText('anchor-problem', prefix + (error instanceof Error ? error.message : error));
      if (this.#watch) { this.#showRadii(this.#watch.radius); }
    }
    for (const button of buttons) { button.disabled = false; }
  }
}
