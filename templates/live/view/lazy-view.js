/**
 * A view whose script is loaded when it is first shown.
 * @template View
 */
export class LazyView {
  /**
   * Null until it is loaded.
   * @type {View | null}
   */
  view = null;
  /** @type {Promise<View | null> | null} */
  #loading = null;

  /** @param {() => Promise<View>} load */
  constructor(load) { this.load = load; }

  get isWanted() { return this.#loading !== null; }

  /** Returns the view; null where it cannot be loaded, for which the next call tries again. */
  get() {
    this.#loading = this.#loading || this.load().then((view) => (this.view = view), () => (this.#loading = null));
    return this.#loading;
  }
}
