import { rangeQuery } from '../model/range.js';
import { text } from '../model/text.js';
import { trackFigures } from '../model/track-figures.js';
import { asArray } from '../model/values.js';
import { requestFigures } from '../server/requests.js';
import { element, make } from './dom.js';

/** The figures of a period: the total, and behind it those of each of several receivers. */
export class FiguresView {
  /** @type {DeviceStatistics[]} */
  #devices = [];
  /** @type {TrackStatistics | null} */
  #total = null;

  /** @param {() => string} units */
  constructor(units) { this.units = units; }

  /** Shows that other figures follow. */
  wait() { element('stats').setAttribute('aria-busy', 'true'); }

  /**
   * Requests the figures of a period.
   * @param {import('../model/range.js').TimeRange | null} range null for one without figures
   * @param {() => boolean} isCurrent false once another period is shown
   */
  async request(range, isCurrent) {
    const body = range ? await requestFigures('v1/stats?' + rangeQuery(range)).catch(() => ({})) : {};
    if (!isCurrent()) { return; }
    this.#devices = asArray(body.devices).filter((device) => device.points > 0);
    this.#total = body.total && body.total.points > 0 ? body.total : null;
    this.draw();
  }

  /** Draws the figures in the current units. */
  draw() {
    const rows = (/** @type {TrackStatistics} */ figures) => trackFigures(figures, this.units()).map(([label, value]) =>
      make('div', {}, make('dt', { textContent: label }), make('dd', { textContent: value })));
    const several = this.#devices.length > 1 ? this.#devices : [];
    element('stats').replaceChildren(...(this.#total ? rows(this.#total) : []));
    element('stats').removeAttribute('aria-busy');
    element('stats-section').hidden = this.#total === null;
    element('receivers').hidden = several.length === 0;
    element('receiver-list').replaceChildren(...several.map((device) => make('dl', { className: 'facts' },
      make('div', { className: 'wide' }, make('dt', { textContent: text('history.receiver') }), make('dd', { textContent: String(device.device) })),
      ...rows(device))));
  }
}
