import Testing

@testable import Webhooks

struct QueueNameTests {
    @Test(
        "a name has number and webhook, and round-trips",
        arguments: [
            (0, "a", "0000000000000000-a.json"), (42, "my boat", "0000000000000042-my%20boat.json"),
            (7, "a/../b.bak", "0000000000000007-a%2f%2e%2e%2fb%2ebak.json"),
            (9_999_999_999_999_999, "ü-%", "9999999999999999-%c3%bc-%25.json"), (1, "-", "0000000000000001--.json"),
        ] as [(UInt64, String, String)])
    func names(number: UInt64, webhook: String, text: String) throws {
        let name = QueueName(number: number, webhook: webhook)
        #expect("\(name)" == text)
        #expect(QueueName(text) == name)
    }

    @Test(
        "other names are invalid",
        arguments: [
            "", ".json", "1-a.json", "0000000000000001-a", "0000000000000001-.json", "0000000000000001a.json",
            "0000000000000001-a%2.json", "0000000000000001-%41.json", "0000000000000001-%2F.json",
            "0000000000000001-%ff.json", "0000000000000001-a/b.json", "+000000000000001-a.json",
            "0000000000000001.json",
            "99999999999999999999999-a.json", "0000000000000001-a%+1.json",
        ])
    func foreign(text: String) {
        #expect(QueueName(text) == nil)
    }

    @Test("names sort by number")
    func order() {
        let names = [10, 9, 100].map { QueueName(number: $0, webhook: "a") }
        #expect(names.sorted().map(\.number) == [9, 10, 100])
        #expect(names.map(\.description).sorted() == names.sorted().map(\.description))
    }
}
