import { claimOf, integrityTexts } from '../model/integrity.js';
import { text } from '../model/text.js';
import { element, make } from './dom.js';

/** @typedef {import('../model/geodesy.js').Position} Position */

const { L } = window;

// The radius of the mark of a claim in pixels.
const markRadius = 9;

/** A banner about a receiver that is not trusted, and a hollow, dashed mark where it claims to be. */
export class IntegrityView {
  /** @type {L.CircleMarker | null} */
  #mark = null;
  #title = make('p', { className: 'warning' });
  #lines = [make('p', {}), make('p', {}), make('p', {})];
  #banner = make('div', { className: 'integrity', id: 'integrity', hidden: true }, this.#title, ...this.#lines);

  /** @param {L.Map} map */
  constructor(map) {
    this.map = map;
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
    this.#drawMark(texts ? claimOf(report) : null);
  }

  /** @param {Position | null} claim */
  #drawMark(claim) {
    if (!claim) {
      if (this.#mark) { this.#mark.remove(); }
      this.#mark = null;
      return;
    }
    const location = L.latLng(claim.latitude, claim.longitude);
    if (this.#mark) { this.#mark.setLatLng(location); return; }
    this.#mark = L.circleMarker(location, { radius: markRadius, className: 'claim', interactive: false }).addTo(this.map);
    const note = make('span', { textContent: text('state.claimed') });
    this.#mark.bindTooltip(note, { permanent: true, direction: 'top', offset: [0, -8], opacity: 1, className: 'note' });
  }
}
