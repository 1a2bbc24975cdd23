import Basics
import Configuration
import Linux
import Location

/// Listens to a gpsd over TCP for a few seconds: the thin shell around ``GPSDHearing``.
struct GPSDInterview {
    /// How long finding and reaching it may take.
    private static let reach: Duration = .milliseconds(1500)
    /// How long it may take to say its version, also where systemd starts it first.
    private static let greeting: Duration = .milliseconds(2500)
    /// How long all of it may take.
    private static let whole: Duration = .seconds(4)

    private var hearing: GPSDHearing
    private let start = SystemClock.uptime

    private init(device: String?) { hearing = GPSDHearing(device: device) }

    /// Asks the gpsd at an address for that receiver; nil for each that it has.
    static func facts(_ address: GPSDAddress, device: String?) -> GPSDFacts {
        var interview = GPSDInterview(device: device)
        interview.run(address)
        return interview.hearing.facts
    }

    private mutating func run(_ address: GPSDAddress) {
        do throws(ReachError) {
            listen(try TCPReach.connect(address.host, address.port, before: start + Self.reach))
        } catch {
            hearing.fail(error.reason)
        }
        hearing.end(after: SystemClock.uptime - start)
    }

    private mutating func listen(_ descriptor: consuming FileDescriptor) {
        let greeted = SystemClock.uptime - start + Self.greeting
        while !hearing.isDone {
            let isGreeted = hearing.facts.contact == .answered
            guard wait(.readable(descriptor), until: isGreeted ? Self.whole : min(greeted, Self.whole)) else { return }
            let bytes: [UInt8]
            do throws(SystemError) { bytes = try descriptor.read(upTo: 65_536) } catch {
                if error.isTransient { continue }
                return
            }
            guard !bytes.isEmpty else { return }
            let answer = hearing.take(bytes, at: SystemClock.now().wallClock)
            // A hundred bytes into an empty socket go at once.
            if !answer.isEmpty { _ = try? TCPSocket.send(answer, to: descriptor) }
        }
    }

    private func wait(_ interest: Poll.Interest, until limit: Duration) -> Bool {
        TCPReach.wait(interest, until: start + limit)
    }
}
