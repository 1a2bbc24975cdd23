import Basics
import JSON

/// A diagnosis as text or JSON.
public struct DiagnosisReport {
    private static let verdictWidth = 9
    private static let nameWidth = 17

    let diagnosis: Diagnosis

    /// Creates the report of a diagnosis.
    public init(diagnosis: Diagnosis) {
        self.diagnosis = diagnosis
    }

    /// A line for each check, and a summary, wrapped at the width of the terminal; nil for no wrapping.
    public func text(columns: Int?) -> String {
        let lines = diagnosis.findings.map { finding in
            let head = padded(finding.result.status, Self.verdictWidth) + padded(finding.check.rawValue, Self.nameWidth)
            let cure = finding.result.cure.map { "fix: \($0)" }
            // Texts of gpsd and of files must not control the terminal.
            let parts = [finding.result.found, cure].compactMap { $0 }.map { PrintableText.sanitized($0) }
            return head + WrappedText.text(parts, columns: columns, indent: Self.verdictWidth + Self.nameWidth) + "\n"
        }
        return lines.joined() + summary + "\n"
    }

    private var summary: String {
        let (failures, warnings) = (diagnosis.count(of: "fail"), diagnosis.count(of: "warn"))
        guard failures + warnings > 0 else { return "no problems found" }
        let parts = [counted(failures, "failure"), counted(warnings, "warning")].compactMap { $0 }
        return parts.joined(separator: ", ")
    }

    private func counted(_ count: Int, _ noun: String) -> String? {
        count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    /// One line of JSON.
    public var json: [UInt8] {
        JSONWriter.line { json in
            json.objects("checks", diagnosis.findings) { json, finding in
                json.word("check", finding.check.rawValue)
                json.word("status", finding.result.status)
                json.string("found", finding.result.found)
                json.string("cure", finding.result.cure)
                if case .skipped(_, let because) = finding.result { json.word("because", because?.rawValue) }
            }
            for word in ["ok", "warn", "fail", "skipped"] { json.integer(word, diagnosis.count(of: word)) }
        }
    }
}

enum WrappedText {
    private static let minWidth = 30

    /// Wraps texts below each other.
    ///
    /// - Parameters:
    ///   - parts: the texts, each of one line.
    ///   - columns: the width of the terminal; nil for no wrapping.
    ///   - indent: the characters before the column.
    /// - Returns: the text, its first row without the indent; one row where there is no room.
    static func text(_ parts: [String], columns: Int?, indent: Int) -> String {
        guard let columns, columns - indent >= minWidth else { return parts.joined(separator: "; ") }
        let rows = parts.flatMap { Self.rows($0, width: columns - indent) }
        return rows.joined(separator: "\n" + String(repeating: " ", count: indent))
    }

    private static func rows(_ text: String, width: Int) -> [String] {
        text.split(separator: " ").reduce(into: []) { rows, word in
            if let last = rows.last, last.count + 1 + word.count <= width {
                rows[rows.count - 1] = "\(last) \(word)"
            } else {
                rows.append(String(word))
            }
        }
    }
}
