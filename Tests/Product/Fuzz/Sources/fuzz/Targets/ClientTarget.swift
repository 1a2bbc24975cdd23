import APIClient

/// Reads the input as a hostile daemon's response and as its events.
struct ClientTarget: FuzzTarget {
    func run(_ input: [UInt8]) {
        if let response = try? DaemonResponse(input) { _ = response.error?.detail }
        var (reader, parser) = (ResponseReader(), EventParser())
        for piece in input.pieces() {
            guard let content = try? reader.consume(piece), (try? parser.consume(content)) != nil else { break }
        }
        parser = EventParser()
        _ = try? parser.consume(input)
    }
}
