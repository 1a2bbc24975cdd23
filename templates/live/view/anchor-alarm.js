import { tabMark } from '../model/anchor.js';
import { soundText } from '../model/anchor-text.js';
import { text } from '../model/text.js';
import { AlarmSignal } from './alarm-signal.js';
import { element, preferences, setHidden, setText, showText } from './dom.js';

// What browsers take for a touch of the page that permits sound. Not each of these is one: scrolling is none.
const gestures = ['pointerup', 'touchend', 'keydown'];

/** The alarm of the anchor watch on this device: its sound, which is remembered, and its silence, which is for one alarm. */
export class AnchorAlarm {
  /** @type {string[]} */
  #reasons = [];
  /**
   * The reasons of the present alarm that have been silenced here.
   * @type {string[]}
   */
  #acknowledged = [];
  #isWatched = false;
  #isStopped = false;
  #signal = new AlarmSignal(preferences.get('sound', 'off') === 'on', () => this.#showSound());
  /** The button that turns the sound on and off. */
  #toggle = element('anchor-sound');

  /** @param {() => boolean} isLeaving true while the page leaves by itself, as after signing out */
  constructor(isLeaving) {
    element('alarm-acknowledge').addEventListener('click', () => this.#silence(this.#reasons));
    element('alarm-again').addEventListener('click', () => {
      this.#silence([]);
      this.turnSoundOn();
    });
    element('sound-on').addEventListener('click', () => this.turnSoundOn());
    this.#toggle.addEventListener('click', () => (this.#signal.isAudible ? this.#turnSoundOff() : this.turnSoundOn()));
    for (const gesture of gestures) {
      document.addEventListener(gesture, ({ target }) => this.arm(target), { capture: true, passive: true });
    }
    window.addEventListener('beforeunload', (event) => {
      if (this.#isWatched && !this.#isStopped && this.#signal.isAudible && !isLeaving()) { event.preventDefault(); }
    });
  }

  /**
   * Gives back the sound that a new page, or an interruption, has taken away from a watch.
   * @param {EventTarget | null} [target] of the touch; the button that turns the sound on and off does so itself
   */
  arm(target = null) {
    if (this.#isWatched && !this.#toggle.contains(/** @type {Node | null} */ (target))) { this.#signal.arm(); }
  }

  /**
   * Shows the alarm for its reasons, and rings for those that have not been silenced here.
   * @param {boolean} isWatched
   * @param {string[]} reasons none without an alarm
   */
  follow(isWatched, reasons) {
    const isNew = isWatched && !this.#isWatched;
    this.#isWatched = isWatched;
    this.#reasons = reasons;
    // Most browsers need no other touch of a page that was touched before.
    if (isNew) { this.arm(); }
    this.#silence(this.#acknowledged.filter((reason) => reasons.includes(reason)));
  }

  /**
   * Ends with the page, ringing or not.
   * @param {boolean} isRinging
   */
  stop(isRinging) {
    this.#isStopped = true;
    this.ring(isRinging);
  }

  /** @param {boolean} isRinging */
  ring(isRinging) { this.#signal.ring(isRinging); }

  async turnSoundOn() {
    preferences.set('sound', 'on');
    await this.#signal.turnOn();
    this.#showSound();
  }

  async #turnSoundOff() {
    preferences.set('sound', 'off');
    await this.#signal.turnOff();
    this.#showSound();
  }

  /** @param {string[]} acknowledged */
  #silence(acknowledged) {
    this.#acknowledged = acknowledged;
    const isAlarmed = this.#reasons.length > 0;
    const isRinging = this.#reasons.length > acknowledged.length;
    const isSilenced = isAlarmed && !isRinging;
    this.#signal.isUnsure = this.#reasons.every((reason) => reason === 'unsure');
    this.ring(isRinging);
    const { classList } = element('watch');
    classList.toggle('alarmed', isAlarmed);
    classList.toggle('ringing', isRinging);
    classList.toggle('silenced', isSilenced);
    // The button that takes over the focus is shown first.
    const [shown, other] = isSilenced ? ['alarm-again', 'alarm-acknowledge'] : ['alarm-acknowledge', 'alarm-again'];
    setHidden(shown, !isAlarmed, 'headline');
    setHidden(other, true, isAlarmed ? shown : 'headline');
    showText('alarm-silenced', isSilenced ? text('watch.silenced') : '');
    this.#showSound();
  }

  #showSound() {
    if (this.#isStopped) { return; }
    const { isAudible, isRinging, hasFailed } = this.#signal;
    setHidden('sound-on', isAudible || (this.#reasons.length > 0 && !isRinging), isRinging ? 'alarm-acknowledge' : 'headline');
    setText('sound-text', soundText(isAudible, hasFailed));
    element('sound-line').classList.toggle('off', !isAudible);
    setText('anchor-sound', text(isAudible ? 'watch.turn-sound-off' : 'watch.turn-sound-on'));
    // Without a watch the line of the card, which says so too, is hidden.
    showText('anchor-silent', hasFailed ? text('watch.no-sound-stop') : '');
    const mark = tabMark(this.#isWatched, this.#reasons.length > 0, isAudible);
    const { dataset } = element('tab-watch');
    if (mark) { dataset.dot = mark; } else { delete dataset.dot; }
    setText('tab-watch-mark', mark && text('watch.tab-' + mark));
  }
}
