/// The relevant keys of Google's location histories.
enum GoogleKey: String, CaseIterable, Sendable {
    // Records.json
    case locations, latitudeE7, longitudeE7, timestamp, timestampMs, accuracy, altitude, verticalAccuracy, velocity
    case heading, deviceTag
    // Semantic Location History
    case timelineObjects, activitySegment, placeVisit, duration, startTimestamp, startTimestampMs, endTimestamp
    case endTimestampMs, startLocation, endLocation, location, simplifiedRawPath, points, latE7, lngE7, accuracyMeters
    case childVisits, waypointPath, waypoints
    // Timeline Edits.json
    case timelineEdits, rawSignal, signal, accuracyMm
    // The phone's Timeline.json
    case semanticSegments, rawSignals, position, altitudeMeters, speedMetersPerSecond, startTime, endTime, timelinePath
    case point, time, durationMinutesOffsetFromStartTime, visit, activity, topCandidate, placeLocation, latLng, start
    case end, hierarchyLevel
    case rawLatLng = "LatLng"
}

/// The meaning of an open object or array in one of Google's location histories.
enum GoogleContainer {
    case root, locations, record
    case timelineObjects, timelineObject, activitySegment, placeVisit, duration, rawPath, rawPoints
    case segments, segment, path, pathPoint, visit, activity, candidate
    case signals, signal
    case startPlace, endPlace, visitedPlace
    case childVisits, childVisit, waypointPath, waypoints, waypoint
    case edits, edit
    /// The position of a record, in an object of its own.
    case recordPoint
    case other

    /// The meaning of an object by what contains it, nil for the root, and by its key, nil in an array or if
    /// irrelevant.
    init(objectIn parent: GoogleContainer?, key: GoogleKey?) {
        switch (parent, key) {
        case (nil, _): self = .root
        case (.locations, _), (.rawPoints, _), (.signal, .position): self = .record
        case (.timelineObjects, _): self = .timelineObject
        case (.timelineObject, .activitySegment): self = .activitySegment
        case (.timelineObject, .placeVisit): self = .placeVisit
        case (.activitySegment, .duration), (.placeVisit, .duration): self = .duration
        case (.activitySegment, .simplifiedRawPath), (.placeVisit, .simplifiedRawPath): self = .rawPath
        case (.activitySegment, .startLocation), (.activity, .start): self = .startPlace
        case (.activitySegment, .endLocation), (.activity, .end): self = .endPlace
        case (.placeVisit, .location), (.candidate, .placeLocation): self = .visitedPlace
        case (.segments, _): self = .segment
        case (.segment, .visit): self = .visit
        case (.segment, .activity): self = .activity
        case (.visit, .topCandidate): self = .candidate
        case (.path, _): self = .pathPoint
        case (.childVisits, _): self = .childVisit
        case (.activitySegment, .waypointPath): self = .waypointPath
        case (.waypoints, _): self = .waypoint
        case (.edits, _), (.edit, .rawSignal): self = .edit
        case (.edit, .signal): self = .signal
        case (.record, .point): self = .recordPoint
        case (.signals, _): self = .signal
        default: self = .other
        }
    }

    /// The meaning of an array; that of the root holds the segments of an iPhone's timeline.
    init(arrayIn parent: GoogleContainer?, key: GoogleKey?) {
        switch (parent, key) {
        case (nil, _), (.root, .semanticSegments): self = .segments
        case (.root, .locations): self = .locations
        case (.root, .timelineObjects): self = .timelineObjects
        case (.root, .rawSignals): self = .signals
        case (.rawPath, .points): self = .rawPoints
        case (.placeVisit, .childVisits): self = .childVisits
        case (.waypointPath, .waypoints): self = .waypoints
        case (.root, .timelineEdits): self = .edits
        case (.segment, .timelinePath): self = .path
        default: self = .other
        }
    }
}
