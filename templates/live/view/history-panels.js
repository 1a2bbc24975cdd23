import { element } from './dom.js';

/**
 * @typedef {import('../model/range.js').RangeChoice} RangeChoice
 * @typedef {import('../model/range.js').TimeRange} TimeRange
 * @typedef {import('../model/journeys.js').Journey} Journey
 */

/** What is shown beside the track: the timeline of a day. Its scripts are loaded when it is first shown. */
export class HistoryPanels {
  /** @type {Promise<import('./timeline-view.js').TimelineView> | null} */
  #timeline = null;
  /**
   * The day whose timeline is to be shown.
   * @type {string | null}
   */
  #day = null;

  /**
   * @param {import('./map-view.js').MapView} mapView
   * @param {() => string} units
   */
  constructor(mapView, units) {
    this.mapView = mapView;
    this.units = units;
  }

  /**
   * Shows the period that the reader has chosen.
   * @param {RangeChoice} choice
   */
  async show(choice) {
    const day = this.#day = choice.kind === 'today' ? 'today' : choice.kind === 'day' && choice.day ? choice.day : null;
    element('timeline-section').hidden = day === null;
    if (day === null && !this.#timeline) { return; }
    this.#timeline = this.#timeline || import('./timeline-view.js').then(({ TimelineView }) => (
      new TimelineView(this.mapView, this.units, () => {})));
    const timeline = await this.#timeline;
    // Another day has been chosen while the scripts were loaded.
    if (day === this.#day) { await timeline.show(day); }
  }

  /** Draws everything in other units. */
  async draw() {
    if (this.#timeline) { (await this.#timeline).draw(); }
  }

  /** Ends all requests. */
  stop() { this.show({ kind: 'off' }); }
}
