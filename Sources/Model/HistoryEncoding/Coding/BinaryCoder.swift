/// One side of a channel of bits: an encoder, or a decoder.
///
/// A model is written once against this, for both sides: an encoder takes the bit it is given and answers it, a
/// decoder answers the one that was written and looks at nothing else.
protocol BinaryCoder {
    /// Codes a bit by its probability, which learns from it.
    mutating func code(_ bit: Bool, _ probability: inout Probability) -> Bool

    /// Codes up to 64 bits as they are.
    mutating func direct(_ bits: UInt64, count: Int) -> UInt64
}
