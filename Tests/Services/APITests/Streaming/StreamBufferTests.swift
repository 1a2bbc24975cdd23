import HTTPServer
import Testing

@testable import API

@Suite struct StreamBufferTests {
    private func text(_ portion: StreamChunk) -> String {
        switch portion {
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .pending: "later"
        case .end: "end"
        case .failed: "failed"
        }
    }

    @Test("bytes come out as they went in, in portions, and then how it ended")
    func order() {
        var buffer = StreamBuffer(limit: 100)
        #expect(text(buffer.read(atMost: 3)) == "later")
        #expect(buffer.append(Array("hello".utf8)) == .accepted)
        #expect(buffer.append([]) == .accepted)
        #expect(buffer.append(Array("you".utf8)) == .accepted)
        buffer.finish(with: .end)
        #expect((0..<5).map { _ in text(buffer.read(atMost: 3)) } == ["hel", "lo", "you", "end", "end"])
    }

    @Test("full is full until enough is read")
    func full() {
        var buffer = StreamBuffer(limit: 4)
        #expect(buffer.append(Array("12345".utf8)) == .accepted)
        #expect(buffer.isFull)
        #expect(buffer.append([1]) == .full)
        _ = buffer.read(atMost: 2)
        #expect(!buffer.isFull)
        #expect(buffer.append([1]) == .accepted)
    }

    @Test("closed, nothing is taken")
    func closed() {
        var buffer = StreamBuffer(limit: 4)
        buffer.close()
        #expect(buffer.append([1]) == .closed)
    }
}
