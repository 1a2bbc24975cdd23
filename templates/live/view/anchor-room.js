import { farthestText, sinceText, sleepNote, swingParts } from '../model/anchor-text.js';
import { distanceAndBearing } from '../model/geodesy.js';
import { anchorWay } from '../model/place-text.js';
import { gauge } from '../model/swing.js';
import { text } from '../model/text.js';
import { formatDistance, formatMeasuredDistance } from '../model/units.js';
import { element, make, setHidden, showText } from './dom.js';

/**
 * @typedef {import('../model/geodesy.js').Position} Position
 * @typedef {import('../model/places.js').AnchorWatch} AnchorWatch
 */

/**
 * Shows a sentence whose distance is marked, where it has changed.
 * @param {string} id
 * @param {string[]} parts before the distance, the distance, after it
 */
export function showMarked(id, [before, distance, after]) {
  const target = element(id);
  if (target.textContent === before + distance + after) { return; }
  target.replaceChildren(...[before, distance && make('strong', { textContent: distance }), after].filter(Boolean));
}

/** What the room of the watch says of it: the distance, since when, the swing and the gauge. */
export class AnchorRoom {
  /** @param {() => void} shown called to show the anchor on the map */
  constructor(shown) {
    element('anchor-show').addEventListener('click', shown);
  }

  /**
   * @param {AnchorWatch | null} watch
   * @param {Position | null} here
   * @param {string} units
   * @param {{ isLive: boolean, farthest: number | null }} state `farthest` is the farthest swing in metres
   */
  draw(watch, here, units, { isLive, farthest }) {
    setHidden('anchor-now', !watch, 'room-watch-title');
    if (!watch) { return; }
    showMarked('anchor-swing', swingParts(watch, here, units, isLive));
    showText('anchor-since', sinceText(watch, Date.now()));
    showText('anchor-farthest', farthestText(farthest, units, watch.isDragging));
    const way = anchorWay(here, watch, units);
    showText('anchor-way', way && text('watch.direction', { way }));
    this.#drawGauge(watch, here, units, farthest);
  }

  /** @param {AnchorWatch} watch @param {Position | null} here @param {string} units @param {number | null} farthest */
  #drawGauge(watch, here, units, farthest) {
    const distance = here && distanceAndBearing(here, watch).distance;
    const parts = gauge({ radius: watch.radius, distance, farthest });
    const target = element('anchor-gauge');
    target.hidden = distance === null;
    target.classList.toggle('dragging', watch.isDragging);
    const radius = formatDistance(watch.radius, units);
    target.setAttribute('aria-label', text('watch.gauge', { radius, distance: formatMeasuredDistance(distance ?? 0, units) }));
    for (const [name, part] of Object.entries(parts)) {
      target.style.setProperty('--' + name, String(100 * (part ?? 0)) + '%');
    }
    showText('gauge-radius', text('watch.alarm-at', { radius }));
    // Two figures at one spot could not be read.
    const isClear = parts.farthest !== null && Math.abs(parts.farthest - parts.radius) > 0.2;
    showText('gauge-farthest', isClear ? formatMeasuredDistance(farthest ?? 0, units) : '');
  }

  /**
   * Says whether the screen stays on.
   * @param {boolean} isWatched
   * @param {boolean} isHeld true while the page keeps the screen on
   */
  static showSleepNote(isWatched, isHeld) { showText('anchor-sleep', isWatched ? sleepNote(isHeld) : ''); }
}
