public import Location

extension SQLiteHistory {
    /// Adds points as they come.
    ///
    /// - Throws: ``HistoryError``.
    public func append(_ points: [TrackPoint]) throws -> Int {
        try writing { try append(points) { try addRows($0, to: $1) } }
    }

    /// Adds many points at once.
    ///
    /// - Throws: ``HistoryError``.
    public func load(_ points: [TrackPoint]) throws -> Int {
        try writing {
            try append(points) { points, hour in
                // An hour that has rows is still to be sealed, with these among them.
                try hasRows(hour) ? addRows(points, to: hour) : addSealed(points, to: hour)
            }
        }
    }

    private func append(
        _ points: [TrackPoint], _ add: ([TrackPoint], DeviceHour) throws -> Int
    ) throws -> Int {
        var added = 0
        for group in HourGroups(points).groups {
            let device = try devices.makeNumber(group.device)
            added += try add(group.points, DeviceHour(hour: group.hour, device: device))
        }
        return added
    }

    private func addRows(_ points: [TrackPoint], to hour: DeviceHour) throws -> Int {
        let sealed = try sealedTimes(of: hour)
        var added = 0
        for point in points where !sealed.contains(point.timestamp) {
            if try recent.insert(point, device: hour.device) { added += 1 }
        }
        return added
    }

    private func addSealed(_ points: [TrackPoint], to hour: DeviceHour) throws -> Int {
        try reseal(hour, with: points)
    }

    private func hasRows(_ hour: DeviceHour) throws -> Bool {
        try recent.rows(hour.hour.span, device: hour.device).next() != nil
    }

    /// The times that an hour of a device has in segments.
    ///
    /// Of a damaged one only the first and the last are known.
    private func sealedTimes(of hour: DeviceHour) throws -> Set<Timestamp> {
        var times: Set<Timestamp> = []
        for head in try segments.heads(of: hour) { times.formUnion(try segments.times(of: head)) }
        return times
    }
}
