// The choice of a trail, the list of days, and what a stretch of time comes to.

import { element, make, memory, request, tell } from './live-page.js';
import { address, choices, dayOf, minuteOf } from './live-range.js';
import { distance, span, speed } from './live-units.js';

// What the statistics of one receiver come to, as names and texts. Pure.
export function figures(device, units) {
  const finite = Number.isFinite;
  return [
    ['Distance', finite(device.distance) && distance(device.distance, units)],
    ['Moving', finite(device.moving) && span(device.moving)],
    ['Standing', finite(device.standing) && span(device.standing)],
    ['Mean speed', finite(device.meanSpeed) && speed(device.meanSpeed, units)],
    ['Top speed', finite(device.topSpeed) && speed(device.topSpeed, units)],
    ['Climb', finite(device.ascent) && distance(device.ascent, units)],
  ].filter(([, text]) => text);
}

export class History {
  #devices = [];
  #days = [];

  constructor(trail, units, isShare) {
    this.trail = trail;
    this.units = units;
    this.isShare = isShare;
    const now = new Date();
    element('day').value = element('day').max = dayOf(now);
    element('from').value = minuteOf(new Date(now - 86400000));
    element('to').value = minuteOf(now);
    this.#fill();
    for (const id of ['day', 'from', 'to']) { element(id).addEventListener('change', () => this.show()); }
    this.show();
    this.#listDays();
    // Not all pages ask at the same moment.
    this.timer = setInterval(() => this.#refresh(), 300000 * (1 + Math.random() / 2));
  }

  // Ends all asking, as where the page has nothing to show any more.
  stop() {
    clearInterval(this.timer);
    this.isOver = true;
    this.trail.choose({ kind: 'off' });
  }

  #fill() {
    const kept = memory.get('trail', 'hour');
    const usual = choices.some(([kind]) => kind === kept) ? kept : 'hour';
    element('choices').replaceChildren(...choices.map(([kind, words]) => make('label', {},
      make('input', { type: 'radio', name: 'trail', value: kind, checked: kind === usual }),
      make('span', { textContent: words }))));
    element('choices').addEventListener('change', () => {
      memory.set('trail', this.kind);
      this.show();
    });
  }

  get kind() {
    const chosen = document.querySelector('input[name=trail]:checked');
    return chosen ? chosen.value : 'off';
  }

  // The line first: the figures of a long stretch take the server as long again.
  async show() {
    const { kind } = this;
    element('day-choice').hidden = kind !== 'day';
    element('range-choice').hidden = kind !== 'range';
    const [day, from, to] = ['day', 'from', 'to'].map((id) => element(id).value);
    const line = this.trail.choose({ kind, day, from, to });
    if (kind === 'range' && !this.trail.range) { this.trail.told('The end has to lie after the beginning.'); }
    this.#mark();
    const { range } = this.trail;
    element('stats').setAttribute('aria-busy', 'true');
    await line;
    // Another stretch may have been chosen meanwhile, and is counted by who did.
    if (range === this.trail.range) { await this.#count(); }
  }

  // Shows what is there in units that have changed.
  draw() {
    if (this.isOver) { return; }
    this.#drawFigures();
    this.#drawDays();
  }

  #drawFigures() {
    const isAny = this.#devices.length > 0;
    element('stats').replaceChildren(...this.#devices.flatMap((device) => {
      const rows = figures(device, this.units()).map(([name, text]) => make('div', {},
        make('dt', { textContent: name }), make('dd', { textContent: text })));
      const isAlone = this.#devices.length === 1;
      return isAlone ? rows : [make('div', { className: 'wide' }, make('dt', { textContent: 'Receiver' }),
        make('dd', { textContent: String(device.device) })), ...rows];
    }));
    element('stats').removeAttribute('aria-busy');
    element('stats-section').hidden = !isAny;
  }

  // Whoever goes through the list by keyboard stays where they are.
  #drawDays() {
    const { day: focused } = document.activeElement.dataset;
    element('days').replaceChildren(...this.#days.map((day) => this.#row(day)));
    element('days-section').hidden = this.#days.length === 0;
    this.#mark();
    const button = focused && element('days').querySelector('[data-day="' + focused + '"]');
    if (button) { button.focus({ preventScroll: true }); }
  }

  #row(day) {
    const date = new Date(day.day + 'T12:00');
    const words = date.toLocaleDateString(undefined, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
    const length = Number.isFinite(day.distance) ? distance(day.distance, this.units()) : '';
    const button = make('button', { type: 'button' },
      make('span', { textContent: words }), make('span', { textContent: length, className: 'soft' }));
    button.dataset.day = day.day;
    button.addEventListener('click', () => {
      element('day').value = day.day;
      document.querySelector('input[name=trail][value=day]').checked = true;
      this.show();
      // On a phone the map lies above the list.
      element('chart').scrollIntoView({ block: 'nearest' });
    });
    return make('li', {}, button);
  }

  #mark() {
    const chosen = this.kind === 'day' ? element('day').value : null;
    for (const button of element('days').querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button.dataset.day === chosen));
    }
  }

  async #count() {
    const { range } = this.trail;
    this.#devices = [];
    if (range && !this.isShare) {
      const { body } = await request('v1/stats?' + address(range)).catch(() => ({ body: {} }));
      // Another stretch may have been chosen meanwhile.
      if (range !== this.trail.range) { return; }
      this.#devices = (Array.isArray(body.devices) ? body.devices : []).filter((device) => device.points > 0);
    }
    if (!this.isOver) { this.#drawFigures(); }
  }

  async #listDays() {
    if (this.isShare) { return; }
    const answer = await request('v1/days').catch(() => null);
    // A server that is gone for a while takes no days away.
    if (!answer || !Array.isArray(answer.body.days)) { return; }
    this.#days = answer.body.days.filter((day) => /^\d{4}-\d{2}-\d{2}$/.test(day.day)).slice(0, 400);
    if (!this.isOver) { this.#drawDays(); }
  }

  async #refresh() {
    if (document.hidden || !this.trail.range || this.trail.range.to) { return; }
    await this.trail.refresh(false);
    await this.#count();
    await this.#listDays();
  }

  // What the trail has to say.
  static told(text) {
    tell('trail-note', text);
  }
}
