import { alarmReasons, announcement, isAnnouncementDue, usualRadius } from '../model/anchor.js';
import { anchorAlarm, anchorText, driftText, lineParts, swingParts } from '../model/anchor-text.js';
import { anchorWay } from '../model/place-text.js';
import { parseAnchor } from '../model/places.js';
import { text } from '../model/text.js';
import { formatDistance } from '../model/units.js';
import { AnchorAlarm } from './anchor-alarm.js';
import { AnchorLayer } from './anchor-layer.js';
import { AnchorTrail } from './anchor-trail.js';
import { element, setHidden, setParts, setText, showText } from './dom.js';
import { ScreenLock } from './screen-lock.js';

/**
 * @typedef {import('../model/geodesy.js').Position} Position
 * @typedef {import('../model/places.js').AnchorWatch} Watch
 */

/**
 * What a report says for the watch; `age` in seconds.
 * @typedef {{ report: Report, here: Position | null, isLive: boolean, age: number | null }} Current
 */

/** The anchor watch of the report: the line of the card, the alarm, the room, and what the map shows of it. */
export class AnchorWatch {
  /** @type {Watch | null} */
  #watch = null;
  #drawn = '';
  /** @type {Current} */
  #current = { report: /** @type {Report} */ ({}), here: null, isLive: false, age: null };
  #units = '';
  /** What the map was last fitted for, and the area. */
  #fitted = '';
  /** @type {L.LatLngBounds | null} */
  #box = null;
  /** True if the map followed the position before it was fitted. */
  #wasFollowing = false;
  /**
   * The room, once it was opened.
   * @type {import('./anchor-room.js').AnchorRoom | null}
   */
  #room = null;
  #screen = new ScreenLock(() => this.#showSleepNote());
  #isStopped = false;
  #announced = announcement(null, null, false);

  /**
   * @param {import('./places-panel.js').PlacesSurroundings} surroundings
   * @param {boolean} mayChange false for a visitor who can only look
   */
  constructor({ mapView, rooms, sheet, hasHistory, isLeaving }, mayChange) {
    this.mapView = mapView;
    this.rooms = rooms;
    this.sheet = sheet;
    this.layer = new AnchorLayer(mapView.map);
    this.trail = new AnchorTrail(hasHistory, () => this.#showPast());
    this.alarm = new AnchorAlarm(isLeaving);
    this.mayChange = mayChange;
    element('alarm-show').addEventListener('click', () => this.#showOnMap());
    rooms.onChange(() => this.#enter());
  }

  /**
   * Ends with the page. If the reader has not signed out, the alarm rings, also after an acknowledgement and for a boat
   * that was safe, because nothing on this page watches it any more. Returns what silences it; null without an alarm.
   * @param {boolean} isIntended true if the reader has signed out
   */
  stop(isIntended) {
    const isRinging = this.#watch !== null && !isIntended;
    this.#isStopped = true;
    this.alarm.stop(isRinging);
    this.#screen.keep(isRinging);
    return isRinging ? () => {
      this.alarm.ring(false);
      this.#screen.keep(false);
    } : null;
  }

  /**
   * Shows the watch of a report. Returns the text of the alarm; empty without one.
   * @param {Current} current
   * @param {string} units
   */
  draw(current, units) {
    const { report, isLive, age } = this.#current = current;
    const isFirst = this.#units === '';
    const watch = parseAnchor(report.anchor);
    this.#update(watch, units);
    const alarm = anchorAlarm(watch, isLive, age);
    this.#drawCard(alarm);
    this.alarm.follow(watch !== null, alarmReasons(watch, isLive, age));
    this.#screen.keep(watch !== null);
    this.#showSleepNote();
    this.#drawTrail();
    this.#drawRoom();
    // The room may have been opened before there was anything to show.
    if (isFirst && this.rooms.current === 'watch') { this.#enter(); } else { this.#preview(); }
    this.#fit(alarm !== '');
    this.#announce();
    return alarm;
  }

  /** @param {Watch | null} watch @param {string} units */
  #update(watch, units) {
    const drawn = JSON.stringify([watch, units]);
    [this.#watch, this.#units] = [watch, units];
    if (drawn === this.#drawn) { return; }
    this.#drawn = drawn;
    this.layer.show(watch, watch ? formatDistance(watch.radius, units) : '');
    this.rooms.setHidden('watch', !watch && !this.mayChange);
  }

  /** @param {string} alarm empty without one */
  #drawCard(alarm) {
    const [watch, { report, here, isLive }, units] = [this.#watch, this.#current, this.#units];
    setHidden('watch', !watch, 'headline');
    // Screen readers speak text that appears in a visible element.
    setHidden('alarm-box', !alarm, 'headline');
    setText('alarm', alarm);
    showText('alarm-detail', watch && watch.isDragging ? driftText(report.fix, units, isLive) : '');
    setHidden('alarm-show', !alarm, 'headline');
    if (watch) { setParts('swing-text', alarm ? swingParts(watch, here, units, isLive) : lineParts(watch, here, units, isLive)); }
  }

  #drawTrail() {
    const { here, isLive, report } = this.#current;
    const seconds = Date.parse(report.received || (report.fix && report.fix.timestamp) || '') / 1000;
    if (this.trail.follow(this.#watch, isLive ? here : null, seconds)) { this.#showTrail(); }
    this.layer.drawLine(this.#watch && this.#watch.isDragging ? here : null);
  }

  #showPast() {
    if (this.#isStopped) { return; }
    this.#showTrail();
    this.#drawRoom();
  }

  #showTrail() { this.layer.showTrail(this.#watch ? this.trail.lines(this.mapView.map.getCenter().lng) : []); }

  /** Shows the circle of an anchor that may be dropped, in the room of the watch. */
  #preview() {
    const { here, isLive } = this.#current;
    const isShown = this.mayChange && this.rooms.current === 'watch' && isLive;
    this.layer.preview(isShown ? here : null, this.#radius);
  }

  #showSleepNote() {
    if (!this.#isStopped && this.#room) { this.#room.showSleepNote(this.#watch !== null, this.#screen.isHeld); }
  }

  /** In its room the map shows the watch, and the sheet what there is to do. */
  #enter() {
    if (this.rooms.current !== 'watch') {
      this.#preview();
      if (!this.#watch) { this.#release(); }
      return;
    }
    if (this.sheet.height === 'peek') { this.sheet.set('half'); }
    this.#preview();
    this.#fitMap();
    this.#loadRoom();
  }

  async #loadRoom() {
    if (this.#room) { return; }
    const { AnchorRoom } = await import('./anchor-room.js');
    if (this.#room || this.#isStopped) { return; }
    this.#room = new AnchorRoom({
      shown: () => this.#showOnMap(), tapped: () => this.alarm.turnSoundOn(), resized: () => this.#preview(),
    }, this.mayChange);
    this.#drawRoom();
    this.#showSleepNote();
  }

  #drawRoom() {
    const [watch, { here, isLive }] = [this.#watch, this.#current];
    if (this.#room && this.#units) { this.#room.draw(watch, here, this.#units, { isLive, farthest: watch && this.trail.farthest(watch) }); }
  }

  /** The radius of the next watch in metres. */
  get #radius() { return this.#room ? this.#room.radius : usualRadius; }

  /**
   * Fits the map to a watch that is new, to an alarm that begins, and again to a boat that has left what was in sight.
   * @param {boolean} isAlarmed
   */
  #fit(isAlarmed) {
    const watch = this.#watch;
    const key = watch ? JSON.stringify([watch.latitude, watch.longitude, watch.radius, isAlarmed]) : '';
    const isNew = key !== '' && key !== this.#fitted;
    const isFirst = this.#fitted === '' && !isAlarmed;
    this.#fitted = key;
    const isElsewhere = this.rooms.current === 'history' || this.rooms.current === 'places';
    if (key === '' && this.rooms.current !== 'watch') { this.#release(); }
    if (isNew && !(isFirst && isElsewhere)) { this.#fitMap(); } else if (key !== '') { this.#followBoat(); }
  }

  /** Keeps the boat in sight until the reader moves the map. */
  #followBoat() {
    const box = this.layer.box(this.#current.here, usualRadius);
    if (box && this.#box && this.mapView.isFittedTo(this.#box) && !this.#box.contains(box)) { this.#fitMap(); }
  }

  #fitMap() {
    const box = this.layer.box(this.#current.here, this.#radius);
    if (!box) { return; }
    if (this.mapView.isFollowing) { this.#wasFollowing = true; }
    this.#box = box;
    this.mapView.fit(box, { maxZoom: 19 });
  }

  /** Lets the map follow the position again, unless the reader has moved it. */
  #release() {
    if (this.#wasFollowing && this.#box && this.mapView.isFittedTo(this.#box)) { this.mapView.follow(true); }
    [this.#wasFollowing, this.#box] = [false, null];
  }

  #showOnMap() {
    if (!this.#watch) { return; }
    this.#fitMap();
    const way = anchorWay(this.#current.here, this.#watch, this.#units);
    setText('selection-announcement', way ? text('watch.shown-with-way', { way }) : text('watch.shown'));
  }

  #announce() {
    const [watch, { here, isLive }] = [this.#watch, this.#current];
    const next = announcement(watch, here, isLive);
    if (!isAnnouncementDue(this.#announced, next)) { return; }
    this.#announced = next;
    setText('anchor-announcement', watch ? text('watch.announcement', { state: anchorText(watch, here, this.#units, isLive) }) : text('watch.none'));
  }
}
