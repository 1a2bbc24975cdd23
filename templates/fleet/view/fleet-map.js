import { clusters } from '../model/clusters.js';
import { tooltipText } from '../model/device-text.js';
import { boxAround, nearestX, positionOfPoint, unitPoint } from '../model/mercator.js';
import { nearestCopy } from '../../live/model/geodesy.js';
import { isNumber } from '../../live/model/values.js';
import { element, make } from '../../live/view/dom.js';
import { deviceMark, groupMark } from './marks.js';

/**
 * @typedef {import('../model/device.js').Device} Device
 * @typedef {import('../model/clusters.js').Cluster} Cluster
 */

/** @typedef {{ marker: L.Marker, html: HTMLElement, look: string, cluster: Cluster }} DrawnMark */

const { L } = window;

// The area outside the view that is drawn too, in parts of the view: markers enter it while the map is moved.
const margin = 0.25;

// Up to that many single devices in view are drawn with their names.
const maxNames = 30;

// The zoom level from which a group cannot be divided by a closer view, and the one at which a chosen device is shown.
const maxZoom = 18;
const deviceZoom = 14;
// That one where only outlines are drawn, which are too coarse for a closer view.
const outlineZoom = 10;

/** The devices on the map: only those in view, grouped where they would overlap. */
export class FleetMap {
  /** @type {Map<string, DrawnMark>} */
  #marks = new Map();
  /** @type {L.Circle | null} */
  #accuracy = null;

  /** @type {(device: Device) => number} */
  #colour = () => 0;
  /** Where a window is wide enough for the names of the devices. */
  #wide = window.matchMedia('(min-width: 48rem)');

  /**
   * @param {import('../../live/view/map-view.js').MapView} mapView
   * @param {(device: Device) => void} chosen
   * @param {() => void} undivided is called for a group that no closer view divides
   */
  constructor(mapView, chosen, undivided) {
    this.mapView = mapView;
    this.map = mapView.map;
    this.chosen = chosen;
    this.undivided = undivided;
    // The list has the same for a keyboard and a screen reader.
    this.map.createPane('devices').setAttribute('aria-hidden', 'true');
  }

  /** What the map shows, on a map of side 1. */
  get box() { return FleetMap.#boxOf(this.map.getBounds()); }

  /** @param {L.LatLngBounds} bounds */
  static #boxOf(bounds) {
    const northWest = unitPoint({ latitude: bounds.getNorth(), longitude: bounds.getWest() });
    const southEast = unitPoint({ latitude: bounds.getSouth(), longitude: bounds.getEast() });
    return { west: northWest.x, east: southEast.x, north: northWest.y, south: southEast.y };
  }

  /**
   * Draws the devices in view.
   * @param {Device[]} devices
   * @param {Device | null} selected is drawn alone, with its name and accuracy
   * @param {number} now milliseconds by the server's clock
   * @param {(device: Device) => number} colour of the team of a device
   */
  draw(devices, selected, now, colour) {
    this.#colour = colour;
    const isNameless = !this.#wide.matches;
    const view = { ...FleetMap.#boxOf(this.map.getBounds().pad(margin)), zoom: this.map.getZoom(), isNameless };
    const found = clusters(selected ? devices.filter((device) => device !== selected) : devices, view);
    const isNaming = !isNameless && found.filter((cluster) => cluster.devices.length === 1).length <= maxNames;
    if (selected && selected.point) {
      found.push({ key: selected.name, x: nearestX(selected.point.x, (view.west + view.east) / 2), y: selected.point.y, devices: [selected] });
    }
    const keys = new Set(found.map((cluster) => cluster.key));
    for (const [key, { marker }] of this.#marks) {
      if (keys.has(key)) { continue; }
      marker.remove();
      this.#marks.delete(key);
    }
    for (const cluster of found) { this.#drawCluster(cluster, selected, isNaming, now); }
    this.#drawAccuracy(selected);
  }

  /** @param {Cluster} cluster @param {Device | null} selected @param {boolean} isNaming @param {number} now */
  #drawCluster(cluster, selected, isNaming, now) {
    const [device, ...others] = cluster.devices;
    const { latitude, longitude } = positionOfPoint(cluster);
    const drawn = this.#marks.get(cluster.key) || this.#make(cluster, [latitude, longitude]);
    drawn.cluster = cluster;
    drawn.marker.setLatLng([latitude, longitude]);
    const isSelected = device === selected;
    const group = others.length > 0 ? groupMark(cluster.devices) : null;
    const mark = group || deviceMark(device, this.#colour(device), isNaming || isSelected);
    const look = mark.look + ' ' + isSelected;
    if (look !== drawn.look) {
      drawn.look = look;
      drawn.html.className = (group ? 'group-mark' : 'device-mark') + (isSelected ? ' selected' : '');
      drawn.html.style.width = drawn.html.style.height = group ? group.side + 'px' : '';
      drawn.html.replaceChildren(...mark.draw());
    }
    drawn.html.title = group ? group.text : tooltipText(device, now);
  }

  /** @param {Cluster} cluster @param {[number, number]} position @returns {DrawnMark} */
  #make(cluster, position) {
    const html = make('div');
    const icon = L.divIcon({ className: 'device', iconSize: [0, 0], html });
    const marker = L.marker(position, { icon, keyboard: false, pane: 'devices' }).addTo(this.map);
    const drawn = { marker, html, look: '', cluster };
    marker.on('click', () => this.#choose(drawn.cluster));
    this.#marks.set(cluster.key, drawn);
    return drawn;
  }

  /** @param {Cluster} cluster */
  #choose({ devices }) {
    if (devices.length === 1) {
      this.chosen(devices[0]);
    } else if (this.map.getZoom() >= maxZoom || !this.fit(devices)) { this.undivided(); }
  }

  /**
   * Moves the map to devices. Returns false if that shows them no closer.
   * @param {Device[]} devices
   */
  fit(devices) {
    const box = boxAround(devices.flatMap(({ point }) => (point ? [point] : [])));
    if (!box) { return false; }
    const { lng } = this.map.getCenter();
    const turn = Math.round(lng / 360 + 0.5 - (box.west + box.east) / 2);
    const corner = (/** @type {number} */ x, /** @type {number} */ y) => {
      const { latitude, longitude } = positionOfPoint({ x: x + turn, y });
      return /** @type {[number, number]} */ ([latitude, longitude]);
    };
    const before = this.map.getZoom();
    this.mapView.fit(L.latLngBounds([corner(box.west, box.south), corner(box.east, box.north)]));
    return this.map.getZoom() > before;
  }

  /**
   * Moves the map to a device that the reader has chosen in the list.
   * @param {Device} device
   */
  show({ position }) {
    if (!position) { return; }
    const location = L.latLng(position.latitude, nearestCopy(position.longitude, this.map.getCenter().lng));
    const zoom = element('chart').classList.contains('plain') ? outlineZoom : deviceZoom;
    // Again in the part of the map that the sheet leaves once it has grown.
    this.mapView.fit(location.toBounds(1), { maxZoom: Math.max(this.map.getZoom(), zoom) });
  }

  /** @param {Device | null} device */
  #drawAccuracy(device) {
    const radius = device && device.position ? device.fix.horizontalAccuracy : null;
    if (!device || !device.point || !isNumber(radius) || radius <= 0) {
      if (this.#accuracy) { this.#accuracy.remove(); }
      this.#accuracy = null;
      return;
    }
    const centre = (this.map.getCenter().lng + 180) / 360;
    const { latitude, longitude } = positionOfPoint({ ...device.point, x: nearestX(device.point.x, centre) });
    if (!this.#accuracy) {
      this.#accuracy = L.circle([latitude, longitude], { radius, className: 'accuracy', interactive: false }).addTo(this.map);
    }
    this.#accuracy.setLatLng([latitude, longitude]).setRadius(radius);
    this.#accuracy.getElement()?.setAttribute('class', 'accuracy ' + device.state);
  }

  /** Removes everything from the map. */
  stop() {
    for (const { marker } of this.#marks.values()) { marker.remove(); }
    this.#marks.clear();
    this.#drawAccuracy(null);
  }
}
