import Configuration
import Linux
import Location
import Testing

@testable import Command
@testable import Doctor

extension DoctorEnvironment {
    /// Functions that a test must not call.
    static let unexpected = DoctorEnvironment(
        status: { path throws(SystemError) in
            Issue.record("\(path) is looked at")
            throw SystemError("stat", path, code: FakeWorld.absent)
        },
        space: { path throws(SystemError) in throw SystemError("statvfs", path, code: FakeWorld.absent) },
        run: { program, _ throws(SystemError) in
            Issue.record("\(program) is run")
            throw SystemError("posix_spawn", program, code: FakeWorld.absent)
        },
        probeGPSD: { address, _ in
            Issue.record("\(address) is listened to")
            return GPSDFacts()
        },
        exchangeLocally: { path, _ throws(SystemError) in throw SystemError("connect", path, code: FakeWorld.absent) },
        exchange: { host, _, _ throws(TCPError) in throw TCPError(reason: "\(host): nobody") },
        history: { _, _ in .absent }, gazetteer: { _ in .absent }, storedPlaces: { _ in .places(0) },
        configuredPlaces: { ConfiguredPlaces($0) }, isClockSynchronised: { true }, progress: { _ in })
}
