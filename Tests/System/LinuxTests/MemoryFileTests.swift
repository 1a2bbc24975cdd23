import Linux
import Testing

struct MemoryFileTests {
    @Test("a child's output to a file in memory can be read")
    func written() throws {
        let file = try FileDescriptor.inMemory("test")
        let child = try ChildProcess("/bin/echo", ["hello"], output: file.pathForChildren)
        #expect(child.wait(atMost: .seconds(10)) == .exited(0))
        #expect(try file.read(upTo: 100) == Array("hello\n".utf8))
        #expect(try file.read(upTo: 100).isEmpty)
    }
}
