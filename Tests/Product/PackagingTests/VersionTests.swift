import FoundationEssentials
import Linux
import TestSupport
import Testing

/// `packaging/version` in a repository of its own.
@Suite(.enabled(if: ProgramPath.git != nil))
struct VersionTests {
    private let directory: ScratchDirectory
    private let sources: String

    init() throws {
        directory = try ScratchDirectory()
        sources = directory.file("sources")
        try shell(
            """
            mkdir -p sources/packaging sources/Sources/Storage/Configuration && cd sources && git init --quiet
            cp "$PACKAGING/version" packaging && cp "$PACKAGING/../.commit" "$PACKAGING/../.gitattributes" .
            printf 'static let version = "0.3.0"\\n' >Sources/Storage/Configuration/Product.swift
            """)
        try commit("2026-11-26T08:00:01Z")
    }

    /// Runs a script of sh in the directory and returns what it prints, without the last newline.
    @discardableResult
    private func shell(_ script: String, fails: Bool = false) throws -> String {
        // A child process appends to its output.
        let log = directory.file("log")
        try? FileManager.default.removeItem(atPath: log)
        let environment = [
            "PATH": ProcessEnvironment.variables["PATH"] ?? "", "HOME": directory.path,
            "PACKAGING": PackageProbeTests.packaging, "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org",
        ]
        let child = try ChildProcess(
            "/bin/sh", ["-euc", "cd '\(directory.path)'; \(script)"], environment: environment, output: log,
            errors: log)
        let status = child.wait(atMost: .seconds(60))
        let output = String(decoding: try FileContents.read(log), as: UTF8.self)
        #expect((status == .exited(0)) == !fails, "\(script): \(output)")
        return output.split(separator: "\n").joined(separator: "\n")
    }

    private func commit(_ time: String) throws {
        try shell("cd sources; git add --all; GIT_COMMITTER_DATE=\(time) git commit --quiet --allow-empty --message .")
    }

    private func version(_ argument: String = "", of folder: String = "sources") throws -> String {
        try shell("\(folder)/packaging/version \(argument)")
    }

    @Test("a commit has a version of its own, with its time in UTC")
    func state() throws {
        let first = try version()
        let hash = try shell("cd sources; git rev-parse HEAD").prefix(8)
        #expect(first == "0.3.0~~git20261126080001.\(hash)")
        #expect(try version("number") == "0.3.0")
        try commit("2026-11-26T09:00:02+01:00")
        let second = try version()
        #expect(second.hasPrefix("0.3.0~~git20261126080002.") && second != first)
    }

    @Test("changes that are not committed have a version of their own, also files that are new")
    func uncommitted() throws {
        let committed = try version()
        try shell("echo a >sources/new")
        let new = try version()
        try shell("echo b >sources/new")
        let changed = try version()
        try shell("rm sources/new sources/.gitattributes")
        let removed = try version()
        #expect(Set([committed, new, changed, removed]).count == 4)
        #expect([new, changed, removed].allSatisfy { $0.hasPrefix("\(committed)+") })
    }

    @Test("the commit with the tag is the release, and what comes after it needs a higher number")
    func release() throws {
        try shell("cd sources; git tag v0.2.0")
        #expect(try version().hasPrefix("0.3.0~~git"))
        try shell("cd sources; git tag --annotate --message . v0.3.0")
        #expect(try version() == "0.3.0")
        try commit("2026-11-26T08:00:03Z")
        let message = try shell("sources/packaging/version", fails: true)
        #expect(message == "version 0.3.0 is released; fix: a higher one in Product.swift and CHANGELOG.md")
        // An older commit is no newer than it was.
        try shell("cd sources; git checkout --quiet --orphan older; git commit --quiet --message older")
        #expect(try version().hasPrefix("0.3.0~~git"))
    }

    @Test("an archive has the version of its commit")
    func archive() throws {
        let state = try version()
        try shell("echo a >sources/new; git -C sources archive --prefix=archive/ HEAD | tar -x")
        #expect(try version(of: "archive") == state)
        try shell("rm sources/new; git -C sources tag v0.3.0; git -C sources archive --prefix=release/ HEAD | tar -x")
        #expect(try version(of: "release") == "0.3.0")
        let commit = try version("commit", of: "release")
        #expect(try commit == version("commit") && commit.hasSuffix(" tag: v0.3.0"))
        // make-source-package leaves out the names of branches.
        try shell("echo '\(commit)' >release/.commit")
        #expect(try version(of: "release") == "0.3.0")
    }

    @Test("without a commit, there is no version")
    func unknown() throws {
        try shell("rm -r sources/.git")
        #expect(try shell("sources/packaging/version", fails: true).contains("no commit is known; fix: "))
    }

    @Test("packages sort by release, and those of a state before their release", .enabled(if: ProgramPath.dpkg != nil))
    func order() throws {
        let first = try version()
        try shell("echo a >sources/new")
        let changed = try version()
        try commit("2026-11-26T08:00:02Z")
        let sorted = [
            "0.2.0~deb12", "0.2.0~deb13", "\(first)~deb12", "\(changed)~deb12", "\(try version())~deb12", "0.3.0~deb12",
            "0.3.0~deb13", "0.3.0", "0.3.1~~git20270101000000.00000000~deb12",
        ]
        for (lower, higher) in zip(sorted, sorted.dropFirst()) {
            try shell("dpkg --compare-versions '\(lower)' lt '\(higher)'")
        }
    }
}

/// The programs that some systems lack.
private enum ProgramPath {
    static let git = path("git")
    static let dpkg = path("dpkg")

    private static func path(_ program: String) -> String? {
        ["/usr/bin", "/usr/local/bin"].map { "\($0)/\(program)" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }
}
