import Orders
import Testing

struct HookNumberTests {
    @Test("the number of an event names its file and its unit")
    func names() throws {
        let number = try #require(HookNumber(fileName: "4711.json"))
        #expect(number.value == 4711)
        #expect(number.fileName == "4711.json")
        #expect(number.unit == "whereismy-hook@4711.service")
        #expect(HookNumber(digits: "999999999999999")?.value == 999_999_999_999_999)
    }

    @Test(
        "anything else is invalid",
        arguments: [
            "", "0.json", "01.json", "+1.json", "-1.json", "1.json.json", "1", "1.JSON", "a.json", ".json", "1 .json",
            "1000000000000000.json", "１.json", "..json", "../1.json", "1\n.json",
        ])
    func refused(name: String) {
        #expect(HookNumber(fileName: name) == nil)
    }
}
