import { coordinateFormats, formatPosition, loadFormat } from '../model/coordinates.js';
import { capitalized, isolatedName, placeTitle, whereabouts } from '../model/place-text.js';
import { isRounded, shareDescription } from '../model/share.js';
import { positionNow } from '../model/position-now.js';
import * as State from '../model/state.js';
import { text } from '../model/text.js';
import { formatAge, unitChoices } from '../model/units.js';
import { isNumber } from '../model/values.js';
import { device } from '../server/requests.js';
import { element, fillSelect, make, preferences, setMarked, setText, showText } from './dom.js';
import { showDetail, showFacts, showLinks } from './facts-view.js';
import { LazyView } from './lazy-view.js';
import { MapView } from './map-view.js';

/** @typedef {import('../model/geodesy.js').Position} Position */

/** The page as a whole: draws the newest report, and everything that depends on its age or on the connection. */
export class LivePage {
  /** @type {Settings} */
  settings = {};
  /** False until the settings have come, or are late: a headline without them would be another one at once. */
  isReady = false;
  /**
   * The places of the owner; null on a share.
   * @type {import('./places-panel.js').PlacesPanel | null}
   */
  places = null;
  /**
   * Null without a history.
   * @type {import('./history-view.js').HistoryView | null}
   */
  history = null;
  /**
   * Null on a share.
   * @type {import('./sky-plot.js').SkyPlot | null}
   */
  sky = null;
  /**
   * The note on missing tiles; null before the tiles are set up.
   * @type {{ draw: () => void } | null}
   */
  tilesNote = null;
  isEnded = false;
  /** True from the moment that the reader signs out on this page. */
  isSigningOut = false;

  /**
   * The report that the map shows.
   * @type {Report | null}
   */
  #drawnReport = null;
  /** True while the map shows the position now, which the fix leads to. */
  #isMovedOn = false;
  #frame = 0;
  /** @type {State.Announcement | null} */
  #announced = null;
  /** The format of coordinates that the reader has chosen; empty before. */
  #format = preferences.get('format', '');

  /** @param {import('../server/connection.js').Connection} connection */
  constructor(connection) {
    this.connection = connection;
    this.unitSelect = fillSelect('units', 'units', unitChoices(), () => {
      this.draw();
      this.#drawScale();
      if (this.tilesNote) { this.tilesNote.draw(); }
      if (this.history) { this.history.draw(); }
    });
    element('coordinates-button').addEventListener('click', () => this.#nextFormat());
    this.#drawFormat();
    this.mapView = new MapView(element('map'), () => this.#viewChanged(), element('free'));
    this.integrity = new LazyView(() => import('./integrity-view.js').then(({ IntegrityView }) => new IntegrityView(this.mapView.map, () => this.settings.session === true)));
  }

  get units() { return this.unitSelect.value; }

  /** The format of coordinates: that of charts with nautical units, until the reader chooses one. */
  get format() {
    return coordinateFormats.includes(this.#format) ? this.#format : this.units === 'nautical' ? 'ddm' : 'decimal';
  }

  #nextFormat() {
    this.#format = coordinateFormats[(coordinateFormats.indexOf(this.format) + 1) % coordinateFormats.length];
    preferences.set('format', this.#format);
    this.#drawFormat();
  }

  /** Draws once the format is loaded; it may be one that few readers need. */
  #drawFormat() { loadFormat(this.format).catch(() => null).then(() => this.draw()); }

  /** @param {Position} position */
  #positionText({ latitude, longitude }, format = this.format) {
    return formatPosition(latitude, longitude, format, isRounded(this.settings));
  }

  #viewChanged() {
    const { isFollowing } = this.mapView;
    element('follow').setAttribute('aria-pressed', String(isFollowing));
    preferences.set('follow', isFollowing ? 'yes' : 'no');
    this.drawControls();
    this.#drawScale();
  }

  /** Offers to follow the position, or to show again what another room shows. */
  drawControls() {
    const canFit = document.documentElement.dataset.room !== 'now' && this.mapView.canFitAgain;
    element('fit').hidden = !canFit;
    element('follow').hidden = canFit;
  }

  #drawScale() {
    const { text: length, width } = this.mapView.scale(this.units);
    setText('scale-text', length);
    element('scale').style.width = width + 'px';
  }

  draw() {
    const { settings, connection } = this;
    const { report } = connection;
    if (!report || this.isEnded || !this.isReady) { return; }
    const age = connection.age(report);
    const maxAge = State.maxAge(settings);
    const state = State.shownState(report, age, maxAge, connection.silence, device === null ? maxAge : State.maxFleetSilence);
    const isLive = state === 'live';
    const here = State.positionOf(report);
    document.documentElement.dataset.state = state;
    setText('state', State.stateLabel(state));
    const where = this.#drawHeadline(report, state, age);
    setText('printed-at', State.printedAt(Date.now()));
    const isMovedOn = isLive && positionNow(report, connection.elapsed) !== null;
    setText('sentence-whole', State.sentence(state, report, age, this.units));
    showText('moves-on', isMovedOn ? text('state.moves-on') : '');
    // On a phone there is one line for it while the reader looks at a room.
    setText('sentence-short', State.sentence(state, { ...report, motion: undefined }, age, this.units));
    showText('warning', State.warning(state, report));
    this.#drawIntegrity(report, age);
    showDetail(report, isLive);
    showText('received', device === null ? '' : State.receivedText(age, connection.receivedAge(report)));
    const alarm = this.places ? this.places.draw(report, here, isLive, age) : '';
    document.title = (alarm && alarm + ' · ') + (device === null ? '' : device + ' · ') + State.pageTitle(state, report, age, where);
    element('position').hidden = !here;
    if (here) { this.#drawCoordinates(here, isLive); }
    if (this.sky) { this.sky.update(report); }
    showFacts(report, this.units, isLive);
    showLinks(report);
    this.#drawMark(report, here, isLive, age);
    this.#announce(report, here, state);
  }

  /**
   * Shows the claim of a receiver that is not trusted, and why; almost no page needs the script for it.
   * @param {Report} report
   * @param {number | null} age seconds
   */
  #drawIntegrity(report, age) {
    const isNominal = !report.integrity || report.integrity.level === 'nominal';
    if (isNominal && !this.integrity.isWanted) { return; }
    this.integrity.get()?.then((view) => {
      if (view && this.connection.report === report && !this.isEnded) { view.draw(report, age, this.units, (place) => this.#positionText(place)); }
    });
  }

  /** @param {Position} here @param {boolean} isLive */
  #drawCoordinates(here, isLive) {
    setText('coordinates', this.#positionText(here));
    setText('format-text', isLive ? text('now.next-format', { format: text('units.' + this.format) }) : text('now.last-known'));
  }

  /** Draws a report that has arrived since the last drawing. */
  drawNewReport() {
    if (this.#drawnReport !== this.connection.report) { this.draw(); }
  }

  /**
   * Draws the headline and the whereabouts below it. Returns the first part of the whereabouts; empty without one.
   * @param {Report} report
   * @param {string} state
   * @param {number | null} age seconds
   */
  #drawHeadline(report, state, age) {
    const parts = whereabouts(report, this.units, device === null && !this.settings.share);
    const [where = '', ...rest] = parts;
    const { share } = this.settings;
    const headline = State.headline(state, age, State.delayOf(this.settings), where, (share && share.label) || device || '');
    const town = where && report.place ? isolatedName(report.place.name) : '';
    setMarked('headline', headline, town, town && report.place ? placeTitle(report.place).slice(town.length) : '');
    // The title of a share, or the name of a device, is shown once.
    const title = isolatedName((share && typeof share.label === 'string' && share.label) || device || '');
    showText('share-label', headline.includes(title) ? '' : title);
    element('headline').classList.toggle('place', element('headline').querySelector('b') !== null);
    // The headlines of other states do not contain the first part.
    const isInHeadline = state === 'live' || state === 'stale';
    showText('whereabouts', capitalized((isInHeadline ? rest : parts).join(' · ')));
    return where;
  }

  /**
   * Draws the position on the map, which moves on between reports while it is that of now.
   * @param {Report} report
   * @param {Position | null} here
   * @param {boolean} isLive
   * @param {number | null} age seconds
   */
  #drawMark(report, here, isLive, age) {
    cancelAnimationFrame(this.#frame);
    const now = isLive ? positionNow(report, this.connection.elapsed) : null;
    if (!here) { this.mapView.hide(); }
    else if (this.#drawnReport !== report) {
      const { horizontalAccuracy, course } = report.fix || {};
      const label = text('card.position', { coordinates: this.#positionText(here, 'decimal') });
      this.mapView.show(now || here, now ? now.radius : isNumber(horizontalAccuracy) ? horizontalAccuracy : null, isNumber(course) ? course : null,
        now ? label + '. ' + text('state.moves-on') : label);
      this.#isMovedOn = now !== null;
    }
    this.#drawnReport = report;
    this.#moveMark(isLive);
    this.mapView.annotate(isLive || !here ? '' : age === null ? text('card.last-known') : text('card.last-known-at', { age: formatAge(age) }));
  }

  /** Moves the mark to the position now, in each frame unless the reader wants no motion; back to the fix where there is none. */
  #moveMark(isLive = true) {
    const report = this.#drawnReport;
    if (!report || !this.#isMovedOn || this.isEnded) { return; }
    const now = isLive ? positionNow(report, this.connection.elapsed) : null;
    const here = State.positionOf(report);
    if (now) { this.mapView.moveMark(now, now.radius); }
    else if (here) { this.mapView.moveMark(here, report.fix?.horizontalAccuracy || null); }
    this.#isMovedOn = now !== null;
    if (now && !matchMedia('(prefers-reduced-motion: reduce)').matches) { this.#frame = requestAnimationFrame(() => this.#moveMark()); }
  }

  /** @param {Report} report @param {Position | null} here @param {string} state */
  #announce(report, here, state) {
    const { isConnected } = this.connection;
    const key = here ? here.latitude.toFixed(3) + ' ' + here.longitude.toFixed(3) : State.privacyZone(report);
    const next = { state, key, connected: isConnected, at: performance.now() / 1000 };
    if (!State.shouldAnnounce(this.#announced, next)) { return; }
    this.#announced = next;
    const [headline, sentence] = ['headline', 'sentence-whole'].map((id) => element(id).textContent || '');
    const said = here ? text('card.announcement-position', { headline, sentence, position: this.#positionText(here) })
      : text('card.announcement', { headline, sentence });
    setText('announcement', isConnected ? said : text('card.not-connected', { text: said }));
  }

  /** Shows the limits of a share. */
  drawShare() {
    const { share } = this.settings;
    if (!share) { return; }
    showText('share-description', shareDescription(share, Date.now()));
  }

  /**
   * Removes everything from the page after the end of the session or of the share. An alarm rings if that ends the watch
   * of an anchor.
   * @param {number | undefined} status of the response
   * @param {string} [reason] in place of the one for the status
   */
  end(status, reason = '') {
    if (this.isEnded) { return; }
    this.isEnded = true;
    this.connection.stop();
    if (this.history) { this.history.stop(); }
    const silence = this.places ? this.places.stop(this.isSigningOut) : null;
    this.places = null;
    this.mapView.remove();
    document.documentElement.dataset.state = 'starting';
    this.#showEnd(reason || State.endText(status, silence !== null, device !== null), silence);
  }

  /** @param {string} reason @param {(() => void) | null} silence ends the alarm; null without one */
  #showEnd(reason, silence) {
    document.title = silence ? text('state.title', { text: reason }) : 'WhereIsMy';
    const heading = make('h1', { textContent: reason, tabIndex: -1 });
    const end = make('div', { className: 'ended' }, heading);
    // A focus in the page goes on to what replaces it.
    const hadFocus = element('page').contains(document.activeElement);
    element('page').replaceChildren(end);
    if (hadFocus) { heading.focus(); }
    setText('announcement', reason);
    if (!silence) { return; }
    const button = make('button', { type: 'button', textContent: text('card.silence'), id: 'end-acknowledge' });
    button.addEventListener('click', () => {
      silence();
      heading.focus();
      button.remove();
    });
    end.append(make('p', { textContent: text('state.sign-in-again') }), make('p', {}, button));
  }
}
