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
    private static let maxWordLength = 40
    /// LF and, as the daemon reads them too, CR and NUL.
    private static let lineEnds: [UInt8] = [0x0A, 0x0D, 0]
    /// `STATUS_SIM` in gpsd.
    private static let simulated = 8.0

    private(set) var facts = GPSDFacts()
    /// True if nothing more is needed or expected.
    private(set) var isDone = false

    private let device: String?
    private var line: [UInt8] = []
    /// True if the last byte was a line end, so that CR LF is one, and NUL padding none.
    private var isAtEnd = false
    private var hasRequested = false
    /// True once gpsd has listed its devices.
    private var hasDevices = false
    private var count = 0

    /// Creates a transcript for one receiver; nil for all.
    init(device: String?) { self.device = device }

    /// Consumes received bytes, in chunks of any size; returns the request to send, empty for none.
    mutating func consume(_ bytes: [UInt8], at now: Timestamp) -> [UInt8] {
        count += bytes.count
        var answer: [UInt8] = []
        for byte in bytes where !isDone {
            guard Self.lineEnds.contains(byte) else {
                line.append(byte)
                isAtEnd = false
                if line.count > Self.maxLineLength { abort() }
                continue
            }
            if !isAtEnd, byte != 0 || !line.isEmpty { answer += endLine(at: now) }
            isAtEnd = true
        }
        if count > Self.maxBytes { abort() }
        return answer
    }

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

    /// Requests data from a server that has not sent a greeting, if none was requested yet.
    mutating func request() -> [UInt8] {
        guard !hasRequested else { return [] }
        hasRequested = true
        return Array("?DEVICES;\n?WATCH={\"enable\":true,\"json\":true};\n".utf8)
    }

    private mutating func endLine(at now: Timestamp) -> [UInt8] {
        defer { line.removeAll(keepingCapacity: true) }
        let json = LenientJSON(line)
        let messages = json.objects.compactMap { try? SafeJSON.decode(GPSDMessage.self, from: $0) }
        guard facts.contact == .answered || messages.contains(where: \.isOfGPSD) else {
            recordUnread(line)
            abort()
            return []
        }
        let isRead = messages.count == json.objects.count && !json.isDamaged && !json.objects.isEmpty
        if !isRead, line.contains(where: { $0 > 0x20 }) { recordUnread(line) }
        facts.contact = .answered
        for message in messages where !isDone { handle(message, at: now) }
        if facts.isComplete { isDone = true }
        return request()
    }

    private mutating func recordUnread(_ line: [UInt8]) {
        let name = line.contains(UInt8(ascii: "{")) ? UnreadLine.damaged(line) : UnreadLine.text(line)
        facts.unread[name, default: 0] += 1
    }

    private mutating func handle(_ message: GPSDMessage, at now: Timestamp) {
        switch message.class?.value {
        case "VERSION":
            facts.release = facts.release ?? message.release?.value.map { String($0.prefix(Self.maxWordLength)) }
        case "DEVICES":
            hasDevices = true
            (message.devices ?? []).forEach { record($0) }
        // The device list comes before this: without the receiver there is nothing to wait for.
        case "WATCH" where hasDevices: isDone = !facts.devices.contains { device == nil || $0.path == device }
        case "TPV" where isWanted(message): recordPosition(message, at: now)
        case "SKY" where isWanted(message): recordSatellites(message)
        case "ERROR": facts.unread[UnreadLine.error(message.message?.value ?? ""), default: 0] += 1
        default: break
        }
    }

    private func isWanted(_ message: GPSDMessage) -> Bool {
        device == nil || message.device?.value.map(DevicePath.printable) == device
    }

    private mutating func record(_ device: GPSDMessage.Device) {
        guard let path = device.path?.value.map(DevicePath.printable), facts.devices.count < Self.maxDevices else {
            return
        }
        guard DevicePath.isReceiver(path, driver: device.driver?.value, flags: device.flags?.integer) else {
            if !facts.otherSources.contains(path) { facts.otherSources.append(path) }
            return
        }
        let message = [device.subtype, device.subtype1].compactMap { $0?.value }.filter { !$0.isEmpty }
        let kind = message.isEmpty ? nil : message.joined(separator: " ")
        let driver = device.driver?.value.map { String($0.prefix(Self.maxWordLength)) }
        let known = GPSDFacts.Device(path: path, driver: driver, kind: kind)
        if let index = facts.devices.firstIndex(where: { $0.path == path }) {
            facts.devices[index] = known
        } else {
            facts.devices.append(known)
        }
    }

    /// Records the receiver of a report where the server lists none.
    private mutating func recordUnlisted(_ message: GPSDMessage) {
        guard !hasDevices, facts.devices.isEmpty else { return }
        let path = message.device?.value.map(DevicePath.printable) ?? device ?? "a receiver without a name"
        facts.devices.append(GPSDFacts.Device(path: path))
    }

    private mutating func recordPosition(_ message: GPSDMessage, at now: Timestamp) {
        facts.reports += 1
        recordUnlisted(message)
        if let time = message.time?.value { facts.lag = now - time }
        var position = GPSDFacts.Position(
            mode: Int(message.mode?.integer ?? 0), radius: message.eph?.finite,
            isSimulated: message.status?.value == Self.simulated)
        position.isImpossible = position.mode >= 2 && message.isNowhere
        position.hasTime = message.time?.value != nil
        guard position.rank >= facts.position?.rank ?? 0 else { return }
        facts.position = position
    }

    private mutating func recordSatellites(_ message: GPSDMessage) {
        facts.reports += 1
        // gpsd 3.23 and later splits SKY into several lines: the fullest counts, and one without a list counts as none.
        let visible = message.nSat?.integer.map { Int($0) } ?? message.satellites?.count
        let used = message.uSat?.integer.map { Int($0) } ?? message.satellites?.count { $0.used?.value == true }
        guard let visible, visible >= facts.visible ?? 0 else { return }
        (facts.visible, facts.used) = (visible, used)
    }
}
