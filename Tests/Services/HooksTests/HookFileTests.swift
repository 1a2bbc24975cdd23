import Hooks
import Linux
import TestSupport
import Testing

struct HookFileTests {
    private func status(mode: UInt32 = 0o755, owner: UInt32 = 0, kind: FileStatus.Kind = .regular) -> FileStatus {
        FileStatus(kind: kind, mode: mode, owner: owner, group: 0)
    }

    @Test("an executable of root's is run", arguments: ["10-light", "mail.sh", "Backup_2"])
    func run(name: String) {
        #expect(HookFile(name: name, status()) == .run)
    }

    @Test(
        "notes, backups and hidden files are ignored",
        arguments: [".hidden", "10-light~", "a.bak", "a.dpkg-old", "a b", "a\nb", "a.swp", "ä"])
    func names(name: String) {
        #expect(HookFile(name: name, status()) == .ignore)
    }

    @Test("directories and files that are not executable are ignored")
    func kinds() {
        #expect(HookFile(name: "a", status(kind: .directory)) == .ignore)
        #expect(HookFile(name: "a", status(mode: 0o644)) == .ignore)
    }

    @Test("files that other users could have written are refused", arguments: [0o775, 0o757, 0o777])
    func writable(mode: UInt32) {
        #expect(HookFile(name: "a", status(mode: mode)) == .refuse("not run: writable by others than its owner"))
        #expect(
            HookFile(name: "a", status(owner: 1000)) == .refuse("not run: owned by another user than root"))
    }

    @Test("a missing directory has no hooks, nor has one of notes")
    func folder() throws {
        let scratch = try ScratchDirectory()
        #expect(try HookFolder(scratch.file("none")).hooks().isEmpty)
        #expect(!HookFolder(scratch.file("none")).hasHooks)
        try scratch.write("README", [])
        #expect(!HookFolder(scratch.path).hasHooks)
        try AtomicFile.replace(scratch.file("10-a"), with: [], mode: 0o777)
        #expect(HookFolder(scratch.path).hasHooks)
    }
}
