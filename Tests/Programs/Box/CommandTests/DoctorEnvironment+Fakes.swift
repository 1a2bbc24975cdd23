import CommandLine
import Configuration
import Linux
import Location
import PublishState
import Testing

@testable import Command
@testable import Doctor

extension DoctorEnvironment {
    /// An environment for tests that must not use it.
    static let unexpected = DoctorEnvironment(
        status: { path throws(SystemError) in
            Issue.record("\(path) was examined")
            throw SystemError("stat", path, code: FakeSystem.absent)
        },
        space: { path throws(SystemError) in throw SystemError("statvfs", path, code: FakeSystem.absent) },
        run: { program, _ throws(SystemError) in
            Issue.record("\(program) was started")
            throw SystemError("posix_spawn", program, code: FakeSystem.absent)
        },
        probeGPSD: { address, _ in
            Issue.record("\(address) was probed")
            return GPSDFacts()
        },
        exchangeLocally: { path, _ throws(SystemError) in throw SystemError("connect", path, code: FakeSystem.absent) },
        exchange: { host, _, _ throws(TCPError) in throw TCPError(reason: "\(host): no listener") },
        history: { _, _ in .absent }, gazetteer: { _ in .absent }, storedPlaces: { _ in .places(0) },
        configuredPlaces: { ConfiguredPlaces($0) },
        publishing: { PublishOverview($0, isRunning: $1) }, isClockSynchronised: { true }, progress: { _ in })
}
