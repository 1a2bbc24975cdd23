import { buttonElement, element, fillSelect, inputElement, preferences, setText } from './dom.js';

/**
 * How many seconds of the track pass in one: value, label.
 * @type {[string, string][]}
 */
const rates = [1, 10, 60, 100, 300, 1000].map((rate) => [String(rate), rate + '×']);

// The number of steps of the arrow keys from one end of the slider to the other.
const keySteps = 500;

/** The slider and the button that move the moment through the span. */
export class PlaybackView {
  #from = 0;
  #to = 0;
  /**
   * The time of the last frame in milliseconds; null while nothing is played.
   * @type {number | null}
   */
  #lastFrame = null;

  /**
   * @param {import('../model/moment.js').Moment} moment
   * @param {(seconds: number) => string} describe the values at a moment
   * @param {() => void} started
   */
  constructor(moment, describe, started) {
    this.moment = moment;
    this.describe = describe;
    this.started = started;
    this.rate = fillSelect('rate', 'rate', rates, () => {});
    // A minute in a second, until the reader chooses.
    if (!preferences.get('rate', '')) { this.rate.value = '60'; }
    element('play').addEventListener('click', () => (this.isPlaying ? this.pause() : this.#play()));
    element('moment').addEventListener('input', () => {
      this.pause();
      moment.set(Math.min(this.#to, this.#from + Number(inputElement('moment').value)));
    });
    moment.onChange(() => this.draw());
  }

  get isPlaying() { return this.#lastFrame !== null; }

  /**
   * Sets the span, in seconds since 1970; a moment outside of it is dropped.
   * @param {number} from
   * @param {number} to
   */
  setSpan(from, to) {
    [this.#from, this.#to] = [from, to];
    const slider = inputElement('moment');
    slider.max = String(Math.max(1, Math.round(to - from)));
    slider.step = String(Math.max(1, Math.round((to - from) / keySteps)));
    buttonElement('play').disabled = slider.disabled = !(to > from);
    const { seconds } = this.moment;
    if (seconds !== null && (seconds < from || seconds > to)) {
      this.pause();
      this.moment.set(null);
    }
    this.draw();
  }

  #play() {
    const { seconds } = this.moment;
    this.moment.set(seconds === null || seconds >= this.#to ? this.#from : seconds);
    this.#lastFrame = performance.now();
    setText('play', 'Pause');
    this.started();
    requestAnimationFrame((now) => this.#advance(now));
  }

  pause() {
    this.#lastFrame = null;
    setText('play', 'Play');
  }

  /** @param {number} now milliseconds */
  #advance(now) {
    if (this.#lastFrame === null) { return; }
    const passed = Math.max(0, now - this.#lastFrame) / 1000 * Number(this.rate.value);
    this.#lastFrame = Math.max(now, this.#lastFrame);
    const next = (this.moment.seconds ?? this.#from) + passed;
    this.moment.set(Math.min(this.#to, next));
    if (next >= this.#to) { this.pause(); } else { requestAnimationFrame((later) => this.#advance(later)); }
  }

  /** Shows the moment on the slider and as text. */
  draw() {
    const { seconds } = this.moment;
    const slider = inputElement('moment');
    slider.value = String((seconds ?? this.#from) - this.#from);
    const text = this.#to > this.#from ? this.#text(seconds ?? this.#from) : '';
    setText('moment-text', text);
    slider.setAttribute('aria-valuetext', text || 'No record');
  }

  /** @param {number} seconds */
  #text(seconds) {
    const isLong = this.#to - this.#from > 86400;
    const time = new Date(seconds * 1000).toLocaleString(undefined, { timeStyle: 'medium', ...(isLong ? { dateStyle: 'medium' } : {}) });
    return time + ' · ' + (this.describe(seconds) || 'no record');
  }
}
