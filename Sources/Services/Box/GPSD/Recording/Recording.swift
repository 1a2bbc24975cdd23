public import Basics
public import Linux
public import Location

/// A recording of gpsd's JSON, for example from `gpspipe -w`, read by the same code as a connection.
///
/// The recording's times are the clock, so that everything that depends on time is reproduced. Lines that are not JSON,
/// such as NMEA, are skipped.
public final class Recording: Sendable {
    private static let maxRead = 65_536

    private let path: String

    /// Creates a recording; ``run(deliver:)`` opens the file.
    public init(path: String) {
        self.path = path
    }

    /// Delivers all events of the recording, each at its own time, and none at the requested moments.
    ///
    /// - Throws: ``SystemError`` with the path if the file cannot be read.
    public func run(deliver: (_ events: [ReceiverEvent], _ now: Moment) -> Duration?) throws(SystemError) {
        let file = try FileDescriptor.open(path)
        var player = RecordingPlayer()
        var chunk = try read(file)
        while !chunk.isEmpty {
            for line in chunk.split(afterEach: 0x0A) { player.play(line, deliver: deliver) }
            chunk = try read(file)
        }
        player.finish(deliver: deliver)
    }

    private func read(_ file: borrowing FileDescriptor) throws(SystemError) -> [UInt8] {
        do { return try file.read(upTo: Self.maxRead) } catch { throw SystemError("read", path, code: error.code) }
    }

    /// Does nothing: a recording ends on its own.
    public func stop() {}
}

extension [UInt8] {
    /// Returns the pieces that end with a byte, and the rest behind the last one.
    fileprivate func split(afterEach end: UInt8) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var start = startIndex
        while let index = self[start...].firstIndex(of: end) {
            pieces.append(Array(self[start...index]))
            start = index + 1
        }
        return start < endIndex ? pieces + [Array(self[start...])] : pieces
    }
}

/// A recording of gpsd's JSON that arrives in pieces, for example from a pipe, read by the same code as a connection.
///
/// Its own times are the clock, as with ``Recording``.
public struct RecordingFeed: ~Copyable {
    private var player = RecordingPlayer()

    /// Creates an empty feed.
    public init() {}

    /// Reads a line with its end, or a part of one.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes.
    ///   - number: The number of the line, from 1; nil if lines have no numbers.
    ///   - handler: Receives each completed event, the sky of an epoch before its fix.
    public mutating func read(_ bytes: [UInt8], line number: Int? = nil, handler: (ReceiverEvent) -> Void) {
        player.lineNumber = number
        player.play(bytes) { events, _ in
            events.forEach(handler)
            return nil
        }
    }

    /// Completes the epochs read so far, as a connection does when no further line follows.
    ///
    /// - Parameter handler: Receives the events that were waiting for more of their epoch.
    public mutating func flush(handler: (ReceiverEvent) -> Void) {
        player.flush { events, _ in
            events.forEach(handler)
            return nil
        }
    }

    /// Removes and returns the origins of the fixes since the last call, in their order; none of lines without a number.
    public mutating func takeOrigins() -> [ReportOrigin] { player.takeOrigins() }

    /// Ends the recording; the handler receives the events that were waiting for more of their epoch.
    public mutating func finish(handler: (ReceiverEvent) -> Void) {
        player.finish { events, _ in
            events.forEach(handler)
            return nil
        }
    }
}
