import JSON

/// Handles the tokens of a JSON text in order.
protocol JSONTokenHandler {
    /// Handles a token; `text` is the unescaped key or string, or the literal number.
    mutating func handle(_ token: JSONToken, text: Span<UInt8>, line: Int)
}

extension JSONScanner {
    /// Scans a chunk and passes its tokens to a handler.
    ///
    /// - Throws: ``TrackError``; scanning must not continue after it.
    mutating func feed<Content: JSONTokenHandler>(_ bytes: Span<UInt8>, into content: inout Content) throws(TrackError)
    {
        var index = 0
        do throws(JSONSyntaxError) {
            while let token = try next(in: bytes, at: &index) { content.handle(token, text: text.span, line: line) }
        } catch {
            throw TrackError(error)
        }
    }

    /// Ends the text and passes the token that this completes to a handler.
    ///
    /// - Throws: ``TrackError`` if a value is incomplete.
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
