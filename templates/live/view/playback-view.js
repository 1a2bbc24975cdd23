import { listText } from '../model/journeys.js';
import { language, text } from '../model/text.js';
import { buttonElement, element, fillSelect, icon, inputElement, setText } from './dom.js';

// All of the span in this many seconds.
const wholeDuration = 30;

// How many seconds of the track pass in one; the first choice is the whole span.
const rates = [1, 10, 60, 300, 1000];

/** @returns {[string, string][]} */
const rateChoices = () => [['whole', text('charts.whole')], .../** @type {[string, string][]} */ (
  rates.map((factor) => [String(factor), text('charts.times', { factor })]))];

// Spans up to this many seconds have times with seconds.
const secondsSpan = 4 * 3600;

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
    this.rate = fillSelect('rate', 'rate', rateChoices(), () => {});
    this.#label();
    element('play').addEventListener('click', () => (this.isPlaying ? this.pause() : this.play()));
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

  /** Plays the span from the moment, or from its begin; nothing where nothing is recorded. */
  play() {
    if (!(this.#to > this.#from)) { return; }
    const { seconds } = this.moment;
    this.moment.set(seconds === null || seconds >= this.#to ? this.#from : seconds);
    this.#lastFrame = performance.now();
    this.#label();
    this.started();
    requestAnimationFrame((now) => this.#advance(now));
  }

  pause() {
    this.#lastFrame = null;
    this.#label();
  }

  #label() {
    element('play').setAttribute('aria-label', text(this.isPlaying ? 'charts.pause' : 'charts.play'));
    element('play').replaceChildren(icon(this.isPlaying ? 'pause' : 'play'));
  }

  /** The seconds of the track that pass in one. */
  get #factor() { return this.rate.value === 'whole' ? (this.#to - this.#from) / wholeDuration : Number(this.rate.value); }

  /** @param {number} now milliseconds */
  #advance(now) {
    if (this.#lastFrame === null) { return; }
    const passed = Math.max(0, now - this.#lastFrame) / 1000 * this.#factor;
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
    const shown = this.#to > this.#from ? this.#text(seconds ?? this.#from) : '';
    setText('moment-text', shown);
    slider.setAttribute('aria-valuetext', shown || text('charts.nothing'));
  }

  /** @param {number} seconds */
  #text(seconds) {
    const span = this.#to - this.#from;
    const isLong = span > 86400;
    const time = new Date(seconds * 1000).toLocaleString(language(), { timeStyle: span > secondsSpan ? 'short' : 'medium', ...(isLong ? { dateStyle: 'medium' } : {}) });
    return listText([time, this.describe(seconds) || text('charts.no-record')]);
  }
}
