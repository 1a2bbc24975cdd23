import FoundationEssentials

@testable import Pages

/// A file of Mustache's published test cases.
struct MustacheSpecification: Decodable {
    struct Case: Decodable, CustomStringConvertible, Sendable {
        let name: String
        let data: TemplateValue
        let template: String
        let expected: String
        let partials: [String: String]?

        var description: String { name }
    }

    let tests: [Case]

    /// The directory of the cases; nil without WHEREISMY_SHARED.
    static let folder = ProcessInfo.processInfo.environment["WHEREISMY_SHARED"].map { $0 + "/conformance/mustache" }

    static let modules = ["comments", "delimiters", "interpolation", "inverted", "partials", "sections"]

    /// Returns every case of every required module; none without the directory.
    static func cases(of module: String) -> [Case] {
        guard let folder, let data = FileManager.default.contents(atPath: "\(folder)/\(module).json") else { return [] }
        return (try? JSONDecoder().decode(Self.self, from: data).tests) ?? []
    }
}

extension TemplateValue: Decodable {
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let truth = try? value.decode(Bool.self) {
            self = .bool(truth)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([TemplateValue].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: TemplateValue].self))
        }
    }
}
