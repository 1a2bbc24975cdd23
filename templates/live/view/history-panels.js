import { element } from './dom.js';

/**
 * @typedef {import('../model/range.js').RangeChoice} RangeChoice
 * @typedef {import('../model/range.js').TimeRange} TimeRange
 * @typedef {import('../model/journeys.js').Journey} Journey
 */

/** What is shown beside the track: the timeline of a day, charts and playback. Their scripts are loaded when they are shown. */
export class HistoryPanels {
  /** @type {Promise<import('./timeline-view.js').TimelineView> | null} */
  #timeline = null;
  /** @type {Promise<import('./explore-panel.js').ExplorePanel> | null} */
  #explorer = null;
  /**
   * The day whose timeline is to be shown.
   * @type {string | null}
   */
  #day = null;
  /** @type {TimeRange | null} */
  #range = null;
  /**
   * The journey that the reader has selected.
   * @type {Journey | null}
   */
  #journey = null;

  /**
   * @param {import('./map-view.js').MapView} mapView
   * @param {import('./track-view.js').TrackView} track
   * @param {() => string} units
   */
  constructor(mapView, track, units) {
    this.mapView = mapView;
    this.track = track;
    this.units = units;
    element('panel-open').addEventListener('click', () => this.#open(!this.#isOpen));
    element('panel-close').addEventListener('click', () => {
      this.#open(false);
      element('panel-open').focus();
    });
  }

  get #isOpen() { return !element('panel').hidden; }

  /**
   * Shows the period that the reader has chosen.
   * @param {RangeChoice} choice
   * @param {TimeRange | null} range
   */
  show(choice, range) {
    this.#range = range;
    element('panel-open').hidden = !range;
    this.#showTimeline(choice.kind === 'today' ? 'today' : choice.kind === 'day' && choice.day ? choice.day : null);
    if (!range) { this.#open(false); } else if (this.#isOpen) { this.#explore(); }
  }

  /** @param {string | null} day */
  async #showTimeline(day) {
    if (day !== this.#day) { this.#journey = null; }
    this.#day = day;
    element('timeline-section').hidden = day === null;
    if (day === null && !this.#timeline) { return; }
    this.#timeline = this.#timeline || import('./timeline-view.js').then(({ TimelineView }) => (
      new TimelineView(this.mapView, this.units, (journey) => {
        this.#journey = journey;
        if (this.#isOpen) { this.#explore(); }
      })));
    const timeline = await this.#timeline;
    // Another day has been chosen while the scripts were loaded.
    if (day === this.#day) { await timeline.show(day); }
  }

  /** @param {boolean} isOpen */
  #open(isOpen) {
    if (isOpen === this.#isOpen) { return; }
    element('panel').hidden = !isOpen;
    element('panel-open').setAttribute('aria-expanded', String(isOpen));
    this.mapView.map.invalidateSize();
    this.#explore();
    if (!isOpen) { return; }
    element('panel-title').focus({ preventScroll: true });
    // On a phone the map is above the panel.
    element('chart').scrollIntoView({ block: 'start' });
  }

  /** Shows the selected journey in the panel, or all of the period. */
  async #explore() {
    if (!this.#isOpen && !this.#explorer) { return; }
    this.#explorer = this.#explorer || import('./explore-panel.js').then(({ ExplorePanel }) => (
      new ExplorePanel(this.mapView, this.track, this.units)));
    const explorer = await this.#explorer;
    const journey = this.#journey;
    const span = journey ? { from: new Date(journey.from), to: new Date(journey.to) } : this.#range;
    await explorer.show(this.#isOpen ? span : null);
  }

  /** Draws everything in other units. */
  async draw() {
    if (this.#timeline) { (await this.#timeline).draw(); }
    if (this.#explorer) { (await this.#explorer).draw(); }
  }

  /** Ends all requests. */
  stop() { this.show({ kind: 'off' }, null); }
}
