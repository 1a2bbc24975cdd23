import { usualRadius } from '../model/anchor.js';
import { farthestText, sinceText, sleepNote, swingParts } from '../model/anchor-text.js';
import { distanceAndBearing } from '../model/geodesy.js';
import { anchorPlace } from '../model/place-text.js';
import { gauge } from '../model/swing.js';
import { text } from '../model/text.js';
import { formatDistance, formatMeasuredDistance } from '../model/units.js';
import { AnchorControls } from './anchor-controls.js';
import { element, setHidden, setParts, showText } from './dom.js';

/**
 * @typedef {import('../model/geodesy.js').Position} Position
 * @typedef {import('../model/places.js').AnchorWatch} AnchorWatch
 */

/**
 * What the room calls.
 * @typedef {object} RoomActions
 * @property {() => void} shown to show the anchor on the map
 * @property {() => void} tapped for a tap that sets a watch
 * @property {() => void} resized when another radius is chosen for the next watch
 */

/** The room of the watch: the distance, since when, the swing, the gauge and, for the owner, the controls. */
export class AnchorRoom {
  /**
   * @param {RoomActions} actions
   * @param {boolean} mayChange false for a visitor who can only look
   */
  constructor({ shown, tapped, resized }, mayChange) {
    this.controls = mayChange ? new AnchorControls(tapped, resized) : null;
    element('anchor-show').addEventListener('click', shown);
    element('anchor-section').hidden = false;
  }

  /** The chosen radius of the next watch in metres. */
  get radius() { return this.controls ? this.controls.radius : usualRadius; }

  /**
   * @param {AnchorWatch | null} watch
   * @param {Position | null} here
   * @param {string} units
   * @param {{ isLive: boolean, farthest: number | null }} state `farthest` is the farthest swing in metres
   */
  draw(watch, here, units, { isLive, farthest }) {
    if (this.controls) { this.controls.draw(watch, here, units, isLive); }
    setHidden('anchor-now', !watch, 'room-watch-title');
    setHidden('anchor-show', !watch, 'room-watch-title');
    if (!watch) {
      showText('anchor-way', '');
      return;
    }
    setParts('anchor-swing', swingParts(watch, here, units, isLive));
    showText('anchor-since', sinceText(watch, Date.now()));
    showText('anchor-farthest', farthestText(farthest, units, watch.isDragging));
    showText('anchor-way', anchorPlace(here, watch, units));
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
  showSleepNote(isWatched, isHeld) { showText('anchor-sleep', isWatched ? sleepNote(isHeld) : ''); }
}
