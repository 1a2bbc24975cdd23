import Basics
import JSON

/// Receives the tokens of a JSON text in their order.
protocol JSONTokenHandler {
    /// Consumes a token; `text` is a key or a string with its escapes resolved, or a number as written.
    mutating func handle(_ token: JSONToken, text: Span<UInt8>, line: Int)
}

extension JSONScanner {
    /// Scans the next bytes, and passes their tokens on.
    mutating func feed<Content: JSONTokenHandler>(_ bytes: Span<UInt8>, into content: inout Content) throws(TrackError) {
        var index = 0
        do throws(JSONSyntaxError) {
            while let token = try next(in: bytes, at: &index) { content.handle(token, text: text.span, line: line) }
        } catch {
            throw TrackError(error)
        }
    }

    /// Passes on the token that only the end of the text completes.
    mutating func finish<Content: JSONTokenHandler>(into content: inout Content) throws(TrackError) {
        do throws(JSONSyntaxError) {
            while let token = try finish() { content.handle(token, text: text.span, line: line) }
        } catch {
            throw TrackError(error)
        }
    }
}

extension TrackError {
    fileprivate init(_ error: JSONSyntaxError) {
        self.init(line: error.line, error.reason)
    }
}
