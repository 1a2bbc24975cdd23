import { nearestCopy } from '../model/geodesy.js';
import { claimOf, integrityTexts } from '../model/integrity.js';
import { positionOf } from '../model/state.js';
import { text } from '../model/text.js';
import { sendChange } from '../server/requests.js';
import { element, make, showNotice } from './dom.js';

/** @typedef {import('../model/geodesy.js').Position} Position */

const { L } = window;

// The radius of the mark of a claim in pixels.
const markRadius = 9;
// How long the reason for which a claim was not accepted stays, in milliseconds.
const noticeDuration = 10000;

/** A banner about a receiver that is not trusted, and a hollow, dashed mark where it claims to be. */
export class IntegrityView {
  /** @type {L.CircleMarker | null} */
  #mark = null;
  /**
   * Leads from what is trusted to the claim, which is often out of sight.
   * @type {L.Polyline | null}
   */
  #tie = null;
  #title = make('p', { className: 'warning' });
  #lines = [make('p', {}), make('p', {}), make('p', {})];
  /** What was trusted last and why it is no longer, which would hide the map on a phone. */
  #why = make('details', {}, make('summary', { textContent: text('state.why') }), ...this.#lines.slice(1));
  #button = make('button', { type: 'button', id: 'trust', textContent: text('state.trust'), hidden: true });
  #banner = make('div', { className: 'integrity', id: 'integrity', hidden: true }, this.#title, this.#lines[0], this.#why, make('p', {}, this.#button));

  /** @param {L.Map} map @param {() => boolean} mayTrust false for a visitor who can only look */
  constructor(map, mayTrust) {
    this.map = map;
    this.mayTrust = mayTrust;
    this.#button.addEventListener('click', () => this.#trust());
    this.#title.setAttribute('role', 'alert');
    element('notes').prepend(this.#banner);
  }

  /**
   * @param {Report} report
   * @param {number | null} age of the trusted position in seconds
   * @param {string} units
   * @param {(place: Position) => string} format
   */
  draw(report, age, units, format) {
    const texts = integrityTexts(report, age, { units, now: Date.now(), format });
    this.#banner.hidden = !texts;
    const lines = texts ? [texts.title, texts.claim, texts.trusted, texts.why] : ['', '', '', ''];
    [this.#title, ...this.#lines].forEach((line, index) => {
      // A text that is set again would be read again.
      if (line.textContent !== lines[index]) { line.textContent = lines[index]; }
      line.hidden = !lines[index];
    });
    this.#why.hidden = !texts || !(texts.trusted || texts.why);
    const claim = texts ? claimOf(report) : null;
    this.#button.hidden = !claim || report.state !== 'contradicted' || !this.mayTrust();
    this.#drawMark(claim, positionOf(report));
  }

  /** Accepts the claim; the next report says so. */
  async #trust() {
    if (!window.confirm(text('state.ask-trust'))) { return; }
    await sendChange({ address: 'v1/integrity/trust', method: 'POST' })
      .catch((error) => showNotice(text('watch.not-changed', { reason: error.message }), noticeDuration));
  }

  /** @param {Position | null} claim @param {Position | null} trusted */
  #drawMark(claim, trusted) {
    if (!claim) {
      for (const layer of [this.#mark, this.#tie]) { if (layer) { layer.remove(); } }
      this.#mark = this.#tie = null;
      return;
    }
    const location = L.latLng(claim.latitude, claim.longitude);
    /** @type {[number, number][]} */
    const ends = trusted ? [[trusted.latitude, nearestCopy(trusted.longitude, location.lng)], [location.lat, location.lng]] : [];
    this.#tie = (this.#tie || L.polyline([], { className: 'claim-tie', interactive: false }).addTo(this.map)).setLatLngs([ends]);
    if (this.#mark) { this.#mark.setLatLng(location); return; }
    this.#mark = L.circleMarker(location, { radius: markRadius, className: 'claim', interactive: false }).addTo(this.map);
    const note = make('span', { textContent: text('state.claimed') });
    this.#mark.bindTooltip(note, { permanent: true, direction: 'top', offset: [0, -8], opacity: 1, className: 'note' });
  }
}
