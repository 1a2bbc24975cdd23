import FleetProtocol
import Testing

struct FleetNamesTests {
    @Test(
        "a name has letters, digits, dots, underscores and hyphens",
        arguments: ["van", "Van-7", "0", "a.b_c-d", String(repeating: "x", count: 64)])
    func valid(name: String) {
        #expect(DeviceName(name)?.text == name)
    }

    @Test(
        "any other name is refused",
        arguments: [
            "", "-van", ".van", "_van", "van/7", "van+", "van#", "van 7", "v\u{0}n", "café", "ｖan",
            String(repeating: "x", count: 65),
        ])
    func invalid(name: String) {
        #expect(DeviceName(name) == nil)
    }

    @Test("a topic of a device is parsed again", arguments: DeviceTopic.allCases)
    func topics(topic: DeviceTopic) throws {
        let van = try #require(DeviceName("van-7"))
        #expect(topic.text(van) == "whereismy/v1/van-7/\(topic.rawValue)")
        let parsed = try #require(DeviceTopic.parse(topic.text(van)))
        #expect(parsed.device == van && parsed.topic == topic)
    }

    @Test(
        "a foreign topic is none of a fleet",
        arguments: [
            "", "whereismy/v1/", "whereismy/v1/van", "whereismy/v1/van/", "whereismy/v1//fixes",
            "whereismy/v2/van/fixes",
            "whereismy/v1/van/fixes/", "whereismy/v1/van/fixes/x", "whereismy/v1/+/fixes", "/whereismy/v1/van/fixes",
            "whereismy/v1/van/Fixes",
        ])
    func foreign(topic: String) {
        #expect(DeviceTopic.parse(topic) == nil)
    }
}
