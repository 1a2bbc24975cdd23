import { alarmReasons, anchorText, announcement, isAnnouncementDue, sleepNote, soundText, swingText } from '../model/anchor.js';
import { anchorAlarm } from '../model/place-text.js';
import { parseAnchor } from '../model/places.js';
import { AlarmSignal } from './alarm-signal.js';
import { AnchorControls } from './anchor-controls.js';
import { element, preferences, setHidden, setText, showText } from './dom.js';
import { RowList } from './row-list.js';
import { ScreenLock } from './screen-lock.js';

/**
 * @typedef {import('../model/geodesy.js').Position} Position
 * @typedef {import('../model/places.js').AnchorWatch} Watch
 */

// No place of the owner's has this name.
const anchorKey = '/anchor';

// What browsers take for a touch of the page that permits sound. Not each of these is one: scrolling is none.
const gestures = ['pointerup', 'touchend', 'keydown'];

/** The anchor watch of the report: the line at the head of the page, the swing circle, the alarm and the controls. */
export class AnchorWatch {
  /** @type {Watch | null} */
  #watch = null;
  #document = '';
  /** @type {string[]} */
  #reasons = [];
  /**
   * The reasons of the present alarm that have been acknowledged.
   * @type {string[]}
   */
  #acknowledged = [];
  #isStopped = false;
  #signal = new AlarmSignal(preferences.get('sound', 'off') === 'on', () => this.#showSound());
  #screen = new ScreenLock(() => this.#showSleepNote());
  /**
   * Null for a visitor who can only look.
   * @type {AnchorControls | null}
   */
  #controls;
  #announced = announcement(null, null, false);
  /** The button that turns the sound on and off. */
  #toggle = element('anchor-sound');

  /**
   * @param {import('./geofence-layer.js').GeofenceLayer} geofences
   * @param {(place: import('../model/places.js').Place) => void} select
   * @param {boolean} mayChange
   */
  constructor(geofences, select, mayChange) {
    this.geofences = geofences;
    this.#controls = mayChange ? new AnchorControls(() => this.#turnSoundOn()) : null;
    this.rows = new RowList(element('anchor-list'), ({ place }) => select(place));
    element('alarm-acknowledge').addEventListener('click', () => {
      this.#acknowledged = this.#reasons;
      this.#ring();
    });
    element('sound-on').addEventListener('click', () => this.#turnSoundOn());
    this.#toggle.addEventListener('click', () => (this.#signal.isAudible ? this.#turnSoundOff() : this.#turnSoundOn()));
    for (const gesture of gestures) {
      document.addEventListener(gesture, ({ target }) => this.#arm(target), { capture: true, passive: true });
    }
  }

  /**
   * Gives back the sound that a new page, or an interruption, has taken away from a watch.
   * @param {EventTarget | null} [target] of the touch; the button that turns the sound on and off does so itself
   */
  #arm(target = null) {
    if (this.#watch && !this.#toggle.contains(/** @type {Node | null} */ (target))) { this.#signal.arm(); }
  }

  /**
   * Ends with the page. If the reader has not signed out, the alarm rings, also after an acknowledgement and for a boat
   * that was safe, because nothing on this page watches it any more. Returns what silences it; null without an alarm.
   * @param {boolean} isIntended true if the reader has signed out
   */
  stop(isIntended) {
    const isRinging = this.#watch !== null && !isIntended;
    this.#isStopped = true;
    this.#keepAwake(isRinging);
    return isRinging ? () => this.#keepAwake(false) : null;
  }

  /** @param {boolean} isRinging */
  #keepAwake(isRinging) {
    this.#signal.ring(isRinging);
    this.#screen.keep(isRinging);
  }

  /**
   * Shows the watch of a report. Returns the text of the alarm; empty without one.
   * @param {unknown} anchor as in the report
   * @param {Position | null} here
   * @param {boolean} isLive
   * @param {number | null} age seconds
   * @param {string} units
   * @param {string | null} selectedKey
   */
  draw(anchor, here, isLive, age, units, selectedKey) {
    this.#update(parseAnchor(anchor));
    const watch = this.#watch;
    const alarm = anchorAlarm(watch, isLive, age);
    setHidden('watch', !watch, 'headline');
    // Screen readers speak text that appears in a visible element.
    setHidden('alarm-box', !alarm, 'headline');
    setText('alarm', alarm);
    setText('swing-text', watch ? 'Anchor ' + swingText(watch, here, units, isLive) : '');
    this.#follow(alarmReasons(watch, isLive, age));
    this.#screen.keep(watch !== null);
    element('anchor-section').hidden = !watch && !this.#controls;
    this.#showSleepNote();
    if (this.#controls) { this.#controls.draw(watch, here, units, isLive); }
    this.#list(here, units, isLive, selectedKey);
    this.#announce(here, units, isLive);
    return alarm;
  }

  /** @param {Watch | null} watch */
  #update(watch) {
    const text = JSON.stringify(watch);
    if (text === this.#document) { return; }
    this.#document = text;
    this.#watch = watch;
    this.geofences.showAnchor(watch);
    // Most browsers need no other touch of a page that was touched before.
    this.#arm();
  }

  /** @param {string[]} reasons of the alarm */
  #follow(reasons) {
    this.#reasons = reasons;
    this.#acknowledged = this.#acknowledged.filter((reason) => reasons.includes(reason));
    this.#ring();
  }

  #ring() {
    const isRinging = this.#reasons.length > this.#acknowledged.length;
    this.#signal.ring(isRinging);
    setHidden('alarm-acknowledge', !isRinging, 'headline');
    this.#showSound();
  }

  #showSound() {
    if (this.#isStopped) { return; }
    const { isAudible, isRinging, hasFailed } = this.#signal;
    setHidden('sound-on', isAudible, isRinging ? 'alarm-acknowledge' : 'headline');
    setText('sound-text', soundText(isAudible, hasFailed)).classList.toggle('off', !isAudible);
    setText('anchor-sound', isAudible ? 'Turn the sound off' : 'Turn the sound on');
    // Without a watch the line at the head, which says so too, is hidden.
    showText('anchor-silent', hasFailed ? soundText(isAudible, hasFailed) + '.' : '');
  }

  #showSleepNote() {
    if (!this.#isStopped) { showText('anchor-sleep', this.#watch ? sleepNote(this.#screen.isHeld) : ''); }
  }

  async #turnSoundOn() {
    preferences.set('sound', 'on');
    await this.#signal.turnOn();
    this.#showSound();
  }

  async #turnSoundOff() {
    preferences.set('sound', 'off');
    await this.#signal.turnOff();
    this.#showSound();
  }

  /** @param {Position | null} here @param {string} units @param {boolean} isLive @param {string | null} selectedKey */
  #list(here, units, isLive, selectedKey) {
    const watch = this.#watch;
    setHidden('anchor-list', !watch, this.#controls ? 'anchor-drop' : 'headline');
    if (!watch) {
      this.rows.show([], selectedKey);
      return;
    }
    const place = { ...watch, key: anchorKey, name: 'Anchor', isAnchor: true };
    this.rows.show([{ key: anchorKey, place, name: 'Anchor watch', distance: swingText(watch, here, units, isLive) }], selectedKey);
  }

  /** @param {Position | null} here @param {string} units @param {boolean} isLive */
  #announce(here, units, isLive) {
    const next = announcement(this.#watch, here, isLive);
    if (!isAnnouncementDue(this.#announced, next)) { return; }
    this.#announced = next;
    setText('anchor-announcement', this.#watch ? 'Anchor watch: ' + anchorText(this.#watch, here, units, isLive) : 'No anchor watch is set.');
  }
}
