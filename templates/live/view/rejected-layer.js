import { nearestCopy } from '../model/geodesy.js';
import { clockTime } from '../model/journeys.js';
import { readRejections } from '../model/rejections.js';
import { text } from '../model/text.js';
import { requestJSON } from '../server/requests.js';
import { element, inputElement, make, showText } from './dom.js';

const { L } = window;

const pane = 'rejected';

// The server remembers the latest verdicts only; of those at most this many are drawn.
const maxVerdicts = 500;
const maxListed = 50;

/** The fixes of the span that the filter has rejected, off until the reader turns them on. */
export class RejectedLayer {
  #from = 0;
  #to = 0;
  /** @type {AbortController | null} */
  #abort = null;

  /** @param {import('./map-view.js').MapView} mapView */
  constructor(mapView) {
    this.mapView = mapView;
    mapView.map.createPane(pane);
    this.group = L.layerGroup().addTo(mapView.map);
    element('rejected').addEventListener('change', () => this.#show());
  }

  /**
   * Sets the span, in milliseconds since 1970.
   * @param {number} from
   * @param {number} to
   */
  setSpan(from, to) {
    [this.#from, this.#to] = [from, to];
    this.#show();
  }

  /** Removes the fixes. */
  clear() {
    if (this.#abort) { this.#abort.abort(); }
    this.group.clearLayers();
    element('rejected-list').replaceChildren();
    showText('rejected-note', '');
  }

  async #show() {
    this.clear();
    if (!inputElement('rejected').checked || !(this.#to > this.#from)) { return; }
    const abort = this.#abort = new AbortController();
    const [from, to] = [this.#from, this.#to];
    const query = new URLSearchParams({ rejected: 'yes', since: new Date(from).toISOString(), last: String(maxVerdicts) });
    try {
      const document = await requestJSON('v1/verdicts?' + query, { signal: abort.signal });
      if (!abort.signal.aborted) { this.#draw(readRejections(document, from, to)); }
    } catch {
      if (!abort.signal.aborted) { showText('rejected-note', text('charts.rejected-unavailable')); }
    }
  }

  /** @param {{ fixes: import('../model/rejections.js').Rejection[], count: number }} rejections */
  #draw({ fixes, count }) {
    const centre = this.mapView.map.getCenter().lng;
    for (const { latitude, longitude } of fixes) {
      const point = /** @type {[number, number]} */ ([latitude, nearestCopy(longitude, centre)]);
      L.circleMarker(point, { pane, radius: 6, className: 'rejected', interactive: false }).addTo(this.group);
    }
    showText('rejected-note', count === 0 ? text('charts.rejected-none') : text('charts.rejected', { count, shown: fixes.length }));
    element('rejected-list').replaceChildren(...fixes.slice(-maxListed).reverse().map(({ moment, text: reason }) => (
      make('li', { textContent: text('charts.rejected-fix', { time: clockTime(moment), reason }) }))));
  }
}
