import FoundationEssentials
import Glibc
import Testing

@testable import Linux

struct ChildProcessTests {
    /// A file in the temporary directory, removed with this value.
    private final class Scratch {
        let path = FileManager.default.temporaryDirectory.path + "/whereismy-test-" + UUID().uuidString
        var text: String {
            FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        func waitForLine() -> String {
            for _ in 0..<4000 where !text.hasSuffix("\n") { usleep(5000) }
            return text
        }
    }

    @Test(
        "reports the exit status",
        arguments: [
            ("exit 0", ProcessExitStatus.exited(0)), ("exit 3", .exited(3)),
            ("kill -9 $$", .killed(SIGKILL)), ("kill -15 $$", .killed(SIGTERM)),
        ])
    func status(script: String, status: ProcessExitStatus) throws {
        let child = try ChildProcess("/bin/sh", ["-c", script])
        #expect(child.wait(atMost: .seconds(60)) == status)
        #expect(child.status == status)
    }

    @Test("passes arguments and variables unchanged, and separates both outputs")
    func output() throws {
        let (output, errors) = (Scratch(), Scratch())
        let child = try ChildProcess(
            "/bin/sh", ["-c", "echo \"$1|$WHEREISMY_TEST|${PATH:+path}\"; echo wrong >&2", "name", "a  b\"'$x"],
            environment: ["WHEREISMY_TEST": "two words"], output: output.path, errors: errors.path)
        #expect(child.wait(atMost: .seconds(60)) == .exited(0))
        #expect(output.text == "a  b\"'$x|two words|path\n")
        #expect(errors.text == "wrong\n")
    }

    @Test("a child has empty input and none of this process's descriptors")
    func descriptors() throws {
        let (input, list) = (Scratch(), Scratch())
        #expect(try ChildProcess("/bin/cat", output: input.path).wait(atMost: .seconds(60)) == .exited(0))
        // The fourth is ls reading the list.
        #expect(try ChildProcess("/bin/ls", ["/proc/self/fd"], output: list.path).wait(atMost: .seconds(60)) != nil)
        #expect(input.text.isEmpty)
        #expect(list.text == "0\n1\n2\n3\n")
    }

    @Test("a child has default signals and its own process group")
    func signals() throws {
        let output = Scratch()
        let child = try ChildProcess("/bin/cat", ["/proc/self/status", "/proc/self/stat"], output: output.path)
        #expect(child.wait(atMost: .seconds(60)) == .exited(0))
        let lines = output.text.split(separator: "\n")
        for name in ["SigBlk:", "SigIgn:"] {
            let mask = try #require(lines.first { $0.hasPrefix(name) }?.split(separator: "\t").last)
            // glibc leaves two internal signals ignored in what it spawns; nothing else uses them.
            #expect(try #require(UInt64(mask, radix: 16)) & ~0x1_8000_0000 == 0)
        }
        let group = try #require(lines.last).split(separator: " ")[4]
        #expect(group == String(child.pid))
    }

    @Test("sends SIGTERM first, and SIGKILL after the grace period")
    func terminate() throws {
        let (polite, deaf) = (Scratch(), Scratch())
        let listening = try ChildProcess(
            "/bin/sh", ["-c", "trap 'exit 7' TERM; echo; while :; do sleep 0.01; done"], output: polite.path)
        let ignoring = try ChildProcess(
            "/bin/sh", ["-c", "trap '' TERM; echo; while :; do sleep 0.01; done"], output: deaf.path)
        _ = (polite.waitForLine(), deaf.waitForLine())
        #expect(listening.terminate(grace: .seconds(60)) == .exited(7))
        #expect(ignoring.terminate(grace: .milliseconds(50)) == .killed(SIGKILL))
        #expect(ignoring.terminate() == .killed(SIGKILL))
    }

    @Test("a wait is bounded, and a released child is stopped")
    func bounded() throws {
        var child: ChildProcess? = try ChildProcess("/bin/sleep", ["60"])
        #expect(child?.wait(atMost: .milliseconds(20)) == nil)
        let pid = try #require(child?.pid)
        child = nil
        #expect(kill(pid, 0) == -1)
    }

    @Test("a missing program is an error with its path")
    func missing() throws {
        let error = #expect(throws: SystemError.self) { try ChildProcess("/nowhere/gpsd") }
        #expect(error?.description == "/nowhere/gpsd: exec: No such file or directory")
    }

    @Test("a child is stopped when its lifeline is closed, as when its parent was killed")
    func orphan() throws {
        let pid = try abandoned()
        var status: Int32 = 0
        for _ in 0..<4000 {
            // The kernel writes the one value.
            if unsafe waitpid(pid, &status, WNOHANG) == pid { break }
            usleep(5000)
        }
        #expect(ProcessExitStatus(waitStatus: status) == .killed(SIGTERM))
    }

    /// Starts a child whose lifeline is closed on return, as the kernel does when a process dies.
    private func abandoned() throws -> Int32 {
        let lifeline = try SocketPair()
        let spawn = GuardedSpawn(
            program: "/bin/sleep", arguments: ["60"], environment: [:], output: "/dev/null", errors: "/dev/null")
        return try spawn.start(lifeline)
    }
}
