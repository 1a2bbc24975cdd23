// The part of Leaflet 1.7 that the live page uses. Leaflet is a script that sets window.L.

interface Window {
  L: typeof L;
}

declare namespace L {
  type LatLngExpression = LatLng | [number, number];
  type LatLngBoundsExpression = LatLngBounds | [number, number][];
  type PointExpression = Point | [number, number];

  class LatLng {
    lat: number;
    lng: number;
    toBounds(size: number): LatLngBounds;
  }

  class LatLngBounds {
    getSouth(): number;
    getWest(): number;
    getNorth(): number;
    getEast(): number;
    getCenter(): LatLng;
    pad(ratio: number): LatLngBounds;
    contains(other: LatLngBounds): boolean;
    intersects(other: LatLngBounds): boolean;
    extend(point: LatLngExpression): this;
    isValid(): boolean;
  }

  class Point {
    x: number;
    y: number;
    divideBy(divisor: number): Point;
    distanceTo(other: Point): number;
    subtract(other: Point): Point;
  }

  class Bounds {
    contains(other: Bounds): boolean;
  }

  interface LeafletEvent {
    originalEvent: KeyboardEvent;
    /** Of an event of the mouse, and of a long press. */
    latlng: LatLng;
  }

  class Layer {
    on(types: string, handler: (event: LeafletEvent) => void): this;
    addTo(map: Map | LayerGroup): this;
    remove(): this;
  }

  class LayerGroup extends Layer {
    clearLayers(): this;
  }

  interface MapOptions {
    zoomControl?: boolean;
    attributionControl?: boolean;
    minZoom?: number;
    maxZoom?: number;
    scrollWheelZoom?: boolean | 'center';
    touchZoom?: boolean | 'center';
  }

  class Map {
    options: MapOptions;
    on(types: string, handler: (event: LeafletEvent) => void): this;
    off(types: string, handler: (event: LeafletEvent) => void): this;
    hasLayer(layer: Layer): boolean;
    setView(center: LatLngExpression, zoom: number, options?: { animate?: boolean }): this;
    setZoom(zoom: number, options?: object): this;
    setZoomAround(point: LatLngExpression, zoom: number, options?: object): this;
    zoomIn(): this;
    zoomOut(): this;
    getMinZoom(): number;
    getMaxZoom(): number;
    panBy(offset: PointExpression, options?: { animate?: boolean; noMoveStart?: boolean }): this;
    panTo(center: LatLngExpression, options?: { animate?: boolean; noMoveStart?: boolean }): this;
    fitBounds(bounds: LatLngBounds, options?: { paddingTopLeft?: PointExpression; paddingBottomRight?: PointExpression; maxZoom?: number; animate?: boolean }): this;
    createPane(name: string): HTMLElement;
    getCenter(): LatLng;
    getBounds(): LatLngBounds;
    getZoom(): number;
    getSize(): Point;
    invalidateSize(): this;
    latLngToContainerPoint(point: LatLngExpression): Point;
    containerPointToLatLng(point: Point): LatLng;
    latLngToLayerPoint(point: LatLngExpression): Point;
    layerPointToLatLng(point: PointExpression): LatLng;
    containerPointToLayerPoint(point: PointExpression): Point;
    remove(): this;
  }

  interface PathOptions {
    renderer?: Layer;
    pane?: string;
    color?: string;
    weight?: number;
    className?: string;
    interactive?: boolean;
    smoothFactor?: number;
    radius?: number;
  }

  class Path extends Layer {
    options: PathOptions;
    getElement(): Element | undefined;
    redraw(): this;
    bindTooltip(content: HTMLElement, options?: TooltipOptions): this;
  }

  class Polyline extends Path {
    setLatLngs(lines: [number, number][][]): this;
    getBounds(): LatLngBounds;
  }

  class CircleMarker extends Path {
    setLatLng(point: LatLngExpression): this;
    setRadius(radius: number): this;
  }

  class Circle extends CircleMarker {
    getBounds(): LatLngBounds;
  }

  class Icon {}

  interface TooltipOptions {
    permanent?: boolean;
    direction?: string;
    offset?: PointExpression;
    opacity?: number;
    className?: string;
  }

  class Tooltip extends Layer {
    getContent(): HTMLElement;
  }

  class Marker extends Layer {
    setLatLng(point: LatLngExpression): this;
    getElement(): HTMLElement | undefined;
    bindTooltip(content: HTMLElement, options?: TooltipOptions): this;
    unbindTooltip(): this;
    getTooltip(): Tooltip | undefined;
  }

  interface MarkerOptions {
    icon?: Icon;
    keyboard?: boolean;
    interactive?: boolean;
    pane?: string;
    zIndexOffset?: number;
  }

  interface TileLayerOptions {
    className?: string;
    attribution?: string;
    minZoom?: number;
    maxZoom?: number;
    maxNativeZoom?: number;
    keepBuffer?: number;
    zIndex?: number;
    bounds?: LatLngBounds;
  }

  class GridLayer extends Layer {
    /** Members of Leaflet's classes are untyped in a class that extends them. */
    static extend(members: object & ThisType<any>): new (options?: object) => GridLayer;
    getContainer(): HTMLElement | null;
    redraw(): this;
  }

  class TileLayer extends GridLayer {
    options: TileLayerOptions;
  }

  class Attribution extends Layer {
    override addTo(map: Map): this;
    getContainer(): HTMLElement;
    addAttribution(html: string): this;
    removeAttribution(html: string): this;
  }

  class SVG extends Layer {
    static extend(members: object & ThisType<any>): new (options?: object) => Layer;
    _update(): void;
  }

  /** The address of a tile. */
  interface Coords {
    x: number;
    y: number;
    z: number;
  }

  namespace Util {
    function template(text: string, values: object): string;
  }

  function map(element: HTMLElement, options?: MapOptions): Map;
  function latLng(latitude: number, longitude: number): LatLng;
  function latLngBounds(southWest: [number, number], northEast: [number, number]): LatLngBounds;
  function latLngBounds(points: [number, number][]): LatLngBounds;
  function point(x: number, y: number): Point;
  function bounds(points: Point[]): Bounds;
  function layerGroup(layers?: Layer[], options?: { attribution?: string }): LayerGroup;
  function canvas(options?: { padding?: number }): Layer;
  function polyline(points: [number, number][], options?: PathOptions): Polyline;
  function polygon(rings: [number, number][][], options?: PathOptions): Polyline;
  function circle(center: LatLngExpression, options?: PathOptions): Circle;
  function circleMarker(center: LatLngExpression, options?: PathOptions): CircleMarker;
  function divIcon(options: { className?: string; iconSize?: PointExpression; html?: Element }): Icon;
  function marker(position: LatLngExpression, options?: MarkerOptions): Marker;
  function tileLayer(address: string, options?: TileLayerOptions): TileLayer;

  namespace control {
    function zoom(options?: { position?: string }): Layer;
    function attribution(options?: { prefix?: boolean }): Attribution;
  }
}
