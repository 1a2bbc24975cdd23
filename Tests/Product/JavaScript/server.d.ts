// The JSON of the server as far as the live page reads it; docs/openapi.yaml describes all of it.

interface Report {
  state: string;
  /** Seconds. */
  age?: number | null;
  received?: string;
  fix?: ReportFix;
  detail?: string;
  /** The position now; its other members follow from the fix. */
  now?: { bridged?: number };
  motion?: string;
  odometer?: number;
  satellites?: { used?: number; visible?: number; hdop?: number; pdop?: number };
  rejections?: { count: number; epochs: number; explanation: string };
  receiverFault?: { explanation?: string; cure?: string };
  /** Absent in shares. */
  integrity?: { level: string; since: string; reasons: { code: string; detail: string }[] };
  /** The receiver's own fix while it is contradicted. */
  claim?: ReportFix;
  place?: ReportPlace;
  near?: ReportPlace;
  inside?: string[];
  /** The anchor watch, as in v1/anchor. */
  anchor?: unknown;
  /** The privacy zone that a share names in place of the position. */
  zone?: string;
}

interface ReportFix {
  timestamp?: string;
  latitude?: number;
  longitude?: number;
  altitude?: number;
  horizontalAccuracy?: number;
  verticalAccuracy?: number;
  speed?: number;
  course?: number;
  device?: string;
  zone?: string;
}

interface ReportPlace {
  name: string;
  region?: string | null;
  country?: string | null;
  distance: number;
  bearing?: number | null;
}

/** The document of v1/map. */
interface Settings {
  tiles?: string | null;
  attribution?: string | null;
  attributionLink?: string | null;
  minZoom?: number;
  maxZoom?: number;
  /** West, south, east, north. */
  bounds?: number[];
  /** The address of the outlines of land, and the metres by which they may be off. */
  land?: string;
  landTolerance?: number;
  /** False for a server without names of towns. */
  towns?: boolean;
  staleAfter?: number;
  /** Of the tiles: `light` or `dark`. */
  appearance?: string;
  /** How far the clock of the machine is ahead of UTC now, in seconds. */
  utcOffset?: number;
  history?: boolean;
  session?: boolean;
  /** What a fleet lets this reader do with a device: `shares`. */
  features?: string[];
  share?: ShareSettings;
}

interface ShareSettings {
  label?: string | null;
  expires?: string;
  /** True for a share with the track before it was created; absent from servers before 0.2.0. */
  track?: boolean;
  precision?: number | null;
  delay?: number | null;
}

/** A satellite in the document of v1/status. */
interface Satellite {
  constellation: string;
  number: number;
  /** Degrees above the horizon. */
  elevation?: number;
  /** Degrees from true north. */
  azimuth?: number;
  /** dBHz. */
  signal?: number;
  used: boolean;
}

/** A share in the document of v1/shares. */
interface Share {
  id: string;
  /** The title that its readers see. */
  label?: string | null;
  /** What only its owner sees. */
  note?: string | null;
  expires: string;
  /** The start of the track before it was created. */
  since?: string | null;
  precision?: number | null;
  /** Seconds. */
  delay?: number | null;
  /** Of a fleet. */
  device?: string | null;
  team?: string | null;
}

/** The figures of one receiver in the document of v1/stats. */
interface DeviceStatistics extends TrackStatistics {
  device: string;
}

/** The figures of a track, of one receiver or of all. */
interface TrackStatistics {
  points: number;
  distance?: number | null;
  moving?: number | null;
  standing?: number | null;
  meanSpeed?: number | null;
  topSpeed?: number | null;
  ascent?: number | null;
}

/** The status of a device of a fleet. */
interface FleetStatus {
  version?: string;
  receiver?: string;
  satellites?: number;
  /** Bytes. */
  diskFree?: number;
  /** Fixes that the device has not delivered. */
  waiting?: number;
  oldestWaiting?: string;
  clock?: string;
  /** When two machines have reported by turns under the name. */
  nameConflict?: string;
}

/** A trip, stay or gap of v1/journeys; lengths in metres, speeds in metres per second. */
interface JourneyJSON extends NamedPosition {
  kind: string;
  from: string;
  to: string;
  confidence?: number;
  distance?: number;
  gapDistance?: number;
  topSpeed?: number;
  meanSpeed?: number;
  /** Seconds in motion. */
  moving?: number;
  start?: NamedPosition;
  end?: NamedPosition;
}

interface NamedPosition {
  latitude?: number;
  longitude?: number;
  /** The owner's place. */
  place?: string;
  /** The nearest place of the gazetteer. */
  near?: string;
  /** Metres to it, and its bearing in degrees from true north. */
  nearDistance?: number;
  nearBearing?: number;
}
