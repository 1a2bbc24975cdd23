import { eventTimeText, fleetEventText, parseFleetEvent, withPastEvents } from '../model/fleet-event.js';
import { text } from '../../live/model/text.js';
import { element, make, setText } from '../../live/view/dom.js';

/** @typedef {import('../model/fleet-event.js').FleetEvent} FleetEvent */

const maxEvents = 50;

// Screen readers hear of events at most once in that many milliseconds.
const announcementPause = 5000;

/** The last events, those before the page was opened among them. */
export class FleetEvents {
  /** @type {FleetEvent[]} */
  #events = [];
  /** @type {FleetEvent[]} */
  #unannounced = [];
  #timer = 0;

  /** @param {(name: string) => void} chosen */
  constructor(chosen) {
    element('events').addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button && button.dataset.device) { chosen(button.dataset.device); }
    });
  }

  /**
   * Adds an event of the stream.
   * @param {unknown} data
   */
  receive(data) {
    const event = parseFleetEvent(data);
    if (!event) { return; }
    this.#events = [event, ...this.#events].slice(0, maxEvents);
    this.#unannounced.push(event);
    this.#timer = this.#timer || setTimeout(() => this.#announce(), announcementPause);
  }

  /**
   * Adds the stored events, which are not announced.
   * @param {unknown} document
   */
  addPast(document) { this.#events = withPastEvents(document, this.#events).slice(0, maxEvents); }

  #announce() {
    this.#timer = 0;
    const [event, ...others] = this.#unannounced;
    this.#unannounced = [];
    const announced = { event: fleetEventText(event), count: others.length };
    setText('event-announcement', others.length > 0 ? text('fleet.announced-more', announced) : text('fleet.announced', announced));
  }

  draw() {
    element('events-section').hidden = this.#events.length === 0;
    const list = element('events');
    if (list.children.length === this.#events.length && this.#drawn === this.#events) { return; }
    this.#drawn = this.#events;
    this.#drawLatest();
    list.replaceChildren(...this.#events.map((event) => {
      const button = make('button', { type: 'button', textContent: fleetEventText(event) });
      button.dataset.device = event.device;
      return make('li', {}, button, ' ', make('time', {
        textContent: eventTimeText(event, Date.now()), dateTime: new Date(event.at).toISOString(), className: 'distance' }));
    }));
  }

  /** Names the newest event above the list, which is folded. */
  #drawLatest() {
    const [event] = this.#events;
    if (!event) { return; }
    element('latest-event').replaceChildren(make('bdi', { textContent: fleetEventText(event) }), ' ',
      make('time', { textContent: eventTimeText(event, Date.now()), dateTime: new Date(event.at).toISOString(), className: 'distance' }));
  }

  /** @type {FleetEvent[]} */
  #drawn = [];
}
