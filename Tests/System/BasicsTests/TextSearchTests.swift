import Basics
import Testing

struct TextSearchTests {
    @Test(
        "the first occurrence of a text is found",
        arguments: [
            ("a://b://", "://", "b://"), ("aab", "ab", ""), ("", "a", nil), ("a", "", nil), ("ab", "abc", nil),
            ("é=ü", "=", "ü"), ("aaab", "aab", ""),
        ])
    func range(text: String, searched: String, rest: String?) {
        #expect(text.range(ofText: searched).map { String(text[$0.upperBound...]) } == rest)
        #expect(text.contains(text: searched) == (rest != nil))
    }

    @Test("all occurrences are replaced, or the first ones")
    func replacing() {
        #expect("a&b&".replacing(text: "&", with: "&amp;") == "a&amp;b&amp;")
        #expect("{x}{x}".replacing(text: "{x}", with: "", atMost: 1) == "{x}")
        #expect("it's".replacing(text: "'", with: #"'\''"#) == #"it'\''s"#)
        #expect("abc".replacing(text: "", with: "x") == "abc")
    }

    @Test("a text is split at a separator of several characters, without empty parts")
    func split() {
        #expect("a=1\nb=2\n\n\n\nc=3\n\n".split(separatorText: "\n\n") == ["a=1\nb=2", "c=3"])
        #expect("".split(separatorText: "\n\n").isEmpty)
    }
}
