/// How likely a bit is 0, learnt from those that came before it in the same context.
///
/// The rate of learning falls from bit to bit, roughly as 1/n, down to 1/65.
struct Probability {
    private static let start: UInt32 = 0x8000_6000
    private static let slowest: UInt32 = 1000

    /// The probability of 0 in the upper half, in 65536ths, 1 to 65535; the rate in the lower half, likewise.
    private var state = start

    /// The probability of 0, in 65536ths.
    var ofZero: UInt64 { UInt64(state &>> 16) }

    /// Learns what the bit was.
    @inline(__always)
    mutating func update(_ bit: Bool) {
        let probability = state &>> 16
        let rate = state & 0xFFFF
        let change = bit ? 0 &- (probability &* rate) &>> 16 : ((0x10000 &- probability) &* rate) &>> 16
        let nextRate = rate > Self.slowest ? rate &- (rate &* rate) &>> 16 : rate
        state = (probability &+ change) &<< 16 | nextRate
    }
}
