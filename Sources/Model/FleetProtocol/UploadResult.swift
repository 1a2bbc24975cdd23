import Basics
import JSON

/// The answer of a collector to an upload, after the commit of the database.
public enum UploadResult: Hashable, Sendable {
    /// A point that is not stored, and never will be.
    public struct RefusedItem: Hashable, Sendable {
        /// The index of the point in the body, from 0; events follow the points.
        public var index: Int
        /// The reason, for people.
        public var reason: String

        /// Creates a refusal.
        public init(index: Int, reason: String) {
            self.index = index
            self.reason = reason
        }
    }

    /// The number of points and events in the database now, with repeated ones; the others are refused.
    case stored(Int, refused: [RefusedItem])
    /// The whole body is refused, and must not be sent again: it cannot be decoded.
    case rejected(String)
    /// Nothing is stored because of who sent it, such as an unknown or disabled device: the body stays with its sender,
    /// and is sent again after a long time.
    case forbidden(String)
    /// Nothing was stored, and the body must be sent again later. Over MQTT no answer is sent instead.
    case unavailable(String)

    /// The maximum number of bytes of an answer.
    public static let maxByteCount = 60_000
    /// The maximum number of refusals; a body with more of them is rejected as a whole.
    public static let maxRefusals = 400
    /// The maximum length of a reason, in Unicode scalars.
    public static let maxReasonLength = 100
}

extension UploadResult {
    /// The answer as JSON on one line: `{"stored":99,"refused":[{"index":3,"reason":"…"}]}`, `{"rejected":"…"}`,
    /// `{"forbidden":"…"}` or `{"unavailable":"…"}`; `refused` is absent if nothing is.
    public var json: [UInt8] {
        let bytes = encoded
        guard case .stored(_, let refused) = self, bytes.count > Self.maxByteCount else { return bytes }
        return Self.rejected(Self.summary(of: refused)).encoded
    }

    private static func summary(of refused: [RefusedItem]) -> String {
        "\(refused.count) fixes refused, the first: \(refused.first?.reason ?? "")"
    }

    private var encoded: [UInt8] {
        JSONWriter.object { writer in
            switch self {
            case .stored(_, let refused) where refused.count > Self.maxRefusals:
                writer.string("rejected", Self.cut(Self.summary(of: refused)))
            case .stored(let count, let refused):
                writer.integer("stored", count)
                guard !refused.isEmpty else { return }
                writer.objects("refused", refused) { writer, refusal in
                    writer.integer("index", refusal.index)
                    writer.string("reason", Self.cut(refusal.reason))
                }
            case .rejected(let reason): writer.string("rejected", Self.cut(reason))
            case .forbidden(let reason): writer.string("forbidden", Self.cut(reason))
            case .unavailable(let reason): writer.string("unavailable", Self.cut(reason))
            }
        }
    }

    private static func cut(_ reason: String) -> String {
        PrintableText.sanitized(reason, limit: maxReasonLength)
    }

    /// Decodes an answer; nil if it is none.
    public init?(_ json: [UInt8]) {
        guard json.count <= Self.maxByteCount, let document = try? SafeJSON.decode(Document.self, from: json) else {
            return nil
        }
        if let count = document.stored {
            let refused = document.refused ?? []
            guard count >= 0, refused.count <= Self.maxRefusals, refused.allSatisfy({ $0.index >= 0 }) else {
                return nil
            }
            self = .stored(
                count, refused: refused.map { RefusedItem(index: $0.index, reason: Self.cut($0.reason ?? "")) })
        } else if let reason = document.rejected {
            self = .rejected(Self.cut(reason))
        } else if let reason = document.forbidden {
            self = .forbidden(Self.cut(reason))
        } else if let reason = document.unavailable {
            self = .unavailable(Self.cut(reason))
        } else {
            return nil
        }
    }

    private struct Document: Decodable {
        struct Refused: Decodable {
            var index: Int
            var reason: String?
        }

        var stored: Int?
        var refused: [Refused]?
        var rejected: String?
        var forbidden: String?
        var unavailable: String?
    }
}
