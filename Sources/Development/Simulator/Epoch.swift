public import Basics
import Location

/// One epoch of a simulated receiver, with the truth beside it.
public struct Epoch: Sendable {
    /// When, UTC.
    public let time: Timestamp
    /// Where the receiver really is.
    public let truth: Truth
    /// Where it believes to be.
    public let measured: Measurement

    /// What it says on its serial line, in the order of a common receiver.
    public var sentences: [NMEASentence] {
        [.rmc(measured), .vtg(measured), .gga(measured), .gsa(measured)] + NMEASentence.gsv(measured)
            + [.gst(measured)]
    }

    /// The sentences as bytes, each with its line end.
    public var nmea: [UInt8] { sentences.flatMap(\.bytes) }
}
