// The format of server-sent events, and the interval between attempts to connect.

/**
 * @typedef {{ type: string, data: string, id?: string }} StreamEvent
 */

/** Parses a stream of server-sent events (HTML, section 9.2.6) that arrives in pieces. */
export class EventReader {
  #rest = '';
  #endsInReturn = false;
  /** @type {{ type?: string, data?: string, id?: string }} */
  #event = {};

  /**
   * Returns the events that a piece of the stream completes.
   * @param {string} piece
   */
  read(piece) {
    // The list of a fleet is one line of megabytes in many pieces: it is searched for its end only once.
    if (!this.#endsInReturn && !/[\r\n]/.test(piece)) {
      this.#rest += piece;
      return [];
    }
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#endsInReturn = piece.endsWith('\r') || (piece === '' && this.#endsInReturn);
    this.#rest = lines.pop() || '';
    /** @type {StreamEvent[]} */
    const events = [];
    for (const line of lines) {
      if (line === '') {
        const { data } = this.#event;
        if (data !== undefined) { events.push({ type: 'message', ...this.#event, data }); }
        this.#event = {};
      } else { this.#readField(line); }
    }
    return events;
  }

  /** @param {string} line */
  #readField(line) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') { this.#event.data = this.#event.data === undefined ? value : this.#event.data + '\n' + value; }
    if (name === 'event') { this.#event.type = value; }
    if (name === 'id' && !value.includes('\0')) { this.#event.id = value; }
  }
}

/**
 * Returns the seconds to wait before an attempt to connect: doubled with each failure, up to ten seconds. Half of it is
 * random, so that many pages do not reconnect to a restarted server at the same moment.
 * @param {number} failures
 * @param {number} random from 0 to 1
 */
export function backoff(failures, random) {
  const interval = Math.min(10, 0.5 * 2 ** Math.min(failures, 10));
  return interval / 2 + interval / 2 * random;
}
