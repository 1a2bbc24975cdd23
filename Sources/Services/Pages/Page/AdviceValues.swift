import Languages
import Location

/// The template values of what is wrong, and of what helps.
struct AdviceValues {
    private let shown: ShownReport
    private let gpsd: String
    private let table: LanguageTable

    init(_ shown: ShownReport, gpsd: String, in table: LanguageTable) {
        (self.shown, self.gpsd, self.table) = (shown, gpsd, table)
    }

    var values: [String: TemplateValue] {
        var values = [
            "startingText": table.value("static.is-starting", around: "gpsd"),
            "noGPSDText": table.value("static.no-response", around: "gpsd"),
            "noReceiverText": table.value("static.without-receiver", around: "gpsd"),
            "noFixText": .text(noFix),
        ]
        values["rejections"] = shown.rejections.map(rejections)
        values["receiverFault"] = shown.report.receiverFault.map(fault)
        return values
    }

    private var noFix: String {
        guard let visible = shown.report.satellites?.visible else { return table.text("static.no-position") }
        return table.text("static.no-position-in-view", count: visible)
    }

    private func rejections(_ rejections: RejectionSummary) -> TemplateValue {
        let span = AgeText.span(rejections.window, in: table)
        let counts = ["count": String(rejections.count), "epochs": String(rejections.epochs), "span": span]
        let explanation = translated(rejections.explanation, "problems.rejection-\(rejections.reason)")
        let reason = translated(rejections.reason, "problems.rejection-\(rejections.reason)")
        return .object([
            "count": .text(String(rejections.count)), "epochs": .text(String(rejections.epochs)), "span": .text(span),
            "reason": .text(rejections.reason), "explanation": .text(explanation),
            "sentence": .text(table.text("static.not-used", counts)),
            "mostOften": .text(table.text("static.most-often", ["reason": explanation])),
            "mostly": .text(table.text("static.rejected-mostly", counts.merging(["reason": reason]) { $1 })),
        ])
    }

    private func fault(_ fault: ReceiverFault) -> TemplateValue {
        let explanation = translated(fault.explanation, "problems.fault-\(fault.name)")
        let cure = translated(fault.remedy, "problems.cure-\(fault.name)")
        return .object([
            "name": .text(fault.name), "device": .text(fault.device), "explanation": .text(explanation),
            "cure": .text(cure),
            "sentence": .text(table.text("static.fault", ["device": fault.device, "fault": explanation])),
            "help": .text(table.text("static.cure", ["cure": cure])),
        ])
    }

    /// Returns a report's own text, which is English and has numbers, or the general one of another language.
    private func translated(_ text: String, _ key: String) -> String {
        table.language == .english ? text : table.text(key)
    }
}
