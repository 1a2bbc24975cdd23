// TypeScript of Debian does not declare the Screen Wake Lock API.
/** @typedef {EventTarget & { released: boolean, release(): Promise<void> }} Lock */
/** @type {{ request(kind: 'screen'): Promise<Lock> } | undefined} */
const wakeLock = /** @type {any} */ (navigator).wakeLock;

/** Keeps the screen on while an anchor is watched, where the browser can: only over HTTPS or on this machine. */
export class ScreenLock {
  #isWanted = false;
  #isRequested = false;
  /** @type {Lock | null} */
  #lock = null;

  /** @param {() => void} changed called when the lock is obtained or lost */
  constructor(changed) {
    this.changed = changed;
    // A hidden page loses the lock.
    document.addEventListener('visibilitychange', () => this.#update());
  }

  /** True while the screen stays on. */
  get isHeld() { return this.#lock !== null && !this.#lock.released; }

  /** @param {boolean} isWanted */
  keep(isWanted) {
    if (isWanted === this.#isWanted) { return; }
    this.#isWanted = isWanted;
    this.#update();
  }

  async #update() {
    if (!wakeLock) { return; }
    const isNeeded = this.#isWanted && !document.hidden;
    try {
      if (isNeeded && !this.#isRequested && !this.isHeld) {
        this.#isRequested = true;
        try { this.#lock = await wakeLock.request('screen'); } finally { this.#isRequested = false; }
        this.#lock.addEventListener('release', () => this.changed());
        this.changed();
      }
      // The watch may have ended during the request.
      if (!this.#isWanted && this.#lock) { await this.#lock.release(); }
    } catch { /* A phone that saves power refuses; the note on the page says so. */ }
  }
}
