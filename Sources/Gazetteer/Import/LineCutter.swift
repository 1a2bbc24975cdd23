/// Cuts pieces of a file into lines, those of CSV where quotation marks are closed.
struct LineCutter {
    /// A longer line is none: alternative names of GeoNames take up to 10,000 bytes.
    private static let longestLine = 1 << 17

    let format: TableFormat
    /// A line that has begun in an earlier piece.
    private var begun: [UInt8] = []
    private var number = 1
    /// The number of the line in which the open record began.
    private var start = 1
    private var isInQuotes = false
    private var isTooLong = false

    init(_ format: TableFormat) {
        self.format = format
    }

    /// Takes a piece, and gives away each line that ends in it; nil for one that is too long.
    mutating func feed(_ bytes: Span<UInt8>, _ take: (Span<UInt8>?, Int) throws -> Void) rethrows {
        var from = 0
        for index in bytes.indices {
            let byte = bytes[index]
            if format.isQuoting, byte == UInt8(ascii: "\"") { isInQuotes.toggle() }
            guard byte == 0x0A else { continue }
            number += 1
            // A line that is too long ends at its first end: its quotation mark may be a stray one.
            guard !isInQuotes || isTooLong else { continue }
            try end(bytes.extracting(from..<index), take)
            from = index + 1
        }
        keep(bytes.extracting(from..<bytes.count))
    }

    /// Gives away a last line that has no end.
    mutating func finish(_ take: (Span<UInt8>?, Int) throws -> Void) rethrows {
        guard !begun.isEmpty || isTooLong else { return }
        try end([UInt8]().span, take)
    }

    private mutating func end(_ rest: Span<UInt8>, _ take: (Span<UInt8>?, Int) throws -> Void) rethrows {
        let line = start
        if begun.isEmpty, !isTooLong, rest.count <= Self.longestLine {
            start = number
            isInQuotes = false
            return try take(rest, line)
        }
        keep(rest)
        let (whole, wasTooLong) = (begun, isTooLong)
        begun.removeAll(keepingCapacity: true)
        (start, isInQuotes, isTooLong) = (number, false, false)
        try take(wasTooLong ? nil : whole.span, line)
    }

    private mutating func keep(_ piece: Span<UInt8>) {
        guard !isTooLong else { return }
        guard begun.count + piece.count <= Self.longestLine else {
            isTooLong = true
            begun.removeAll(keepingCapacity: true)
            return
        }
        begun.append(addingCapacity: piece.count) { output in
            for index in piece.indices { output.append(piece[index]) }
        }
    }
}
