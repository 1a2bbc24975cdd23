import Testing

@testable import Pages

@Suite("A template")
struct TemplateTests {
    @Test(
        "passes every case of Mustache's specification",
        .enabled(if: MustacheSpecification.folder != nil, "WHEREISMY_SHARED is not set"),
        arguments: MustacheSpecification.modules)
    func conformance(module: String) throws {
        let cases = MustacheSpecification.cases(of: module)
        #expect(cases.count >= 12)
        for one in cases {
            let partials = try (one.partials ?? [:]).map { ($0, try Template(name: $0, text: $1)) }
            let template = try Template(name: one.name, text: one.template)
            let shown = try template.render(one.data, partials: Dictionary(uniqueKeysWithValues: partials))
            #expect(String(decoding: shown, as: UTF8.self) == one.expected, "\(module): \(one.name)")
        }
        print("mustache specification, \(module): \(cases.count) cases ran")
    }

    @Test("escapes every kind of text")
    func escaping() throws {
        let value = TemplateValue.object(["text": .text("<a href='x' title=\"y\">&amp;</a>")])
        let shown = try Template(name: "t", text: "{{text}}").render(value)
        let expected = "&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;&amp;amp;&lt;/a&gt;"
        #expect(String(decoding: shown, as: UTF8.self) == expected)
    }

    @Test("renders 0 as a known number, and nothing for a non-finite one")
    func numbers() throws {
        let template = try Template(name: "t", text: "{{#speed}}{{.}}{{/speed}}|{{bad}}|{{big}}")
        let value = TemplateValue.object(["speed": .number(0), "bad": .number(.nan), "big": .number(1e300)])
        #expect(String(decoding: try template.render(value), as: UTF8.self) == "0||1e+300")
    }

    @Test("lists the partials it includes")
    func partialNames() throws {
        let template = try Template(name: "t", text: "{{>a}}{{#s}}{{>b}}{{^u}}{{> a }}{{/u}}{{/s}}")
        #expect(template.partialNames == ["a", "b"])
    }
}
