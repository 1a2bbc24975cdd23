import JSON
import Location

extension JSONWriter {
    mutating func members(of integrity: Integrity) {
        word("level", integrity.level.rawValue)
        time("since", integrity.since)
        objects("reasons", integrity.reasons) { json, reason in
            json.word("code", reason.code.rawValue)
            json.string("detail", reason.detail)
        }
    }
}

extension ReportDocument {
    /// The keys of a judgement and their types, before validation.
    struct IntegrityMembers: Decodable {
        struct ReasonMembers: Decodable {
            var code: String
            var detail: String
        }

        var level: String
        var since: String
        var reasons: [ReasonMembers]?

        /// Returns the judgement after validation; reasons of a newer daemon, whose codes are unknown, are left out.
        func integrity() throws(ReportJSONError) -> Integrity {
            Integrity(
                level: try choice("integrity.level", level), since: try moment("integrity.since", since),
                reasons: (reasons ?? []).compactMap { reason in
                    Integrity.Code(rawValue: reason.code).map {
                        Integrity.Reason(code: $0, detail: DevicePath.redacted(reason.detail))
                    }
                })
        }
    }
}
