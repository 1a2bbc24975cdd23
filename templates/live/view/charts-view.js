import { clockTime } from '../model/journeys.js';
import { bandText, chartFigures, chartKinds, chartRows, chartSummary, rowAt } from '../model/series.js';
import { language, text } from '../model/text.js';
import { displayUnit } from '../model/units.js';
import { addressOf, delay } from '../server/requests.js';
import { ChartBands } from './chart-bands.js';
import { element, make, setText } from './dom.js';
import { onThemeChange, tokenColour } from './token-colours.js';

/** @typedef {import('../model/series.js').Series} Series */

/**
 * What became of dygraphs: `missing` on the server, or `unreachable` for now.
 * @typedef {'loaded' | 'missing' | 'unreachable'} Library
 */

/** @type {Promise<Library> | null} */
let library = null;

/** Loads dygraphs, once; again where it was unreachable. */
export async function loadLibrary() {
  library = library || requestLibrary();
  const result = await library;
  if (result === 'unreachable') { library = null; }
  return result;
}

/** @returns {Promise<Library>} */
async function requestLibrary() {
  const address = addressOf('assets/dygraphs/dygraph.js');
  if (await addScript(address)) { return 'loaded'; }
  // The error of a script does not say why.
  const answer = await fetch(address).catch(() => null);
  return answer && answer.status === 404 ? 'missing' : 'unreachable';
}

/**
 * Returns false where the script cannot be loaded.
 * @param {string} address
 * @returns {Promise<boolean>}
 */
function addScript(address) {
  return new Promise((resolve) => {
    const script = make('script', { src: address });
    script.addEventListener('load', () => {
      // The page has a legend of its own. That of dygraphs writes style attributes, which the server's policy forbids.
      const { PLUGINS, Plugins } = window.Dygraph;
      window.Dygraph.PLUGINS = PLUGINS.filter((plugin) => plugin !== Plugins.Legend);
      resolve(true);
    });
    script.addEventListener('error', () => {
      script.remove();
      resolve(false);
    });
    document.head.append(script);
  });
}

// Spans up to this many seconds have times on their axis, longer ones also dates.
const maxTimesSpan = 36 * 3600;

/** The charts of speed and altitude, which share a cursor. */
export class ChartsView {
  /** @type {Dygraph[]} */
  #charts = [];
  /** @type {Series | null} */
  #series = null;
  /**
   * Identifies what is being drawn; another one replaces it.
   * @type {object | null}
   */
  #drawing = null;
  #over = 'time';
  #units = '';
  #bands = new ChartBands();

  /** @param {import('../model/moment.js').Moment} moment */
  constructor(moment) {
    this.moment = moment;
    moment.onChange((seconds) => this.#select(seconds));
    onThemeChange(() => this.#redraw());
  }

  /**
   * Sets the stays and the gaps that the charts show behind their lines.
   * @param {import('../model/journeys.js').Journey[]} journeys of the day
   */
  setJourneys(journeys) {
    this.#bands.set(journeys);
    this.#redraw();
  }

  #redraw() { if (this.#series) { this.show(this.#series, this.#over, this.#units); } }

  /**
   * Shows a series; needs the library.
   * @param {Series} series
   * @param {string} over `time` or `distance`
   * @param {string} units
   */
  async show(series, over, units) {
    this.clear();
    const drawing = this.#drawing = {};
    [this.#series, this.#over, this.#units] = [series, over, units];
    if (series.time.length === 0) { return; }
    for (const chart of chartKinds) {
      // The page handles keys between them: each takes 100 ms on a small machine.
      if (this.#charts.length > 0) { await delay(0); }
      if (drawing !== this.#drawing) { return; }
      const plot = element(chart.kind + '-plot');
      plot.setAttribute('aria-label', chartSummary(series, chart, units));
      element(chart.kind + '-caption').replaceChildren(
        make('b', { textContent: text('charts.' + chart.kind) }), ' ', make('span', { textContent: chartFigures(series, chart, units) }));
      setText(chart.kind + '-band', bandText(series, chart));
      this.#charts.push(new window.Dygraph(plot, chartRows(series, chart, over, units), this.#options(chart.kind)));
    }
    this.#select(this.moment.seconds);
  }

  /** Removes the charts. */
  clear() {
    for (const chart of this.#charts) { chart.destroy(); }
    this.#charts = [];
    this.#series = null;
    this.#drawing = null;
  }

  /** @param {'speed' | 'altitude'} kind @returns {Dygraph.Options} */
  #options(kind) {
    const [line, grid] = ['--past', '--line'].map(tokenColour);
    return {
      labels: ['x', kind], customBars: true, colors: [line], fillAlpha: 0.2, strokeWidth: 1.75, includeZero: kind === 'speed',
      highlightCircleSize: 6, axisLineColor: grid, gridLineColor: grid, gridLineWidth: 1, axisLabelFontSize: 12,
      // Stays have no length on an axis of distances.
      underlayCallback: (context, area, chart) => { if (this.#over === 'time') { this.#bands.draw(context, area, chart); } },
      // The span is chosen in the timeline: dragging would zoom one of the charts, and keep a phone from scrolling.
      interactionModel: {},
      highlightCallback: (_event, _x, _points, row) => { if (this.#series) { this.moment.set(this.#series.time[row]); } },
      axes: { x: this.#axis(), y: { axisLabelWidth: 42 } },
    };
  }

  #axis() {
    const times = this.#series ? this.#series.time : [];
    const isShort = (times.at(-1) ?? 0) - (times[0] ?? 0) <= maxTimesSpan;
    if (this.#over === 'distance') {
      const { name } = displayUnit('distance', this.#units);
      return { axisLabelFormatter: (/** @type {Date | number} */ value) => Number(value).toLocaleString(language(), { maximumFractionDigits: 2 }) + '\u00a0' + name };
    }
    return {
      axisLabelWidth: 64,
      axisLabelFormatter: (/** @type {Date | number} */ value) => {
        const date = new Date(Number(value));
        const isDate = !isShort && date.getHours() === 0 && date.getMinutes() === 0;
        return isDate ? date.toLocaleDateString(language(), { day: 'numeric', month: 'short' }) : clockTime(date.getTime());
      },
    };
  }

  /** @param {number | null} seconds */
  #select(seconds) {
    const row = this.#series && seconds !== null ? rowAt(this.#series, seconds) : null;
    for (const chart of this.#charts) {
      if (row === null) { chart.clearSelection(); } else { chart.setSelection(row); }
    }
  }
}
