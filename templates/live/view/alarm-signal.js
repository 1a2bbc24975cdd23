// The alarm that is heard and felt: it repeats until it is stopped.

// A burst of tones, and the interval between bursts; milliseconds.
const tones = [880, 660, 880, 660];
const toneLength = 250;
const interval = 2000;
const vibration = [400, 200, 400];

// Browsers allow sound only after a tap on the page.
/** The sound of the alarm, which a tap turns on, and the vibration. */
export class AlarmSignal {
  /** @type {AudioContext | null} */
  #audio = null;
  #timer = 0;

  get isAudible() { return this.#audio !== null && this.#audio.state === 'running'; }

  /** Turns the sound on and plays one tone; to be called for a tap. Returns false where the browser has no sound. */
  async turnOn() {
    if (!window.AudioContext) { return false; }
    this.#audio = this.#audio || new AudioContext();
    await this.#audio.resume().catch(() => null);
    if (!this.#timer) { this.#play(tones.slice(0, 1)); }
    return this.isAudible;
  }

  async turnOff() {
    if (this.#audio) { await this.#audio.suspend().catch(() => null); }
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
    this.#play(tones);
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
    // Browsers refuse a vibration before the first tap, and log it; TypeScript of Debian does not declare the activation.
    const { userActivation } = /** @type {any} */ (navigator);
    if (navigator.vibrate && (!userActivation || userActivation.hasBeenActive)) { navigator.vibrate(pattern); }
  }
}
