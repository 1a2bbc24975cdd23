import FleetProtocol
import Testing

struct UploadResultTests {
    private func text(_ answer: UploadResult) -> String { String(decoding: answer.json, as: UTF8.self) }

    @Test(
        "an answer is written exactly, and read again",
        arguments: [
            (UploadResult.stored(100, refused: []), #"{"stored":100}"#),
            (
                .stored(99, refused: [.init(index: 3, reason: "no \"x\"")]),
                #"{"stored":99,"refused":[{"index":3,"reason":"no \"x\""}]}"#
            ),
            (.rejected("not decodable"), #"{"rejected":"not decodable"}"#),
            (.forbidden("unknown device"), #"{"forbidden":"unknown device"}"#),
            (.unavailable("database away"), #"{"unavailable":"database away"}"#),
        ])
    func golden(answer: UploadResult, json: String) {
        #expect(text(answer) == json)
        #expect(UploadResult(Array(json.utf8)) == answer)
    }

    @Test("up to 400 refusals are listed, more reject the whole body")
    func manyRefusals() {
        let refusals = (0...UploadResult.maxRefusals).map { UploadResult.RefusedItem(index: $0, reason: "bad") }
        let listed = UploadResult.stored(0, refused: Array(refusals.dropLast()))
        #expect(UploadResult(listed.json) == listed)
        let all = UploadResult.stored(5, refused: refusals)
        #expect(UploadResult(all.json) == .rejected("401 fixes refused, the first: bad"))
    }

    @Test("the longest answer is within its limit")
    func longest() {
        let reason = String(repeating: "x", count: 10_000)
        let refusals = (0..<UploadResult.maxRefusals).map { UploadResult.RefusedItem(index: 9000 + $0, reason: reason) }
        #expect(UploadResult.stored(0, refused: refusals).json.count <= UploadResult.maxByteCount)
    }

    @Test(
        "what is no answer is none",
        arguments: ["", "{}", "[]", #"{"stored":-1}"#, #"{"stored":"1"}"#, #"{"stored":1,"refused":[{"index":-1}]}"#])
    func foreign(text: String) {
        #expect(UploadResult(Array(text.utf8)) == nil)
    }
}
