import { eventKey, lastVisits, maxKnownEvents, maxListedEvents, mergedEvents } from '../model/place-lists.js';
import { eventText, timeText } from '../model/place-text.js';
import { parseEvent, parseEvents } from '../model/places.js';
import { requestJSON } from '../server/requests.js';
import { element, make, showNotice } from './dom.js';

/** @typedef {import('../model/places.js').PlaceEvent} PlaceEvent */

// How long a notice stays, and the age from which an event is too old for one; milliseconds.
const noticeDuration = 10000;
const maxNoticeAge = 300000;

/** The events at places: a short notice of each new one, and the list of the last. */
export class EventList {
  /** @type {PlaceEvent[]} */
  #events = [];
  #visits = lastVisits([]);

  /** The last arrival or departure at each place, by its name. */
  get visits() { return this.#visits; }

  /** Requests the last events, at first also those that are no longer listed. */
  async request() {
    const count = this.#events.length === 0 ? maxKnownEvents : maxListedEvents;
    return parseEvents(await requestJSON('v1/places/events?last=' + count).catch(() => null));
  }

  /**
   * Adds an event of the stream; returns null for an invalid one.
   * @param {unknown} data
   */
  receive(data) {
    const event = parseEvent(data);
    if (!event) { return null; }
    // The server repeats events after an interruption.
    const isNew = Date.now() - event.moment < maxNoticeAge && this.#events.every((other) => eventKey(other) !== eventKey(event));
    this.add([event]);
    // The alarm of the anchor watch and the banner of a contradicted receiver have elements of their own that stay.
    if (isNew && !['dragging', 'lost', 'contradicted'].includes(event.kind)) { showNotice(eventText(event), noticeDuration); }
    return event;
  }

  /** @param {PlaceEvent[]} more */
  add(more) {
    const [before, all] = [this.#events, mergedEvents(this.#events, more)];
    if (all.length === before.length && all.every((event, index) => eventKey(event) === eventKey(before[index]))) { return; }
    this.#events = all;
    this.#visits = lastVisits(all);
    element('events-section').hidden = all.length === 0;
    element('events').replaceChildren(...all.slice(0, maxListedEvents).map((event) => make('li', {},
      make('bdi', { textContent: eventText(event) }), ' ', this.#time(event))));
  }

  /** @param {PlaceEvent} event */
  #time({ since }) {
    const dateTime = new Date(since).toISOString();
    return make('time', { textContent: timeText(since, Date.now()), dateTime, className: 'distance' });
  }
}
