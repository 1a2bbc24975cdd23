import HTTPServer
import Testing

@testable import Web

@Suite struct StreamBufferTests {
    private func text(_ portion: StreamChunk) -> String {
        switch portion {
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .pending: "later"
        case .end: "end"
        case .failed: "failed"
        }
    }

    @Test("bytes are read in order, in chunks, then the ending")
    func order() {
        var buffer = StreamBuffer(limit: 100)
        #expect(text(buffer.read(atMost: 3)) == "later")
        #expect(buffer.append(Array("hello".utf8)) == .accepted)
        #expect(buffer.append([]) == .accepted)
        #expect(buffer.append(Array("you".utf8)) == .accepted)
        buffer.finish(with: .end)
        #expect((0..<5).map { _ in text(buffer.read(atMost: 3)) } == ["hel", "lo", "you", "end", "end"])
    }

    @Test("a full buffer stays full until enough is read")
    func full() {
        var buffer = StreamBuffer(limit: 4)
        #expect(buffer.append(Array("12345".utf8)) == .accepted)
        #expect(buffer.isFull)
        #expect(buffer.append([1]) == .full)
        _ = buffer.read(atMost: 2)
        #expect(!buffer.isFull)
        #expect(buffer.append([1]) == .accepted)
    }

    @Test("a closed buffer accepts nothing")
    func closed() {
        var buffer = StreamBuffer(limit: 4)
        buffer.close()
        #expect(buffer.append([1]) == .closed)
    }
}
