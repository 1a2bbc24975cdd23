import { trackFileName } from '../model/page-address.js';
import { localDay, rangeQuery, trailKinds } from '../model/range.js';
import { text } from '../model/text.js';
import { addressOf } from '../server/requests.js';
import { element, loadStyle, make, preferences, showText } from './dom.js';
import { LazyView } from './lazy-view.js';
import { TrackView } from './track-view.js';

/**
 * @typedef {import('../model/range.js').RangeChoice} RangeChoice
 * @typedef {import('./history-room.js').HistoryRoom} HistoryRoom
 */

/**
 * What the room of the history needs of the page.
 * @typedef {object} HistoryParts
 * @property {import('./map-view.js').MapView} mapView
 * @property {import('./rooms.js').Rooms} rooms
 * @property {import('./sheet.js').Sheet} sheet
 * @property {() => string} units
 * @property {boolean} isShare a share has no list of days and no figures
 * @property {boolean} hasJourneys false for a server without timelines and charts
 * @property {unknown} boxOffset the seconds that the machine's clock is east of UTC
 * @property {((place: { latitude: number, longitude: number }) => void) | null} savePlace null for a reader who cannot change places
 */

// A range that extends to the present is requested at this interval, in milliseconds, and up to half of it later: pages
// must not do so in step.
const refreshInterval = 300000;

/** What of the past the map shows: the trail behind the position, or what the reader has chosen in the room of the history. */
export class HistoryView {
  #isStopped = false;
  /** What is shown, as text: nothing is requested twice. */
  #shown = '';
  /** @type {RangeChoice} */
  #choice = { kind: 'off' };
  /** @type {LazyView<HistoryRoom>} */
  #room;

  /** @param {HistoryParts} parts */
  constructor(parts) {
    const { rooms } = this.parts = parts;
    this.track = new TrackView(parts.mapView, (note) => this.#note(note));
    this.#room = new LazyView(async () => {
      const [{ HistoryRoom }] = await Promise.all([import('./history-room.js'), loadStyle('live/history.css')]);
      return new HistoryRoom(parts, this.track, () => this.show());
    });
    this.#fillChoices();
    // A range that extends to the present has grown.
    element('download').addEventListener('click', () => this.#linkDownload());
    rooms.onChange(() => this.#follow());
    window.addEventListener('popstate', () => this.#follow());
    this.show();
    this.timer = setInterval(() => this.#refresh(), refreshInterval * (1 + Math.random() / 2));
  }

  /** Ends all requests. */
  stop() {
    clearInterval(this.timer);
    this.#isStopped = true;
    this.track.choose({ kind: 'off' });
    if (this.#room.view) { this.#room.view.stop(); }
  }

  #fillChoices() {
    const stored = preferences.get('trail', 'hour');
    const kind = trailKinds.includes(stored) && !element('trail-section').hidden ? stored : 'hour';
    element('choices').append(...trailKinds.map((value) => make('label', {},
      make('input', { type: 'radio', name: 'trail', value, checked: value === kind }), make('span', { textContent: text('history.trail-' + value) }))));
    element('choices').addEventListener('change', () => {
      preferences.set('trail', this.kind);
      this.show();
    });
  }

  /** The trail that the reader has chosen. */
  get kind() {
    const checked = /** @type {HTMLInputElement | null} */ (document.querySelector('input[name=trail]:checked'));
    return checked ? checked.value : 'off';
  }

  get #isHistory() { return this.parts.rooms.current === 'history'; }

  /** Follows the address of the page. */
  #follow() {
    if (this.#isStopped) { return; }
    if (this.#isHistory && this.#room.view) { this.#room.view.readAddress(); }
    this.show();
  }

  /** Shows what the reader has chosen. */
  async show() {
    const room = this.#isHistory ? await this.#room.get() : null;
    if (this.#isStopped) { return; }
    const choice = this.#isHistory ? (room ? room.choice : { kind: 'off' }) : { kind: this.kind };
    if (this.#isHistory && !room) { this.#note(text('history.unavailable')); }
    const shown = JSON.stringify(choice);
    if (shown === this.#shown) { return; }
    [this.#shown, this.#choice] = [shown, choice];
    const line = this.track.choose(choice);
    this.#linkDownload();
    if (this.#room.view) { await this.#room.view.show(this.#isHistory ? choice : null, line); }
  }

  /** Lets the link download the track that is shown, with all of its points. */
  #linkDownload() {
    const { range } = this.track;
    const link = /** @type {HTMLAnchorElement} */ (element('download'));
    link.hidden = !range || this.parts.isShare;
    if (!range) { return; }
    link.href = addressOf('v1/track?' + rangeQuery(range) + '&format=gpx');
    link.download = trackFileName(this.#choice, localDay(new Date()));
  }

  /** Shows everything in other units. */
  draw() {
    if (!this.#isStopped && this.#room.view) { this.#room.view.draw(); }
  }

  async #refresh() {
    if (document.hidden || !this.track.range || this.track.range.to) { return; }
    await this.track.refresh(false);
    if (!this.#isStopped && this.#isHistory && this.#room.view) { await this.#room.view.refresh(); }
  }

  /** @param {string} note about the track */
  #note(note) {
    showText('trail-note', this.#isHistory ? note : '');
    // An hour without a track is nothing to note.
    showText('trail-problem', !this.#isHistory && note !== text('history.no-track') ? note : '');
  }
}
