import FoundationEssentials
import Linux
import TestSupport
import Testing

/// `packaging/install-debian-packages` on a system without apt: a path with only a few programs.
struct PackageProbeTests {
    static let packaging: String = {
        let parts = #filePath.split(separator: "/").dropLast(4)
        return "/" + parts.joined(separator: "/") + "/packaging"
    }()

    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
        let programs = ["awk", "cat", "dirname", "env", "grep", "ld", "mktemp", "readlink", "rm", "sh", "which"]
        for program in programs {
            guard let path = Self.path(of: program) else { continue }
            try FileManager.default.createSymbolicLink(
                atPath: directory.file(program), withDestinationPath: path)
        }
    }

    private static func path(of program: String) -> String? {
        (ProcessEnvironment.variables["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// A compiler that finds all headers, apart from one.
    private func addCompiler(without header: String? = nil) throws {
        let compiler = try #require(["clang", "cc", "gcc"].lazy.compactMap(Self.path).first)
        // Other processes could inherit a written file and keep it from being executed, but not one that a shell reads.
        let refusal = header.map { "grep -q '<\($0)>' \"$3\" && exit 1\n" } ?? ""
        try directory.write("compiler", Array("\(refusal)exec \(compiler) \"$@\"\n".utf8))
        try directory.write("cc.sh", Array("#!/bin/sh\nexec sh \(directory.file("compiler")) \"$@\"\n".utf8))
        let install = ["-m", "755", directory.file("cc.sh"), directory.file("cc")]
        #expect(try ChildProcess("/usr/bin/install", install).wait(atMost: .seconds(20)) == .exited(0))
    }

    private func run(_ classes: String...) throws -> (status: ProcessExitStatus?, output: String) {
        let log = directory.file("log")
        let child = try ChildProcess(
            "\(Self.packaging)/install-debian-packages", classes, environment: ["PATH": directory.path], output: log,
            errors: log)
        let status = child.wait(atMost: .seconds(60))
        return (status, String(decoding: (try? FileContents.read(log)) ?? [], as: UTF8.self))
    }

    @Test("where all libraries are there, nothing is said")
    func complete() throws {
        try addCompiler()
        let result = try run("build", "run")
        #expect(result.status == .exited(0) && result.output.isEmpty, "\(result.output)")
    }

    @Test("a missing header is named with the packages of Debian, Fedora and Arch")
    func missing() throws {
        try addCompiler(without: "ini.h")
        let result = try run("build")
        #expect(result.status == .exited(1))
        #expect(
            result.output == """
                missing: ini.h; fix: install libinih-dev on Debian, inih-devel on Fedora, libinih on Arch
                Fedora: sudo dnf install inih-devel
                Arch:   sudo pacman -S libinih

                """)
    }

    @Test("without a compiler, the toolchain of Swift is named")
    func compiler() throws {
        let result = try run("build")
        #expect(result.status == .exited(1) && result.output.contains("https://swift.org/install"), "\(result.output)")
    }

    @Test("each package for building and running has a probe, and its names on Fedora and Arch")
    func rows() throws {
        let probes = try Self.rows("other-packages").reduce(into: [:]) { $0[$1[0]] = $1.dropFirst() }
        for row in try Self.rows("debian-packages") where ["build", "run"].contains(row[1]) {
            let probe = try #require(probes[row[0]], "\(row[0])")
            #expect(probe.count == 3 && (probe.first == "optional") == (probe.last == "-"), "\(row[0])")
        }
    }

    private static func rows(_ name: String) throws -> [[String]] {
        String(decoding: try FileContents.read("\(packaging)/\(name)"), as: UTF8.self).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ").map(String.init) }
    }
}
