// The alarm that is heard and felt: it repeats until it is stopped.

// A burst of tones, and the interval between bursts; milliseconds.
const tones = [880, 660, 880, 660];
// That of a receiver that cannot be believed rises: the reader has to look, and the anchor may hold.
const unsureTones = [440, 550, 660, 880];
const toneLength = 250;
const interval = 2000;
const vibration = [400, 200, 400];

/**
 * True once the reader has touched the page. Browsers refuse sound and vibration before, and log it; TypeScript of Debian does not
 * declare the activation, which older browsers do not have.
 */
function isTouched() {
  const { userActivation } = /** @type {any} */ (navigator);
  return !userActivation || userActivation.hasBeenActive;
}

// Browsers allow sound only after a tap on the page.
/** The sound of the alarm, which a tap turns on, and the vibration. */
export class AlarmSignal {
  /** @type {AudioContext | null} */
  #audio = null;
  #timer = 0;
  /** True while the reader wants the sound, which the system interrupts for a call, another app or a lock. */
  #isWanted;
  #hasFailed = false;
  /** True while the alarm is that of a receiver that cannot be believed. */
  isUnsure = false;

  /**
   * @param {boolean} isWanted true if the reader wanted the sound on an earlier visit
   * @param {() => void} changed called when the sound was interrupted or has come back
   */
  constructor(isWanted, changed) {
    this.#isWanted = isWanted;
    this.changed = changed;
    document.addEventListener('visibilitychange', () => this.#resume());
  }

  get isAudible() { return this.#isWanted && this.#audio !== null && this.#audio.state === 'running'; }

  get isRinging() { return this.#timer !== 0; }

  /** True if the browser has no sound, or has refused it for a tap. */
  get hasFailed() { return this.#hasFailed && !this.isAudible; }

  /** Turns the sound on and plays one tone; to be called for a tap. */
  async turnOn() {
    this.#isWanted = true;
    if (!this.#audio && window.AudioContext) { this.#open(); }
    await this.#resume();
    this.#hasFailed = !this.isAudible;
    if (!this.#timer) { this.#play(tones.slice(0, 1)); }
  }

  /** Turns on the sound that the reader wants but does not have, without a tone; to be called for any touch or key. */
  async arm() {
    if (!this.#isWanted || this.isAudible || !isTouched()) { return; }
    if (!this.#audio && window.AudioContext) { this.#open(); }
    await this.#resume();
    this.#reportChange();
  }

  async turnOff() {
    this.#isWanted = false;
    this.#hasFailed = false;
    if (this.#audio) { await this.#audio.suspend().catch(() => null); }
  }

  #open() {
    this.#audio = new AudioContext();
    this.#audio.addEventListener('statechange', () => {
      this.#resume();
      this.#reportChange();
    });
  }

  /** A sound that is heard has not failed, whatever a tap before has met. */
  #reportChange() {
    if (this.isAudible) { this.#hasFailed = false; }
    this.changed();
  }

  /** Resumes an interrupted sound. */
  async #resume() {
    if (this.#audio && this.#isWanted && !this.isAudible) { await this.#audio.resume().catch(() => null); }
  }

  /**
   * Starts or stops the alarm.
   * @param {boolean} isRinging
   */
  ring(isRinging) {
    if (isRinging === (this.#timer !== 0)) { return; }
    clearInterval(this.#timer);
    this.#timer = isRinging ? window.setInterval(() => this.#signal(), interval) : 0;
    if (isRinging) { this.#signal(); } else { AlarmSignal.#vibrate(0); }
  }

  #signal() {
    // Not awaited: a system that holds the sound back may play all signals at once later.
    this.#resume();
    this.#play(this.isUnsure ? unsureTones : tones);
    AlarmSignal.#vibrate(vibration);
  }

  /** @param {number[]} frequencies */
  #play(frequencies) {
    const audio = this.#audio;
    if (!audio || !this.isAudible) { return; }
    frequencies.forEach((frequency, index) => {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      tone.type = 'square';
      tone.frequency.value = frequency;
      volume.gain.value = 0.5;
      tone.connect(volume).connect(audio.destination);
      const start = audio.currentTime + index * toneLength / 1000;
      tone.start(start);
      tone.stop(start + toneLength / 1000);
    });
  }

  /** @param {number | number[]} pattern */
  static #vibrate(pattern) {
    if (navigator.vibrate && isTouched()) { navigator.vibrate(pattern); }
  }
}
