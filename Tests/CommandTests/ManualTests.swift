import Configuration
import Linux
import Testing

@testable import Command

struct ManualTests {
    private func manual(_ name: String) throws -> String {
        let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
        return String(decoding: try FileContents.read("\(root)/docs/man/\(name)"), as: UTF8.self)
    }

    /// The names of the options in a help text.
    private func options(_ help: String) -> [Substring] {
        help.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("  ") else { return nil }
            return line.split(separator: " ").first { $0.hasPrefix("--") }?.dropFirst(2)
        }
    }

    @Test(
        "the manual of whereismy has every subcommand and option",
        arguments: [
            "last", "watch", "status", "explain", "track", "at", "stats", "history", "open", "share",
            "token", "page", "replay", "import", "simulate",
        ])
    func command(subcommand: String) throws {
        let manual = try manual("whereismy.1")
        #expect(manual.contains("\n.It Cm \(subcommand)\n"))
        let names = options(FakeWorld().run(subcommand, "--help").text)
        #expect(names.count >= 4)
        for name in names { #expect(manual.contains("Fl \\-\(name)")) }
    }

    @Test("the manual of whereismy doctor has every option, check and exit code")
    func doctor() throws {
        let manual = try manual("whereismy-doctor.1")
        for name in options(FakeWorld().run("doctor", "--help").text) { #expect(manual.contains("Fl \\-\(name)")) }
        for check in CheckName.allCases { #expect(manual.contains("\n.It Cm \(check.rawValue)\n")) }
        for code in [ExitCode.success, .failure, .faulty, .usage] {
            #expect(manual.contains("\n.It \(code.rawValue)\n"))
        }
        #expect(try self.manual("whereismy.1").contains("Xr whereismy-doctor 1"))
    }

    @Test("the manual of whereismyd has every option and exit code")
    func daemon() throws {
        let manual = try manual("whereismyd.8")
        guard case .help(let help) = try DaemonOptions.parse(arguments: ["--help"], environment: [:]) else {
            Issue.record("no help")
            return
        }
        #expect(options(help).count >= 10)
        for name in options(help) { #expect(manual.contains("Fl \\-\(name)")) }
    }

    @Test("the manual of whereismy has every exit code", arguments: [0, 1, 3, 4, 5, 64])
    func exitCodes(code: Int32) throws {
        #expect(ExitCode(rawValue: code) != nil)
        #expect(try manual("whereismy.1").contains("\n.It \(code)\n"))
    }
}
