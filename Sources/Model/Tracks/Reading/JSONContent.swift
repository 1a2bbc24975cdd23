import Basics
import JSON

/// Receives the tokens of a JSON text in their order.
protocol JSONContent {
    /// Consumes a token; `text` is a key or a string with its escapes resolved, or a number as written.
    mutating func take(_ token: JSONToken, _ text: Span<UInt8>, line: Int)
}

extension JSONScanner {
    /// Scans the next bytes, and passes their tokens on.
    mutating func feed<Content: JSONContent>(_ bytes: Span<UInt8>, into content: inout Content) throws(TrackFault) {
        var index = 0
        do throws(JSONSyntaxError) {
            while let token = try next(in: bytes, at: &index) { content.take(token, text.span, line: line) }
        } catch {
            throw TrackFault(error)
        }
    }

    /// Passes on the token that only the end of the text completes.
    mutating func finish<Content: JSONContent>(into content: inout Content) throws(TrackFault) {
        do throws(JSONSyntaxError) {
            while let token = try finish() { content.take(token, text.span, line: line) }
        } catch {
            throw TrackFault(error)
        }
    }
}

extension TrackFault {
    fileprivate init(_ error: JSONSyntaxError) {
        self.init(line: error.line, error.reason)
    }
}
