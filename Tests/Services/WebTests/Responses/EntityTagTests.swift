import Testing

@testable import Web

@Suite struct EntityTagTests {
    @Test(
        "a client has the version if one of its tags is equal, weak or strong",
        arguments: [
            (nil, false), ("W/\"a-1\"", true), ("\"a-1\"", true), ("\"x\", W/\"a-1\"", true), ("*", true),
            ("\"a-12\"", false),
            ("a-1", false), ("", false),
        ] as [(String?, Bool)])
    func matches(_ header: String?, _ expected: Bool) {
        #expect(EntityTag.weak("a-1").matches(header) == expected)
    }
}
