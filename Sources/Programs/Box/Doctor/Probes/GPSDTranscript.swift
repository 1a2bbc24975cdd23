import Basics
import JSON
import Location

/// The transcript of a connection to gpsd: consumes its bytes, returns requests and collects facts.
struct GPSDTranscript: Hashable, Sendable {
    /// The maximum bytes of a line: six times gpsd's own limit.
    private static let maxLineLength = 65_536
    /// The maximum bytes in total: many times the output of a busy receiver in a few seconds.
    private static let maxBytes = 1 << 21
    /// More than gpsd supports.
    private static let maxDevices = 16
    /// The maximum characters of a word.
    private static let maxWordLength = 40
    /// `STATUS_SIM` in gpsd.
    private static let simulated = 8

    /// The facts so far.
    private(set) var facts = GPSDFacts()
    /// True if nothing more is needed or expected.
    private(set) var isDone = false

    private let device: String?
    private var line: [UInt8] = []
    private var count = 0

    /// Creates a transcript for one receiver; nil for all.
    init(device: String?) { self.device = device }

    /// Consumes received bytes.
    ///
    /// - Parameters:
    ///   - bytes: the bytes, in chunks of any size.
    ///   - now: the time of day.
    /// - Returns: the request to send; empty for none.
    mutating func consume(_ bytes: [UInt8], at now: Timestamp) -> [UInt8] {
        count += bytes.count
        var answer: [UInt8] = []
        for byte in bytes where !isDone {
            guard byte == 0x0A else {
                line.append(byte)
                if line.count > Self.maxLineLength { abort() }
                continue
            }
            answer += endLine(at: now)
        }
        if count > Self.maxBytes { abort() }
        return answer
    }

    /// Ends the transcript after a duration.
    mutating func finish(after duration: Duration) {
        facts.duration = duration
        isDone = true
    }

    /// Ends the transcript without a connection.
    mutating func markUnreachable(_ reason: String) {
        facts.contact = .unreachable(reason)
        isDone = true
    }

    private mutating func abort() {
        if facts.contact != .answered { facts.contact = .foreign }
        isDone = true
    }

    private mutating func endLine(at now: Timestamp) -> [UInt8] {
        defer { line.removeAll(keepingCapacity: true) }
        guard let message = try? SafeJSON.decode(GPSDMessage.self, from: line) else {
            // An unknown line of a newer gpsd or for another client is ignored, but the first line is always known.
            if facts.contact != .answered { abort() }
            return []
        }
        guard facts.contact == .answered else { return handleVersion(message) }
        handle(message, at: now)
        if facts.isComplete { isDone = true }
        return []
    }

    private mutating func handleVersion(_ message: GPSDMessage) -> [UInt8] {
        guard message.class == "VERSION" else {
            abort()
            return []
        }
        facts.contact = .answered
        facts.release = message.release.map { String($0.prefix(Self.maxWordLength)) }
        return Array("?DEVICES;\n?WATCH={\"enable\":true,\"json\":true};\n".utf8)
    }

    private mutating func handle(_ message: GPSDMessage, at now: Timestamp) {
        switch message.class {
        case "DEVICES": (message.devices ?? []).forEach { record($0) }
        // The device list comes before this: without the receiver there is nothing to wait for.
        case "WATCH": isDone = !facts.devices.contains { device == nil || $0.path == device }
        case "TPV" where isWanted(message): recordPosition(message, at: now)
        case "SKY" where isWanted(message): recordSatellites(message)
        default: break
        }
    }

    private func isWanted(_ message: GPSDMessage) -> Bool {
        device == nil || message.device.map(DevicePath.printable) == device
    }

    private mutating func record(_ device: GPSDMessage.Device) {
        guard let path = device.path.map(DevicePath.printable), facts.devices.count < Self.maxDevices else { return }
        let message = [device.subtype, device.subtype1].compactMap { $0 }
        let kind = message.isEmpty ? nil : message.joined(separator: " ")
        let known = GPSDFacts.Device(
            path: path, driver: device.driver.map { String($0.prefix(Self.maxWordLength)) }, kind: kind)
        if let index = facts.devices.firstIndex(where: { $0.path == path }) {
            facts.devices[index] = known
        } else {
            facts.devices.append(known)
        }
    }

    private mutating func recordPosition(_ message: GPSDMessage, at now: Timestamp) {
        facts.reports += 1
        if let time = message.time.flatMap({ Timestamp(iso8601: $0) }) { facts.lag = now - time }
        let mode = message.mode ?? 0
        guard mode >= 2 || (facts.position?.mode ?? 0) < 2 else { return }
        facts.position = GPSDFacts.Position(
            mode: mode, radius: message.eph, isSimulated: message.status == Self.simulated)
    }

    private mutating func recordSatellites(_ message: GPSDMessage) {
        facts.reports += 1
        // gpsd 3.23 and later splits SKY into several lines: the fullest counts, and one without a list counts as none.
        let visible = message.nSat ?? message.satellites?.count
        let used = message.uSat ?? message.satellites?.count { $0.used == true }
        guard let visible, visible >= facts.visible ?? 0 else { return }
        (facts.visible, facts.used) = (visible, used)
    }
}

/// A line of gpsd's JSON, with the members that the doctor needs (gpsd_json(5)).
struct GPSDMessage: Decodable {
    struct Device: Decodable {
        let path: String?
        let driver: String?
        let subtype: String?
        let subtype1: String?
    }

    struct Satellite: Decodable {
        let used: Bool?
    }

    let `class`: String
    let release: String?
    let devices: [Device]?
    let device: String?
    let mode: Int?
    let status: Int?
    let time: String?
    let eph: Double?
    let nSat: Int?
    let uSat: Int?
    let satellites: [Satellite]?
}
