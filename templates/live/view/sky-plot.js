import { fixedDecimals } from '../model/coordinates.js';
import { satelliteText, satellitesInView, skySpots, skySummary } from '../model/sky.js';
import { text } from '../model/text.js';
import { requestJSON } from '../server/requests.js';
import { element, make } from './dom.js';

const svgNamespace = 'http://www.w3.org/2000/svg';

// Satellites move by a degree in two minutes; the interval between requests, in milliseconds.
const minInterval = 20000;

// The radii of the circles at the elevations of 0, 30 and 60 degrees, and the spots of the letters.
const circles = [100, 100 * 2 / 3, 100 / 3];
const letters = /** @type {[string, number, number][]} */ ([['north', 0, -108], ['east', 110, 4], ['south', 0, 116], ['west', -110, 4]]);

/** A small plot of the satellites in view, with the same as a list for those who cannot see it. */
export class SkyPlot {
  #requestedAt = -Infinity;
  #drawn = '';

  /**
   * Requests the satellites where the report has some, at most every 20 s and while the page is visible.
   * @param {Report} report
   */
  update({ satellites }) {
    if (!satellites || !satellites.visible) {
      element('sky').hidden = true;
      return;
    }
    const now = performance.now();
    if (document.hidden || now - this.#requestedAt < minInterval) { return; }
    this.#requestedAt = now;
    this.#request();
  }

  async #request() {
    const body = await requestJSON('v1/status').catch(() => null);
    // The page has ended meanwhile.
    if (document.getElementById('sky')) { this.#show(satellitesInView(body)); }
  }

  /** @param {Satellite[]} satellites */
  #show(satellites) {
    element('sky').hidden = satellites.length === 0;
    const drawn = JSON.stringify(satellites);
    if (drawn === this.#drawn) { return; }
    this.#drawn = drawn;
    element('sky-plot').setAttribute('aria-label', skySummary(satellites));
    element('sky-plot').replaceChildren(...SkyPlot.#frame(), ...skySpots(satellites).map(SkyPlot.#spot));
    element('sky-list').replaceChildren(...satellites.map((satellite) => make('li', { textContent: satelliteText(satellite) })));
  }

  static #frame() {
    return [
      ...circles.map((radius) => SkyPlot.#shape('circle', { r: radius, class: 'ring' })),
      SkyPlot.#shape('path', { d: 'M-100 0H100M0-100V100', class: 'ring' }),
      ...letters.map(([name, x, y]) => SkyPlot.#shape('text', { x, y }, text('now.' + name + '-letter'))),
    ];
  }

  /** @param {import('../model/sky.js').Spot} spot */
  static #spot({ x, y, label, isUsed }) {
    const group = SkyPlot.#shape('g', { transform: 'translate(' + fixedDecimals(x, 1) + ' ' + fixedDecimals(y, 1) + ')' });
    group.append(SkyPlot.#shape('circle', { r: 5, class: isUsed ? 'used' : 'unused' }),
      SkyPlot.#shape('text', { y: -8, class: 'number' }, label));
    return group;
  }

  /** @param {'circle' | 'path' | 'text' | 'g'} name @param {Record<string, string | number>} attributes */
  static #shape(name, attributes, content = '') {
    const shape = document.createElementNS(svgNamespace, name);
    for (const [key, value] of Object.entries(attributes)) { shape.setAttribute(key, String(value)); }
    shape.textContent = content;
    return shape;
  }
}
