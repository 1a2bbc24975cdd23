import { anchorProblem, anchorRequest, radiusChoices, usualRadius } from '../model/anchor.js';
import { confirmationText, offsetText, refusalText } from '../model/anchor-text.js';
import { text } from '../model/text.js';
import { formatDistance, shortUnit } from '../model/units.js';
import { ResponseError, request } from '../server/requests.js';
import { buttonElement, element, inputElement, make, setHidden, setText, showText } from './dom.js';

/**
 * @typedef {import('../model/anchor.js').AnchorWatch} AnchorWatch
 * @typedef {import('../model/geodesy.js').Position} Position
 */

/** The form that drops, moves and raises the anchor, and changes the radius of its watch. */
export class AnchorControls {
  /** @type {AnchorWatch | null} */
  #watch = null;
  /** @type {Position | null} */
  #here = null;
  #units = '';
  #isLive = false;
  /** True during a request. */
  #isBusy = false;
  /** @type {(() => void)} */
  #confirmed = () => {};
  #dialog = /** @type {HTMLDialogElement} */ (element('anchor-dialog'));
  #radius = /** @type {HTMLSelectElement} */ (element('anchor-radius'));

  /**
   * @param {() => void} tapped called for a tap that sets a watch
   * @param {() => void} resized called when another radius is chosen for the next watch
   */
  constructor(tapped, resized) {
    this.tapped = tapped;
    this.resized = resized;
    element('anchor-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#drop();
    });
    this.#radius.addEventListener('change', () => this.#resize());
    element('anchor-smaller').addEventListener('click', () => this.#step(-1));
    element('anchor-larger').addEventListener('click', () => this.#step(1));
    element('anchor-raise').addEventListener('click', () => {
      if (this.#isBusy) { return; }
      const query = this.#condition('?');
      this.#ask('raise', () => this.#raise(query));
    });
    element('anchor-cancel').addEventListener('click', () => this.#dialog.close());
    element('anchor-confirm').addEventListener('click', () => this.#dialog.close('confirmed'));
    // The Escape key closes it too.
    this.#dialog.addEventListener('close', () => this.#answer());
    element('anchor-form').hidden = false;
  }

  /** The chosen radius in metres. */
  get radius() { return Number(this.#radius.value) || usualRadius; }

  /**
   * @param {AnchorWatch | null} watch
   * @param {Position | null} here
   * @param {string} units
   * @param {boolean} isLive
   */
  draw(watch, here, units, isLive) {
    const isOther = JSON.stringify(watch) !== JSON.stringify(this.#watch);
    const isNew = isOther || units !== this.#units;
    [this.#watch, this.#here, this.#units, this.#isLive] = [watch, here, units, isLive];
    setText('anchor-distance-label', text('watch.distance', { unit: shortUnit(units) }));
    if (isNew) { this.#showRadii(isOther && watch ? watch.radius : this.radius); }
    setText('anchor-drop-text', text(watch ? 'watch.move-here' : 'watch.drop'));
    element('anchor-drop').classList.toggle('filled', !watch);
    setHidden('anchor-raise', !watch, 'anchor-drop');
  }

  /** @param {number} selected metres */
  #showRadii(selected) {
    this.#radius.replaceChildren(...radiusChoices(this.#watch).map(
      (radius) => make('option', { value: String(radius), textContent: formatDistance(radius, this.#units) })));
    this.#radius.value = String(selected);
    // The radius of a watch that has ended need not be in the list.
    if (!this.#radius.value) { this.#radius.value = String(usualRadius); }
    this.#showLimits();
  }

  #showLimits() {
    buttonElement('anchor-smaller').disabled = this.#radius.selectedIndex === 0;
    buttonElement('anchor-larger').disabled = this.#radius.selectedIndex === this.#radius.options.length - 1;
  }

  /**
   * Chooses the next radius.
   * @param {number} step 1 or -1
   */
  #step(step) {
    if (this.#isBusy || !this.#radius.options[this.#radius.selectedIndex + step]) { return; }
    this.#radius.selectedIndex += step;
    this.#resize();
  }

  #drop() {
    if (this.#isBusy) { return; }
    const distance = inputElement('anchor-distance').value;
    const fields = { radius: this.#radius.value, bearing: AnchorControls.#number('anchor-bearing'), distance };
    const problem = anchorProblem(fields, this.#units);
    showText('anchor-problem', problem);
    if (problem) { return; }
    this.tapped();
    if (!this.#watch) {
      this.#place(anchorRequest(fields, this.#units), '');
      return;
    }
    const query = '?replace=yes' + this.#condition('&');
    this.#ask('move', () => this.#place(anchorRequest(fields, this.#units), query), offsetText(fields, this.#units));
  }

  /**
   * Returns the text of a field; the browser hides what is no number.
   * @param {string} id
   */
  static #number(id) { return inputElement(id).validity.badInput ? 'invalid' : inputElement(id).value; }

  /**
   * Sets the anchor; its offset belongs to this position only.
   * @param {object} request
   * @param {string} query
   */
  async #place(request, query) {
    if (!await this.#set(request, query)) { return; }
    for (const id of ['anchor-bearing', 'anchor-distance']) { inputElement(id).value = ''; }
  }

  /** Changes the radius of the watch; the anchor stays where it is. */
  #resize() {
    this.#showLimits();
    if (!this.#watch) {
      this.resized();
      return;
    }
    if (this.#isBusy) {
      this.#restoreRadius();
      return;
    }
    const { latitude, longitude } = this.#watch;
    const request = { latitude, longitude, radius: Number(this.#radius.value) };
    const next = text('watch.next-radius', { radius: formatDistance(request.radius, this.#units) });
    const query = '?replace=yes' + this.#condition('&');
    this.#ask('radius', () => this.#set(request, query), next);
  }

  /**
   * Returns the part of a query that protects a watch which the reader has not seen.
   * @param {string} separator
   */
  #condition(separator) {
    const time = this.#watch && this.#watch.set;
    return time === null ? '' : separator + 'set=' + new Date(time).toISOString();
  }

  /**
   * Asks before a watch, and with it an alarm, ends.
   * @param {'raise' | 'move' | 'radius'} action
   * @param {() => void} confirmed
   * @param {string} [next] what follows
   */
  #ask(action, confirmed, next = '') {
    if (!this.#watch) { return; }
    const watched = confirmationText(this.#watch, this.#here, this.#units, this.#isLive, Date.now());
    setText('anchor-question', [watched, next].join(' ').trim());
    setText('anchor-title-question', text('watch.ask-' + action));
    setText('anchor-confirm', text(action === 'radius' ? 'watch.change-radius' : 'watch.' + action));
    this.#confirmed = confirmed;
    this.#dialog.returnValue = '';
    this.#dialog.showModal();
  }

  #answer() {
    if (this.#dialog.returnValue === 'confirmed') { this.#confirmed(); } else { this.#restoreRadius(); }
  }

  #restoreRadius() {
    // The same options: new ones would close the list of a reader who is choosing.
    if (this.#watch) { this.#radius.value = String(this.#watch.radius); }
    this.#showLimits();
  }

  /** @param {object} body @param {string} query */
  #set(body, query) {
    const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    return this.#change('watch.not-changed', () => request('v1/anchor' + query, options));
  }

  /** @param {string} query */
  #raise(query) {
    return this.#change('watch.still-watched', async () => {
      try { await request('v1/anchor' + query, { method: 'DELETE' }); } catch (error) {
        // Another page may have raised it.
        if (!(error instanceof ResponseError && error.status === 404)) { throw error; }
      }
    });
  }

  /**
   * Sends a change, which the next report confirms. Returns true if the server has made it.
   * @param {string} failure the key of the message if it fails
   * @param {() => Promise<unknown>} change
   */
  async #change(failure, change) {
    this.#setBusy(true);
    showText('anchor-problem', '');
    try {
      await change();
      return true;
    } catch (error) {
      const refusal = error instanceof ResponseError ? refusalText(error.code) : '';
      showText('anchor-problem', text(failure, { reason: refusal || (error instanceof Error ? error.message : String(error)) }));
      this.#restoreRadius();
      return false;
    } finally { this.#setBusy(false); }
  }

  /**
   * Marks the controls, which do nothing during a request. Disabled ones would lose the focus.
   * @param {boolean} isBusy
   */
  #setBusy(isBusy) {
    this.#isBusy = isBusy;
    for (const id of ['anchor-drop', 'anchor-raise', 'anchor-radius']) { element(id).setAttribute('aria-disabled', String(isBusy)); }
  }
}
