/// The targets by the names of their folders in the corpus.
enum FuzzTargets {
    private static let makers: [String: @Sendable () throws -> any FuzzTarget] = [
        "archive": { ArchiveTarget() }, "broker": { BrokerTarget() }, "client": { ClientTarget() },
        "consumer": { ConsumerTarget() }, "fleet": { FleetTarget() },
        "gpsd": { GPSDTarget() }, "history": { try HistoryTarget() }, "http": { try HTTPTarget() },
        "json": { JSONTarget() }, "land": { try LandTarget() }, "mbtiles": { try MBTilesTarget() },
        "pmtiles": { try PMTilesTarget() }, "segment": { SegmentTarget() }, "tracks": { TracksTarget() },
    ]

    /// The names, in order.
    static var names: [String] { makers.keys.sorted() }

    /// Creates the target of this name.
    static func make(_ name: String) -> any FuzzTarget {
        guard let maker = makers[name] else {
            fatalError("unknown target '\(name)'; fix: one of \(names.joined(separator: ", "))")
        }
        do { return try maker() } catch { fatalError("\(error)") }
    }
}

/// Reads hostile input.
protocol FuzzTarget {
    /// Reads an input; a trap is a finding, as is ``violated(_:)``, and errors are not.
    func run(_ input: [UInt8])
}

/// Reports an input that violates an expectation: libFuzzer saves it when the process aborts.
func violated(_ expectation: String) -> Never {
    fatalError("violated: \(expectation)")
}

extension [UInt8] {
    /// Returns the bytes in pieces as a socket or a file may deliver them; their size depends on the number of bytes, so
    /// that an input is a file without anything around it.
    func pieces(times factor: Int = 1) -> [[UInt8]] {
        let size = (1 + count % 97) * factor
        return stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
