import { additionRequest, changeRequests, isEditable, placeProblem, removalRequest, usualPlaceRadius } from '../model/own-place.js';
import { isolatedName } from '../model/place-text.js';
import { text } from '../model/text.js';
import { lengthField, shortUnit } from '../model/units.js';
import { sendChange } from '../server/requests.js';
import { buttonElement, element, inputElement, setText, showText } from './dom.js';

/** @typedef {import('../model/places.js').Place} Place */

/** The dialogs that save, change and remove one of the owner's places. */
export class PlaceEditor {
  #dialog = /** @type {HTMLDialogElement} */ (element('place-dialog'));
  #removal = /** @type {HTMLDialogElement} */ (element('place-removal'));
  /** @type {Place | null} */
  #place = null;
  /** The units when the form was opened. */
  #units = '';
  /** True once the radius was edited, even to the same text: the form rounds what it shows. */
  #isResized = false;

  /** @param {(name: string | null) => void} changed is called with the name of the place; null after its removal */
  constructor(changed) {
    this.changed = changed;
    element('place-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#save();
    });
    element('place-radius').addEventListener('input', () => { this.#isResized = true; });
    element('place-cancel').addEventListener('click', () => this.#dialog.close());
    element('place-keep').addEventListener('click', () => this.#removal.close());
    element('place-remove').addEventListener('click', () => this.#remove());
  }

  /**
   * Opens the form for a place: one that is to be saved, or one of the owner's.
   * @param {Place} place
   * @param {string} position as text
   * @param {string} units
   */
  open(place, position, units) {
    [this.#place, this.#units, this.#isResized] = [place, units, false];
    const isOwn = isEditable(place);
    setText('place-dialog-title', text(isOwn ? 'places.change-this' : 'places.save-this'));
    setText('place-position', position);
    showText('place-problem', '');
    inputElement('place-name').value = place.isPoint ? '' : place.name;
    setText('place-radius-label', text('places.radius', { unit: shortUnit(units) }));
    inputElement('place-radius').value = lengthField(place.radius || usualPlaceRadius, units);
    // A place with corners has no radius.
    element('place-radius-row').hidden = Boolean(place.rings);
    this.#dialog.showModal();
  }

  /**
   * Asks before one of the owner's places is removed.
   * @param {Place} place
   */
  askRemoval(place) {
    this.#place = place;
    setText('place-removal-title', text('places.ask-remove', { name: isolatedName(place.name) }));
    showText('place-removal-problem', '');
    this.#removal.showModal();
    element('place-keep').focus();
  }

  async #save() {
    const place = this.#place;
    if (!place) { return; }
    const fields = { name: inputElement('place-name').value, radius: this.#isResized ? inputElement('place-radius').value : null };
    const problem = placeProblem(fields, this.#units);
    showText('place-problem', problem);
    if (problem) { return; }
    const requests = isEditable(place) ? changeRequests(place, fields, this.#units)
      : [additionRequest({ ...place, created: new Date().toISOString() }, fields, this.#units)];
    const name = fields.name.trim();
    for (const request of requests) {
      if (!await this.#send(request, 'place-save', 'place-problem', 'places.not-saved')) { return; }
      // The next attempt does not repeat the first of two requests.
      this.#place = { ...place, name };
    }
    this.#dialog.close();
    this.changed(name);
  }

  async #remove() {
    const place = this.#place;
    if (!place) { return; }
    const request = removalRequest(place);
    if (!await this.#send(request, 'place-remove', 'place-removal-problem', 'places.not-removed')) { return; }
    this.#removal.close();
    this.changed(null);
  }

  /**
   * Sends a request, while its button is disabled. Returns true if it succeeds, and shows the problem otherwise.
   * @param {import('../model/own-place.js').PlaceRequest} request
   * @param {string} button
   * @param {string} problem
   * @param {string} failure the key of the message if it fails
   */
  async #send(request, button, problem, failure) {
    buttonElement(button).disabled = true;
    try {
      await sendChange(request);
      return true;
    } catch (error) {
      showText(problem, text(failure, { reason: error instanceof Error ? error.message : String(error) }));
      return false;
    } finally {
      buttonElement(button).disabled = false;
    }
  }
}
