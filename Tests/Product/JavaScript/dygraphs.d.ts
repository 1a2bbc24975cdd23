// The part of dygraphs 2.2 that the live page uses. dygraphs is a script that sets window.Dygraph when the charts are opened.

interface Window {
  Dygraph: typeof Dygraph;
}

declare class Dygraph {
  constructor(element: HTMLElement, rows: [Date | number, [number, number, number] | null][], options: Dygraph.Options);
  static PLUGINS: object[];
  static Plugins: { Legend: object };
  setSelection(row: number): boolean;
  clearSelection(): void;
  /** The pixels from the left of the chart's element; milliseconds for an axis of dates. */
  toDomXCoord(value: number): number;
  destroy(): void;
}

declare namespace Dygraph {
  interface Axis {
    axisLabelWidth?: number;
    axisLabelFormatter?: (value: Date | number) => string;
  }

  interface Options {
    labels: string[];
    /** Each value has a low end, itself, and a high end. */
    customBars: boolean;
    colors: string[];
    fillAlpha: number;
    strokeWidth: number;
    includeZero: boolean;
    highlightCircleSize: number;
    axisLineColor: string;
    gridLineColor: string;
    gridLineWidth: number;
    axisLabelFontSize: number;
    interactionModel: object;
    /** Draws behind the lines. */
    underlayCallback: (context: CanvasRenderingContext2D, area: { x: number; y: number; w: number; h: number }, chart: Dygraph) => void;
    highlightCallback: (event: MouseEvent, x: number, points: object[], row: number) => void;
    axes: { x: Axis; y: Axis };
  }
}
