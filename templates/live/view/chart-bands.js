import { dayRows } from '../model/journeys.js';
import { tokenColour } from './token-colours.js';

/** @typedef {import('../model/journeys.js').Journey} Journey */

// The pixels from one line of the hatching to the next.
const hatching = 7;

/** What the charts show behind their lines: a stay as a band with its number, a gap hatched. */
export class ChartBands {
  /** @type {{ kind: string, from: number, to: number, mark: string }[]} */
  #bands = [];

  /** @param {Journey[]} journeys of the day */
  set(journeys) {
    const marks = new Map(dayRows(journeys, '').flatMap((row) => (row.kind === 'stop' && row.journey ? [[row.journey, row.mark]] : [])));
    this.#bands = journeys.filter(({ kind }) => kind !== 'trip').map((journey) => (
      { kind: journey.kind, from: journey.from, to: journey.to, mark: marks.get(journey) || '' }));
  }

  /**
   * Draws the bands of a chart over time.
   * @param {CanvasRenderingContext2D} context
   * @param {{ x: number, y: number, w: number, h: number }} area of the chart, in pixels
   * @param {Dygraph} chart
   */
  draw(context, area, chart) {
    context.save();
    context.beginPath();
    context.rect(area.x, area.y, area.w, area.h);
    context.clip();
    for (const { kind, from, to, mark } of this.#bands) {
      const left = Math.max(area.x, chart.toDomXCoord(from));
      const right = Math.min(area.x + area.w, chart.toDomXCoord(to));
      if (!(right > left)) { continue; }
      if (kind === 'gap') { this.#hatch(context, area, [left, right]); } else { this.#fill(context, area, [left, right], mark); }
    }
    context.restore();
  }

  /** @param {CanvasRenderingContext2D} context @param {{ y: number, h: number }} area @param {[number, number]} ends @param {string} mark */
  #fill(context, { y, h }, [left, right], mark) {
    context.fillStyle = tokenColour('--surface-3');
    context.fillRect(left, y, right - left, h);
    context.fillStyle = tokenColour('--ink-2');
    context.font = '600 12px system-ui, sans-serif';
    context.textAlign = 'center';
    // A narrow band has no room for its number.
    if (context.measureText(mark).width < right - left) { context.fillText(mark, (left + right) / 2, y + 14); }
  }

  /** @param {CanvasRenderingContext2D} context @param {{ y: number, h: number }} area @param {[number, number]} ends */
  #hatch(context, { y, h }, [left, right]) {
    context.save();
    context.beginPath();
    context.rect(left, y, right - left, h);
    context.clip();
    context.strokeStyle = tokenColour('--control-line');
    context.lineWidth = 1;
    context.beginPath();
    for (let x = left - h; x < right; x += hatching) {
      context.moveTo(x, y + h);
      context.lineTo(x + h, y);
    }
    context.stroke();
    context.restore();
  }
}
