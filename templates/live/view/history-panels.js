import { element, showText } from './dom.js';

/**
 * @typedef {import('../model/range.js').RangeChoice} RangeChoice
 * @typedef {import('../model/range.js').TimeRange} TimeRange
 * @typedef {import('../model/journeys.js').Journey} Journey
 */

// Some browsers remember that a script could not be loaded.
const remedy = 'Try again, or reload the page.';

/**
 * A view whose script is loaded when it is first shown.
 * @template View
 */
class LazyView {
  /**
   * Null until it is loaded.
   * @type {View | null}
   */
  view = null;
  /** @type {Promise<View | null> | null} */
  #loading = null;

  /** @param {() => Promise<View>} load */
  constructor(load) { this.load = load; }

  get isWanted() { return this.#loading !== null; }

  /** Returns the view; null where it cannot be loaded, for which the next call tries again. */
  get() {
    this.#loading = this.#loading || this.load().then((view) => (this.view = view), () => (this.#loading = null));
    return this.#loading;
  }
}

/** What is shown beside the track: the timeline of a day, charts and playback. Their scripts are loaded when they are shown. */
export class HistoryPanels {
  #isStopped = false;
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
    this.timeline = new LazyView(async () => {
      const { TimelineView } = await import('./timeline-view.js');
      return new TimelineView(mapView, units, (journey) => {
        this.#journey = journey;
        if (this.#isOpen) { this.#explore(); }
      });
    });
    this.explorer = new LazyView(async () => {
      const { ExplorePanel } = await import('./explore-panel.js');
      return new ExplorePanel(mapView, track, units);
    });
    element('panel-open').addEventListener('click', () => this.#open(!this.#isOpen));
    element('panel-close').addEventListener('click', () => {
      this.#open(false);
      element('panel-open').focus();
    });
  }

  get #isOpen() { return !this.#isStopped && !element('panel').hidden; }

  /**
   * Shows the period that the reader has chosen.
   * @param {RangeChoice} choice
   * @param {TimeRange | null} range
   */
  show(choice, range) {
    if (this.#isStopped) { return; }
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
    if (day === null && !this.timeline.isWanted) { return; }
    const timeline = await this.timeline.get();
    // Another day has been chosen while the scripts were loaded, or the page has ended.
    if (day !== this.#day || this.#isStopped) { return; }
    if (timeline) { await timeline.show(day); } else { showText('timeline-note', 'The timeline cannot be loaded. ' + remedy); }
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
    if (!this.#isOpen && !this.explorer.isWanted) { return; }
    const explorer = await this.explorer.get();
    if (this.#isStopped) { return; }
    showText('panel-note', explorer ? '' : 'Charts and playback cannot be loaded. ' + remedy);
    if (!explorer) { return; }
    const journey = this.#journey;
    const span = journey ? { from: new Date(journey.from), to: new Date(journey.to) } : this.#range;
    await explorer.show(this.#isOpen ? span : null);
  }

  /** Draws everything in other units. */
  draw() {
    for (const { view } of [this.timeline, this.explorer]) {
      if (view) { view.draw(); }
    }
  }

  /** Ends all requests, at once: the page is emptied next. */
  stop() {
    this.#isStopped = true;
    for (const { view } of [this.timeline, this.explorer]) {
      if (view) { view.show(null); }
    }
  }
}
