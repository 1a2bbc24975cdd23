import { colourClass, colourScale } from '../model/colour-scale.js';
import { rowAt } from '../model/series.js';
import { linesByClass } from '../model/timed-track.js';
import { element, make } from './dom.js';
import { tokenColour } from './token-colours.js';

/**
 * @typedef {import('../model/series.js').Series} Series
 * @typedef {import('../model/track.js').TimedPoint} TimedPoint
 */

const { L } = window;

/**
 * Returns the name of the colour of a class.
 * @param {number} index
 */
const token = (index) => '--speed-' + (index + 1);

/** The track coloured by a value, and the legend of the colours. */
export class TrackColours {
  /** @type {L.Polyline[]} */
  #layers = [];

  /**
   * @param {import('./map-view.js').MapView} mapView
   * @param {import('./track-view.js').TrackView} track
   */
  constructor(mapView, track) {
    this.mapView = mapView;
    this.track = track;
  }

  /**
   * Colours the lines of a track.
   * @param {TimedPoint[][]} lines
   * @param {Series} series
   * @param {string} colouring `plain`, `speed`, `altitude` or `accuracy`
   * @param {string} units
   */
  show(lines, series, colouring, units) {
    this.clear();
    if (colouring !== 'speed' && colouring !== 'altitude' && colouring !== 'accuracy') { return; }
    const values = series[colouring];
    const scale = colourScale(values, colouring, units);
    const classAt = (/** @type {number} */ seconds) => {
      const row = rowAt(series, seconds);
      const value = row === null ? null : values[row];
      return value === null ? null : colourClass(scale, value);
    };
    linesByClass(lines, series.time, classAt, scale.labels.length).forEach((parts, index) => {
      const options = { renderer: this.track.renderer, color: tokenColour(token(index)), weight: this.track.width, interactive: false, smoothFactor: 1 };
      this.#layers.push(L.polyline([], options).setLatLngs(parts).addTo(this.mapView.map));
    });
    this.#drawLegend(scale.labels);
  }

  /** Removes the colours and the legend. */
  clear() {
    for (const layer of this.#layers) { layer.remove(); }
    this.#layers = [];
    this.#drawLegend([]);
  }

  /** @param {string[]} labels */
  #drawLegend(labels) {
    element('legend').hidden = labels.length === 0;
    element('legend').replaceChildren(...labels.map((label, index) => {
      const swatch = make('span', { className: 'swatch' });
      swatch.style.setProperty('--swatch', 'var(' + token(index) + ')');
      return make('li', {}, swatch, label);
    }));
  }
}
