import { periodTitle } from '../model/period-text.js';
import { text } from '../model/text.js';
import { element, showText } from './dom.js';
import { LazyView } from './lazy-view.js';

/**
 * @typedef {import('../model/range.js').RangeChoice} RangeChoice
 * @typedef {import('../model/range.js').TimeRange} TimeRange
 * @typedef {import('../model/journeys.js').Journey} Journey
 * @typedef {import('../model/journeys.js').DaySummary} DaySummary
 */

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
  /** @type {Promise<void>} */
  #exploring = Promise.resolve();
  /** The title of the period. */
  #title = '';
  /**
   * The stays and gaps of the day, which the charts show as bands.
   * @type {Journey[]}
   */
  #journeys = [];

  /**
   * @param {import('./history-view.js').HistoryParts} parts
   * @param {import('./track-view.js').TrackView} track
   * @param {(summary: DaySummary | null) => void} summarize receives the sums of the day once they are known
   */
  constructor(parts, track, summarize) {
    this.parts = parts;
    this.timeline = new LazyView(async () => {
      const { TimelineView } = await import('./timeline-view.js');
      return new TimelineView(parts, {
        selected: (journey) => {
          this.#journey = journey;
          // A whole sheet covers the map, which shows the journey.
          if (journey && parts.sheet.height === 'full') { parts.sheet.set('half'); }
          if (this.#isOpen) { this.#explore(); }
        },
        loaded: (journeys, summary) => {
          this.#journeys = journeys;
          summarize(summary);
          if (this.explorer.view) { this.explorer.view.setJourneys(journeys); }
        },
      });
    });
    this.explorer = new LazyView(async () => {
      const { ExplorePanel } = await import('./explore-panel.js');
      return new ExplorePanel(parts.mapView, track, parts.units);
    });
    element('panel-open').addEventListener('click', () => this.#open(!this.#isOpen));
    element('play-open').addEventListener('click', () => this.#play());
    element('panel-close').addEventListener('click', () => {
      this.#open(false);
      element('panel-open').focus();
    });
    // Beside the map the charts are below it; on a phone they take the place of the list.
    parts.sheet.onChange(() => this.#place());
    this.#place();
  }

  #place() {
    const host = this.parts.sheet.isPanel ? element('page') : element('room-history');
    if (!this.#isStopped && element('panel').parentElement !== host) { host.append(element('panel')); }
  }

  get #isOpen() { return !this.#isStopped && !element('panel').hidden; }

  /**
   * Shows the period that the reader has chosen.
   * @param {RangeChoice} choice
   * @param {TimeRange | null} range
   */
  show(choice, range) {
    if (this.#isStopped) { return; }
    [this.#range, this.#title] = [range, periodTitle(choice, new Date())];
    const hasCharts = range !== null && (choice.kind === 'day' || choice.kind === 'range');
    for (const id of ['panel-open', 'play-open']) { element(id).hidden = !hasCharts; }
    const day = choice.kind === 'day' && choice.day ? choice.day : null;
    this.#showTimeline(day);
    if (!hasCharts) { this.#open(false); } else if (this.#isOpen) { this.#explore(); }
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
    if (timeline) { await timeline.show(day); } else { showText('timeline-note', text('history.timeline-remedy')); }
  }

  /** @param {boolean} isOpen */
  #open(isOpen) {
    if (isOpen === this.#isOpen) { return; }
    element('panel').hidden = !isOpen;
    document.documentElement.toggleAttribute('data-charts', isOpen);
    element('panel-open').setAttribute('aria-expanded', String(isOpen));
    this.#explore();
    if (!isOpen) { return; }
    // The moment of the charts moves on the map above them.
    this.parts.sheet.set('half');
    element('panel-title').focus({ preventScroll: true });
  }

  /** Opens the charts, and plays the day. */
  async #play() {
    this.#open(true);
    await this.#exploring;
    if (this.explorer.view && this.#isOpen) { this.explorer.view.playback.play(); }
  }

  /** Shows the selected journey in the panel, or all of the period. */
  #explore() { this.#exploring = this.#showSpan(); }

  async #showSpan() {
    if (!this.#isOpen && !this.explorer.isWanted) { return; }
    const explorer = await this.explorer.get();
    if (this.#isStopped) { return; }
    showText('panel-note', explorer ? '' : text('charts.unavailable'));
    if (!explorer) { return; }
    explorer.setJourneys(this.#journeys);
    const journey = this.#journey;
    const span = journey ? { from: new Date(journey.from), to: new Date(journey.to) } : this.#range;
    await explorer.show(this.#isOpen ? span : null, journey ? '' : this.#title);
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
