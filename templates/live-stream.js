// The server's events, over and over: the stream is opened again after each end, at rising intervals.
//
// It is read with fetch and not with EventSource: only so are heartbeats and the status of a refusal seen.

// Reads the format of server-sent events (HTML, section 9.2.6). Pure.
export class EventReader {
  #rest = '';
  #event = {};

  // What a piece of the stream completes.
  take(piece) {
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop();
    const events = [];
    for (const line of lines) {
      if (line === '') {
        if (this.#event.data !== undefined) { events.push({ type: 'message', ...this.#event }); }
        this.#event = {};
      } else { this.#field(line); }
    }
    return events;
  }

  #field(line) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') { this.#event.data = this.#event.data === undefined ? value : this.#event.data + '\n' + value; }
    if (name === 'event') { this.#event.type = value; }
    if (name === 'id' && !value.includes('\0')) { this.#event.id = value; }
  }
}

// Seconds to wait before try number `failures`: twice as long each time up to ten seconds, and half of it by chance,
// so that many pages do not come back to a restarted server at the same moment. Pure.
export function backOff(failures, chance) {
  const longest = Math.min(10, 0.5 * 2 ** Math.min(failures, 10));
  return longest / 2 + longest / 2 * chance;
}

// What ends the trying: not signed in any more, a link that has ended.
const final = [401, 403, 410];

export class Stream {
  // The server beats each 15 s: after twice that and some, nobody is there.
  static silence = 35000;

  constructor(address, heard) {
    this.address = address;
    this.heard = heard;
    this.failures = 0;
    this.last = null;
  }

  start() {
    this.#run();
    // A page that comes back from sleep, or into the network, does not wait for its turn.
    window.addEventListener('online', () => this.#hurry());
    document.addEventListener('visibilitychange', () => { if (!document.hidden) { this.#hurry(); } });
    window.addEventListener('pagehide', () => this.#abort && this.#abort.abort());
    window.addEventListener('pageshow', () => this.#hurry());
  }

  #abort = null;
  #wake = null;

  #hurry() {
    if (this.#wake) { this.#wake(); }
  }

  async #run() {
    for (;;) {
      const status = await this.#once();
      if (final.includes(status)) {
        this.heard.ended(status);
        return;
      }
      const wait = backOff(this.failures, Math.random());
      this.failures += 1;
      this.heard.lost(wait);
      await new Promise((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, 1000 * wait);
      });
      this.#wake = null;
    }
  }

  // Reads one stream to its end; the status it was refused with, else 0.
  async #once() {
    const abort = this.#abort = new AbortController();
    let watch = setTimeout(() => abort.abort(), Stream.silence);
    try {
      const headers = { Accept: 'text/event-stream' };
      if (this.last) { headers['Last-Event-ID'] = this.last; }
      const answer = await fetch(this.address, { headers, cache: 'no-store', signal: abort.signal });
      if (!answer.ok || !answer.body) { return answer.status; }
      this.heard.opened(answer.headers.get('Date'));
      const [reader, decoder, events] = [answer.body.getReader(), new TextDecoder(), new EventReader()];
      for (;;) {
        const { value, done } = await reader.read();
        if (done) { return 0; }
        clearTimeout(watch);
        watch = setTimeout(() => abort.abort(), Stream.silence);
        this.failures = 0;
        for (const event of events.take(decoder.decode(value, { stream: true }))) { this.#tell(event); }
      }
    } catch {
      return 0;
    } finally {
      clearTimeout(watch);
    }
  }

  #tell(event) {
    if (event.id !== undefined) { this.last = event.id; }
    let data;
    try { data = JSON.parse(event.data); } catch { return; }
    if (data && typeof data === 'object') { this.heard.event(event.type, data); }
  }
}
