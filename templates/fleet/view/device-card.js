import { agesText, deviceFacts, placeText, stateLabel, suspectText, warningText } from '../model/device-text.js';
import { coordinateFormats, formatPosition, loadFormat } from '../../live/model/coordinates.js';
import { capitalized } from '../../live/model/place-text.js';
import { element, make, preferences, setText, showText } from '../../live/view/dom.js';

/** @typedef {import('../model/device.js').Device} Device */

/** The chosen device: where and when it was, what it reports, and the link to its own page. */
export class DeviceCard {
  #facts = '';

  /**
   * @param {() => void} closed
   * @param {(device: Device) => void} shown is called to move the map to the device
   */
  constructor(closed, shown) {
    /** @type {Device | null} */
    this.device = null;
    element('card-close').addEventListener('click', closed);
    element('card-show').addEventListener('click', () => { if (this.device) { shown(this.device); } });
  }

  /**
   * @param {Device | null} device
   * @param {string} units
   * @param {number} now milliseconds by the server's clock
   * @param {boolean} isRounded
   */
  draw(device, units, now, isRounded) {
    this.device = device;
    element('chosen').hidden = !device;
    if (!device) { return; }
    setText('card-name', device.name);
    setText('card-state-word', stateLabel(device.state)).dataset.deviceState = device.state;
    showText('card-place', capitalized(placeText(device, units)));
    setText('card-ages', agesText(device, now));
    showText('card-warning', warningText(device));
    showText('card-suspect', suspectText(device));
    const format = preferences.get('format', coordinateFormats[0]);
    loadFormat(format).catch(() => null);
    const { position } = device;
    showText('card-position', position ? formatPosition(position.latitude, position.longitude, format, isRounded) : '');
    element('card-position').classList.toggle('past', device.state !== 'live');
    element('card-show').hidden = !position;
    element('card-open').setAttribute('href', 'devices/' + encodeURIComponent(device.name) + '/');
    this.#drawFacts(deviceFacts(device, units, now));
  }

  /** @param {[string, string][]} facts */
  #drawFacts(facts) {
    const text = JSON.stringify(facts);
    if (text === this.#facts) { return; }
    this.#facts = text;
    element('card-facts').replaceChildren(...facts.map(([label, value]) => make('div', { className: value.length > 18 ? 'wide' : '' },
      make('dt', { textContent: label }), make('dd', { textContent: value }))));
  }
}
