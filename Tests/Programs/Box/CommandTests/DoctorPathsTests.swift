import Configuration
import Linux
import Synchronization
import Testing

@testable import Command
@testable import Doctor

/// Where the doctor finds programs and files.
extension DoctorCommandTests {
    @Test("a program beside this one is installed, wherever that is")
    func besides() {
        let publish = "[publish recorder]\nto = http://localhost/pub\nformat = owntracks\n"
        let program = FileStatus(mode: 0o755, owner: 0, group: 0)
        // The directory of this program is /opt/bin.
        for (directory, isFound) in [("/opt/bin", true), ("/opt/other", false)] {
            var statuses = Self.statuses
            statuses["\(directory)/whereismy-publish"] = program
            let text = system(doctorEnvironment(statuses: statuses), publish).run("doctor").text
            #expect(text.contains("whereismy-publish is not installed") == !isFound, "\(text)")
            #expect(text.contains("whereismy-publish does not run") == isFound)
        }
    }

    @Test("a history by a path of the daemon's own directory is compared there")
    func relativeHistory() {
        let asked = Mutex<[String]>([])
        let text = String(decoding: Self.response, as: UTF8.self)
            .replacing(#","listeners""#, with: #","history":{"file":"state/history.db"},"listeners""#)
        let body = text[(text.firstIndex(of: "{") ?? text.startIndex)...]
        for isSame in [true, false] {
            var environment = doctorEnvironment(response: .success(FakeSystem.reply(String(body))))
            environment.isSameFile = { path, other in
                asked.withLock { $0.append("\(path) \(other)") }
                return isSame
            }
            #expect(system(environment).run("doctor").text.contains("has its history in") == !isSame)
        }
        #expect(asked.withLock { Set($0) } == ["/proc/77/cwd/state/history.db /var/lib/whereismy/history.db"])
    }
}
