import Configuration
import History
import Linux

/// What of the machine a doctor looks at, beside what every subcommand has in its context.
public struct DoctorEnvironment: Sendable {
    /// What the kernel knows about a file.
    var status: @Sendable (_ path: String) throws(SystemError) -> FileStatus
    /// The room that is left where a path is.
    var space: @Sendable (_ path: String) throws(SystemError) -> DiskSpace
    /// Runs another program, and takes what it says.
    var run: @Sendable (_ program: String, _ arguments: [String]) throws(SystemError) -> ProgramOutput
    /// Listens to a gpsd for a few seconds: for one of its receivers, or with nil for each.
    var probeGPSD: @Sendable (_ address: GPSDAddress, _ device: String?) -> GPSDFacts
    /// Says something on a local socket, and takes what is answered soon.
    var exchangeLocally: @Sendable (_ path: String, _ request: [UInt8]) throws(SystemError) -> [UInt8]
    /// Says something over TCP, and takes what is answered.
    var exchange: @Sendable (_ host: String, _ port: UInt16, _ request: [UInt8]) throws(TCPError) -> [UInt8]
    /// Reads the history: each fix of it, or no more than its figures.
    var history: @Sendable (_ path: String, _ isThorough: Bool) -> HistoryFacts
    /// Reads the list of a gazetteer's sources.
    var gazetteer: @Sendable (_ path: String) -> GazetteerFacts
    /// Reads the file of the owner's places.
    var storedPlaces: @Sendable (_ path: String) -> OwnPlacesFacts.Stored
    /// The places that the configuration has, with the files that it names.
    var configuredPlaces: @Sendable (_ settings: Settings) -> ConfiguredPlaces
    /// Whether something keeps the clock right.
    var isClockSynchronised: @Sendable () -> Bool
    /// Tells somebody who waits what is being done; nothing more with an empty text.
    var progress: @Sendable (_ text: String) -> Void

    /// This machine.
    public static let system = DoctorEnvironment(
        status: { path throws(SystemError) in try FileStatus(of: path) },
        space: { path throws(SystemError) in try DiskSpace(at: path) },
        run: { program, arguments throws(SystemError) in
            try ProgramOutput.capture(program, arguments, within: .seconds(1))
        },
        probeGPSD: { GPSDProbe.facts($0, device: $1) },
        exchangeLocally: { path, request throws(SystemError) in
            try LocalSocket.exchange(path, sending: request, limit: 1 << 20, timeout: .seconds(2))
        },
        exchange: { host, port, request throws(TCPError) in
            try TCPClient.exchange(host, port, sending: request, within: .seconds(1))
        },
        history: { HistoryFacts(reading: $0, isThorough: $1) }, gazetteer: { GazetteerFacts(reading: $0) },
        storedPlaces: { OwnPlacesFacts.Stored(reading: $0) }, configuredPlaces: { ConfiguredPlaces($0) },
        isClockSynchronised: { SystemClock.isSynchronised },
        progress: { text in
            guard StandardStream.error.isTerminal else { return }
            // Where nobody watches any more, nobody misses it.
            try? StandardStream.error.write(Array("\r\(text)\u{1B}[K".utf8))
        })
}

extension HistoryFacts {
    /// Reads a history.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - isThorough: whether each of its fixes is read too, which takes a second for some millions.
    init(reading path: String, isThorough: Bool) {
        do {
            let history = try SQLiteHistory(path: path, access: .readOnly)
            guard isThorough else {
                self = .good(fixes: try history.info().fixes, isThorough: false)
                return
            }
            let result = try history.verify()
            let fault = result.damaged.first.map { "\($0)" } ?? result.issues.first
            self = fault.map { .faulty("damaged: \($0)") } ?? .good(fixes: result.fixes, isThorough: true)
        } catch let error as HistoryError where error.isNotFound {
            self = .absent
        } catch {
            self = .faulty("\(error)")
        }
    }
}
