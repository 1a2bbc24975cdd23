import { chevrons } from '../model/chevrons.js';

const { L } = window;

const pane = 'directions';

// The pixels from one chevron to the next, and their size.
const spacing = 88;
const size = 6;

/** The chevrons along a line, which show its direction. */
export class DirectionLayer {
  /** @type {import('../model/track.js').Point[][]} */
  #lines = [];

  /** @param {L.Map} map */
  constructor(map) {
    this.map = map;
    map.createPane(pane);
    this.layer = L.polyline([], { pane, className: 'direction', interactive: false, smoothFactor: 0 }).addTo(map);
    map.on('moveend', () => this.#draw());
  }

  /** @param {import('../model/track.js').Point[][]} lines none for a line without a direction */
  show(lines) {
    const isSame = lines.length === 0 && this.#lines.length === 0;
    this.#lines = lines;
    if (!isSame) { this.#draw(); }
  }

  #draw() {
    if (this.#lines.length === 0) { this.layer.setLatLngs([]); return; }
    const { map } = this;
    const lines = this.#lines.map((line) => line.map(([latitude, longitude]) => map.latLngToLayerPoint([latitude, longitude])));
    const [min, max] = [map.containerPointToLayerPoint([0, 0]), map.containerPointToLayerPoint(map.getSize())];
    this.layer.setLatLngs(chevrons(lines, { min, max }, spacing, size).map((points) => points.map(({ x, y }) => {
      const { lat, lng } = map.layerPointToLatLng([x, y]);
      return /** @type {[number, number]} */ ([lat, lng]);
    })));
  }
}
