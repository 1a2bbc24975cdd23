import Testing

@testable import Pages

@Suite("An error in a template")
struct TemplateErrorTests {
    struct Case: CustomStringConvertible, Sendable {
        let description: String
        let text: String
        let message: String
    }

    static let cases = [
        Case(
            description: "tag without an end", text: "a\nbü {{name",
            message: "t:2:4: found an unterminated tag, expected }}"),
        Case(
            description: "triple tag with two braces", text: "{{{name}}",
            message: "t:1:1: found an unterminated tag, expected }}}"),
        Case(
            description: "section without an end", text: "\n\n {{#fix}}",
            message: "t:3:2: found unterminated section fix, expected {{/fix}} before the end of the file"),
        Case(
            description: "sections crossed", text: "{{#a}}{{#b}}{{/a}}{{/b}}",
            message: "t:1:13: found {{/a}}, expected {{/b}}"),
        Case(
            description: "closing tag alone", text: "{{/a}}",
            message: "t:1:1: found {{/a}}, expected no closing tag: no section is open"),
        Case(description: "empty tag", text: "{{ }}", message: "t:1:1: found {{ }}, expected a name"),
        Case(description: "empty section", text: "{{#}}", message: "t:1:1: found {{#}}, expected a name"),
        Case(
            description: "one delimiter", text: "{{=<%=}}",
            message: "t:1:1: found {{=<%=}}, expected two delimiters without '=', as in {{=<% %>=}}"),
        Case(
            description: "delimiters without an end", text: "{{=<% %>}}",
            message: "t:1:1: found {{=<% %>, expected a name"),
    ]

    @Test("has file, line, column and the expected text", arguments: cases)
    func message(_ one: Case) {
        let error = #expect(throws: TemplateError.self) { try Template(name: "t", text: one.text) }
        #expect(error?.description == one.message)
    }

    @Test("ends the parsing of excessively nested sections")
    func nesting() {
        let text = String(repeating: "{{#a}}", count: 100_000)
        let error = #expect(throws: TemplateError.self) { try Template(name: "t", text: text) }
        #expect(error?.expected == "at most 64 nested sections")
    }

    @Test("ends partials that include themselves", arguments: ["{{>a}}", "{{>b}}", "{{>a}}{{>a}}"])
    func recursion(text: String) throws {
        let partials = ["a": try Template(name: "a", text: text), "b": try Template(name: "b", text: "{{>a}}")]
        let template = try Template(name: "t", text: "x {{>a}}")
        let error = #expect(throws: TemplateError.self) { try template.render(.object([:]), partials: partials) }
        #expect(error?.expected == "at most 128 nested partials")
    }

    @Test("ends endless nesting of lists, by steps and by bytes", arguments: ["", "0123456789"])
    func explosion(text: String) throws {
        let sections = String(repeating: "{{#l}}", count: 30) + text + String(repeating: "{{/l}}", count: 30)
        let value = TemplateValue.object(["l": .list(Array(repeating: .text(text + "x"), count: 20))])
        let template = try Template(name: "t", text: sections)
        #expect(throws: TemplateError.self) { try template.render(value) }
    }

    @Test(
        "ends a partial that includes itself with growing indentation, before memory is exhausted",
        arguments: [
            (100_000, "at most 1000 bytes of indentation"), (7, "at most 128 nested partials"),
            (900, "at most 1000 bytes of indentation"),
        ])
    func indentation(blanks: Int, expected: String) throws {
        let indent = String(repeating: " ", count: blanks)
        let partials = ["a": try Template(name: "a", text: "x\n\(indent){{>a}}\n")]
        let template = try Template(name: "t", text: "{{>a}}")
        let error = #expect(throws: TemplateError.self) { try template.render(.object([:]), partials: partials) }
        #expect(error?.expected == expected)
    }

    @Test("ends an indentation of too many lines, naming the partial")
    func indentedLines() throws {
        let lines = String(repeating: "x\n", count: 200_000)
        let partials = ["big": try Template(name: "big", text: lines)]
        let template = try Template(name: "t", text: String(repeating: " ", count: 1000) + "{{>big}}\n")
        let error = #expect(throws: TemplateError.self) { try template.render(.object([:]), partials: partials) }
        #expect(error?.description == "big:1:1: found more, expected at most 4000000 bytes")
        let few = try Template(name: "t", text: "  {{>big}}\n")
        #expect(try few.render(.object([:]), partials: partials).count == 800_000)
    }

    @Test("ends or completes the parsing of any arrangement of braces and signs")
    func garbage() {
        let pieces = ["{{", "}}", "{", "}", "#a", "/a", "^a", ">a", "!", "=", "&", " ", "\n", "\r\n", "é", "=| |="]
        var state: UInt64 = 42
        for _ in 0..<3000 {
            var text = ""
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int(state >> 33) % pieces.count]
            }
            do throws(TemplateError) {
                let shown = try Template(name: "t", text: text).render(.object(["a": .bool(true)]))
                #expect(shown.count <= text.utf8.count * 2)
            } catch {
                #expect(error.line >= 1 && error.column >= 1, "\(text)")
            }
        }
    }
}
