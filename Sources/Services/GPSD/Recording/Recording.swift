public import Basics
public import Linux
public import Location

/// A recording of gpsd's JSON, such as `gpspipe -w` makes, read by the same code as a connection.
///
/// Its own times are the clock, so that what depends on time comes out as it did then. Lines that are not JSON, such
/// as NMEA, are passed over.
public final class Recording: Sendable {
    private static let maxRead = 65_536

    private let path: String

    /// Names a recording; it is opened by ``run(deliver:)``.
    public init(path: String) {
        self.path = path
    }

    /// Delivers all the events of the recording, each at its own time, and with nothing at the moments asked for.
    ///
    /// - Throws: ``SystemError`` with the path where the file cannot be read.
    public func run(deliver: (_ events: [ReceiverEvent], _ now: Moment) -> Duration?) throws(SystemError) {
        let file = try FileDescriptor.open(path)
        var player = RecordingPlayer()
        var portion = try read(file)
        while !portion.isEmpty {
            for line in portion.split(afterEach: 0x0A) { player.play(line, deliver: deliver) }
            portion = try read(file)
        }
        player.finish(deliver: deliver)
    }

    private func read(_ file: borrowing FileDescriptor) throws(SystemError) -> [UInt8] {
        do { return try file.read(upTo: Self.maxRead) } catch { throw SystemError("read", path, code: error.code) }
    }

    /// Does nothing: a recording ends by itself.
    public func stop() {}
}

extension [UInt8] {
    /// The pieces that end with a byte, and what is left behind the last one.
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
