import FoundationEssentials
import Linux
import TestSupport
import Testing

/// `packaging/make-repository` with packages and a key of its own, read by apt.
@Suite(
    .enabled(
        if: ["gpg", "dpkg-scanpackages", "apt-get"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
        }))
struct RepositoryTests {
    private let directory: ScratchDirectory

    /// Makes a package for each of two releases of Debian, and the repository of both.
    init() throws {
        directory = try ScratchDirectory()
        try shell(
            """
            mkdir -p release root/DEBIAN apt/etc/sources.list.d apt/lists/partial apt/cache/archives/partial
            for suffix in ~deb12 ~deb13; do
                printf 'Package: %s\\nVersion: 0.3.0%s\\nArchitecture: %s\\nMaintainer: A <a@example.org>\\nDescription: a\\n' \
                    whereismy "$suffix" "$(dpkg --print-architecture)" >root/DEBIAN/control
                dpkg-deb --root-owner-group --build root "release/whereismy_0.3.0${suffix}_$(dpkg --print-architecture).deb"
            done
            mkdir -m 700 keys
            gpg --batch --quiet --passphrase '' --quick-generate-key 'Throwaway <a@example.org>' default sign 1d
            """)
    }

    @discardableResult
    private func shell(_ script: String, fails: Bool = false) throws -> String {
        let log = directory.file("log")
        try? FileManager.default.removeItem(atPath: log)
        let variables = [
            "PATH": ProcessEnvironment.variables["PATH"] ?? "", "GNUPGHOME": directory.file("keys"), "LC_ALL": "C",
            "PACKAGING": PackageProbeTests.packaging,
        ]
        let child = try ChildProcess(
            "/bin/sh", ["-euc", "cd '\(directory.path)'; \(script)"], environment: variables, output: log, errors: log)
        let status = child.wait(atMost: .seconds(60))
        let output = String(decoding: try FileContents.read(log), as: UTF8.self)
        #expect((status == .exited(0)) == !fails, "\(script): \(output)")
        return output
    }

    /// Reads the repository with apt, which trusts its key and no other.
    private func update(fails: Bool = false) throws -> String {
        try shell(
            """
            key="$PWD/release/debian/whereismy-archive-keyring.asc"
            echo "deb [signed-by=$key] file:$PWD/release/debian trixie main" >apt/etc/sources.list
            touch apt/status
            set -- -o Dir::Etc="$PWD/apt/etc" -o Dir::State::Lists="$PWD/apt/lists" -o Dir::Cache="$PWD/apt/cache" \
                -o Dir::State::status="$PWD/apt/status" -o APT::Sandbox::User=root
            apt-get "$@" --error-on=any update && apt-cache "$@" policy whereismy
            """, fails: fails)
    }

    @Test("apt takes a signed repository, with only the package of its release")
    func signed() throws {
        try shell("RELEASE_KEY=a@example.org $PACKAGING/make-repository release")
        let policy = try update()
        #expect(policy.contains("0.3.0~deb13") && !policy.contains("0.3.0~deb12"), "\(policy)")
        try shell("cd release; gpg --verify SHA256SUMS.asc SHA256SUMS; sha256sum --check --quiet SHA256SUMS")
    }

    @Test("apt refuses lists that were changed, and a repository without a signature")
    func refused() throws {
        try shell(
            """
            RELEASE_KEY=a@example.org $PACKAGING/make-repository release
            sed -i 's/^ [0-9a-f]\\{64\\}/ 0000000000000000000000000000000000000000000000000000000000000000/' \
                release/debian/dists/trixie/InRelease
            """)
        #expect(try update(fails: true).contains("not signed"))
        try shell("$PACKAGING/make-repository release")
        #expect(try update(fails: true).contains("not signed"))
    }

    @Test("a name that fits two keys, or none, signs nothing, and one that fits one exports no other")
    func keys() throws {
        try shell(
            """
            gpg --batch --quiet --passphrase '' --quick-generate-key 'Other <aa@example.org>' default sign 1d
            ! RELEASE_KEY=a@example.org $PACKAGING/make-repository release
            ! RELEASE_KEY=unknown@example.org $PACKAGING/make-repository release
            [ ! -e release/SHA256SUMS ]
            RELEASE_KEY=Other $PACKAGING/make-repository release
            [ "$(gpg --show-keys --with-colons release/debian/*.asc | grep -c '^pub')" = 1 ]
            """)
    }

    @Test("the same packages make the same repository")
    func repeated() throws {
        let make = "SOURCE_DATE_EPOCH=1790000000 $PACKAGING/make-repository release 2>&1; cat release/SHA256SUMS"
        #expect(try shell(make) == shell(make))
    }
}
