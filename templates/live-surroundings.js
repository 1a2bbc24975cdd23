// What is around the position, for the owner: places, own ones, an anchor, and what happens at them.

import { Anchor } from './live-anchor.js';
import { Around } from './live-around.js';
import { Chosen } from './live-chosen.js';
import { Fences } from './live-fences.js';
import { Happened } from './live-happened.js';
import { Own } from './live-own.js';
import { element } from './live-page.js';
import { Search } from './live-search.js';
import { wayFrom } from './live-where.js';

export class Surroundings {
  #isThere = false;
  #isWithout = false;
  #isOver = false;
  #now = null;
  #inside = '[]';
  #looked = -Infinity;
  #hasPlace = false;

  // `units` returns the chosen ones.
  constructor(live, units) {
    const choose = (place) => this.chosen.choose(place, this.#now && this.#now.here);
    const fences = new Fences(live.map);
    this.units = units;
    this.chosen = new Chosen(live, () => this.#draw());
    this.own = new Own(fences, choose);
    this.around = new Around(choose);
    this.anchor = new Anchor(fences, choose);
    this.happenings = new Happened();
    this.search = new Search(() => this.own.places, (place) => this.#wayTo(place), choose);
    this.load();
    // Places are made and anchors set elsewhere too. Not all pages ask at the same moment.
    const look = () => { if (!document.hidden && !this.#isWithout && !this.#isOver) { this.load(); } };
    document.addEventListener('visibilitychange', look);
    this.timer = setInterval(look, 60000 * (1 + Math.random() / 2));
  }

  stop() {
    this.#isOver = true;
    clearInterval(this.timer);
    this.search.stop();
  }

  // An older server knows no places, and the page then neither, until there is another server.
  async load() {
    const status = await this.own.load();
    this.#isWithout = status === 404;
    if (status !== 200 || this.#isOver) { return; }
    this.#isThere = true;
    element('places-section').hidden = false;
    this.#draw();
    const known = await this.happenings.known();
    await this.anchor.load();
    if (this.#isOver) { return; }
    this.happenings.take(known);
    this.#draw();
  }

  // Takes an event of the stream.
  happened(data) {
    const one = this.happenings.add(data);
    if (!one) { return; }
    this.anchor.happened(one.kind);
    this.#draw();
    this.load();
  }

  // Shows all of it for a report; returns the alarm, empty where there is none.
  draw(report, here, isLive, seconds) {
    this.#now = { here, isLive, seconds };
    this.#look(report);
    return this.#draw();
  }

  // A report that is in other places than the one before, or near one that is not known, tells that they have changed.
  #look({ inside, near, place }) {
    if (place && !this.#hasPlace) { this.around.retry(); }
    this.#hasPlace = Boolean(place);
    const [names, now] = [JSON.stringify(inside || []), performance.now()];
    const isKnown = names === this.#inside && (!near || this.own.has(near.name));
    if (isKnown || !this.#isThere || now - this.#looked < 10000) { return; }
    this.#inside = names;
    this.#looked = now;
    this.load();
  }

  #draw() {
    if (!this.#isThere || !this.#now) { return ''; }
    const [{ here, isLive, seconds }, units] = [this.#now, this.units()];
    this.chosen.draw(here, units);
    this.own.draw(here, units, this.chosen.key);
    this.around.draw(here, isLive, units, this.chosen.key);
    return this.anchor.draw(here, isLive, seconds, units, this.chosen.key);
  }

  #wayTo(place) { return this.#now ? wayFrom(this.#now.here, place, this.units()) : ''; }
}
