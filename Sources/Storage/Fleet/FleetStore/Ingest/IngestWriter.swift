import Basics
import FleetProtocol
import HistoryEncoding
import Linux
import Location
import PostgreSQL

/// Writes items into the tables, within a transaction of the caller.
struct IngestWriter {
    private let connection: PostgresConnection
    private let uploads: [DeviceUpload]

    init(_ connection: PostgresConnection, _ uploads: [DeviceUpload]) {
        self.connection = connection
        self.uploads = uploads
    }

    /// Creates the table that COPY fills: PostgreSQL does not copy into a table with row-level security, nor past
    /// duplicates.
    static func prepare(_ connection: PostgresConnection) throws(PostgresError) {
        try connection.execute(
            """
            CREATE TEMPORARY TABLE incoming(
                device integer, time bigint, latitude integer, longitude integer, state smallint, altitude integer,
                ellipsoidal_altitude integer, horizontal_accuracy integer, vertical_accuracy integer, speed integer,
                speed_accuracy integer, course integer, course_accuracy integer, climb integer, satellites smallint)
            ON COMMIT DELETE ROWS
            """)
    }

    /// Writes all items; of two points with the same device and time, the first stored stays.
    ///
    /// - Returns: The items that are too many for their hours.
    /// - Throws: ``PostgresError``, also if a device was removed.
    func write(_ items: IngestItems) throws(PostgresError) -> [RefusedUploadItem] {
        var refusals: [RefusedUploadItem] = []
        if !items.points.isEmpty {
            let late = LateHours(items.points, uploads)
            var (rest, rewritten) = (late.rest, 0)
            for (hour, items) in late.hours {
                if rewritten < LateHours.maxRewritten, let change = try merge(items, into: hour, &refusals) {
                    rewritten += change.read
                } else {
                    rest += items
                }
            }
            if rewritten >= LateHours.maxRewritten { HeapMemory.trim() }
            if rest.count > late.rest.count { rest.sort(by: IngestItems.precedes) }
            if !rest.isEmpty { try writePoints(rest) }
            try updateLast(items.points)
        }
        if !items.events.isEmpty { try writeEvents(items.events) }
        return refusals
    }

    /// Merges items into an hour; returns nil if another transaction writes it, for which other uploads do not wait.
    private func merge(
        _ items: ArraySlice<IngestItem>, into hour: StoredHour, _ refusals: inout [RefusedUploadItem]
    ) throws(PostgresError) -> SegmentStore.Change? {
        let segments = SegmentStore(connection: connection)
        guard try segments.tryLock(hour) else { return nil }
        // A damaged segment is reported by those who read it.
        let change = try segments.merge(points(items), into: hour)
        let refused = Set(change.refused.map(\.milliseconds))
        let reason = "more than \(SegmentStore.maxPointCount) fixes in an hour of a device"
        refusals += items.filter { refused.contains($0.time) }.map {
            (upload: Int($0.upload), refusal: UploadResult.RefusedItem(index: Int($0.index), reason: reason))
        }
        return change
    }

    /// The points of items, without a copy if they are a whole upload, as a segment of an hour is.
    private func points(_ items: ArraySlice<IngestItem>) -> [TrackPoint] {
        if let first = items.first, items.allSatisfy({ $0.upload == first.upload }),
            uploads[Int(first.upload)].content.points.count == items.count
        {
            return uploads[Int(first.upload)].content.points
        }
        return items.map(point)
    }

    private func point(_ item: IngestItem) -> TrackPoint { uploads[Int(item.upload)].content.points[Int(item.index)] }

    private static let names = "device, time, " + FleetDevice.pointColumns.joined(separator: ", ")

    private func writePoints(_ items: [IngestItem]) throws(PostgresError) {
        var data = PostgresCopyData(capacity: items.count * 110)
        var steps = PointSteps()
        for item in items {
            steps.set(point(item))
            data.append(steps, of: item)
        }
        try connection.copy("COPY pg_temp.incoming FROM STDIN (FORMAT binary)", data)
        try connection.query(
            """
            INSERT INTO whereismy.recent(\(Self.names)) SELECT \(Self.names) FROM pg_temp.incoming
            ON CONFLICT DO NOTHING
            """)
    }

    /// A newer point replaces the last one, a newer claim the claim; a suspect time stays until a newer point comes.
    ///
    /// The rows are locked in the order of the devices, so that two collectors do not wait for each other.
    private static let update: String = {
        let isNewer = "i.time > coalesce(l.time, -1)"
        let columns = (["time"] + FleetDevice.pointColumns).map {
            "\($0) = CASE WHEN \(isNewer) THEN i.\($0) ELSE l.\($0) END"
        }
        let claim = FleetDevice.claimColumns.map {
            "\($0) = CASE WHEN i.claim_time > coalesce(l.claim_time, -1) THEN i.\($0) ELSE l.\($0) END"
        }
        let names = FleetDevice.claimColumns + FleetDevice.pointColumns
        let lists = names.indices.map { "$\($0 + 5)::bigint[]" }.joined(separator: ", ")
        return """
            WITH locked AS MATERIALIZED (
                SELECT device FROM whereismy.last WHERE device = ANY($1::int[]) ORDER BY device FOR NO KEY UPDATE)
            UPDATE whereismy.last l SET \((columns + claim).joined(separator: ", ")),
                received = greatest(l.received, i.received),
                suspect_time = coalesce(i.suspect, CASE WHEN \(isNewer) THEN NULL ELSE l.suspect_time END),
                version = pg_current_xact_id()
            FROM locked, unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], \(lists))
                AS i(device, time, received, suspect, \(names.joined(separator: ", ")))
            WHERE l.device = locked.device AND i.device = l.device
            """
    }()

    private func updateLast(_ items: [IngestItem]) throws(PostgresError) {
        let newest = NewestPoint.all(items, isTrusted: { point($0).isTrusted }) { uploads[Int($0)].received }
        var columns = [[Int64?]](repeating: [], count: PointSteps.columnCount - 1)
        var steps = PointSteps()
        for one in newest {
            if let item = one.item { steps.set(point(item)) }
            for column in columns.indices { columns[column].append(one.item == nil ? nil : steps[column + 1]) }
        }
        let claims = newest.map { one in one.claim.map { QuantisedPoint(point($0)).columns } }
        let rows = try connection.query(
            Self.update,
            [
                .integers(newest.map { Int64($0.device) }), .integers(newest.map { $0.item?.time }),
                .integers(newest.map { $0.received.milliseconds }), .integers(newest.map(\.suspectTime)),
                .integers(newest.map { $0.claim?.time }), .integers(claims.map { $0?[0] }),
                .integers(claims.map { $0?[1] }),
            ] + columns.map(PostgresValue.integers))
        // Points of a device that was removed would have no owner.
        guard rows.affectedCount == newest.count else { throw .missingDevice }
    }

    /// An event with the device, time, place and kind of an existing one is a duplicate.
    private func writeEvents(_ items: [IngestItem]) throws(PostgresError) {
        let uploads = items.map { self.uploads[Int($0.upload)] }
        let events = zip(items, uploads).map { $1.content.events[Int($0.index) - $1.content.points.count] }
        try connection.query(
            """
            INSERT INTO whereismy.event(device, kind, place, time, since, received, latitude, longitude,
                horizontal_accuracy, distance, author)
            SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[],
                $7::float8[], $8::float8[], $9::float8[], $10::float8[], $11::text[]) ON CONFLICT DO NOTHING
            """,
            [
                .integers(items.map { Int64($0.device) }), .texts(events.map(\.kind.rawValue)),
                .texts(events.map(\.place)), .integers(items.map(\.time)),
                .integers(events.map(\.since.milliseconds)), .integers(uploads.map(\.received.milliseconds)),
                .reals(events.map { $0.coordinate?.latitude }), .reals(events.map { $0.coordinate?.longitude }),
                .reals(events.map(\.horizontalAccuracy)), .reals(events.map(\.distance)), .texts(events.map(\.by)),
            ])
    }
}

extension PostgresCopyData {
    /// Appends the row of a point: device, time, then the columns of `QuantisedPoint`.
    fileprivate mutating func append(_ steps: PointSteps, of item: IngestItem) {
        beginRow(columns: PointSteps.columnCount + 1)
        append(int32: item.device)
        append(int64: item.time)
        for column in 1..<PointSteps.columnCount {
            let value = steps[column]
            if column == Self.stateColumn || column == PointSteps.columnCount - 1 {
                append(int16: value.map { Int16(clamping: $0) })
            } else {
                append(int32: value.map { Int32(clamping: $0) })
            }
        }
    }

    private static let stateColumn = 3
}
