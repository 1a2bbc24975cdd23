/// The values of a fix that only a receiver which is attached reports, and no file.
public struct FixDetails: Hashable, Sendable {
    /// The form of the uncertainty; nil unless the receiver or gpsd reports the errors along north and east.
    ///
    /// In a report it holds the true position with 95 % probability; in a raw fix its size is up to the receiver.
    public var accuracyEllipse: AccuracyEllipse?
    /// The Earth-centred position in metres, if the receiver reports it too.
    public var ecefPosition: ECEFVector?
    /// The Earth-centred velocity in metres per second.
    public var ecefVelocity: ECEFVector?
    /// What the receiver reports of itself; nil if nothing.
    public var health: ReceiverHealth?
    /// The age of the corrections in seconds, 0 or more; nil without corrections, and if the receiver does not report it.
    public var differentialAge: Double?

    /// Creates details without a value.
    public init() {}
}

extension Fix {
    /// See ``FixDetails/accuracyEllipse``.
    public var accuracyEllipse: AccuracyEllipse? {
        get { details.accuracyEllipse }
        set { details.accuracyEllipse = newValue }
    }
    /// See ``FixDetails/ecefPosition``.
    public var ecefPosition: ECEFVector? {
        get { details.ecefPosition }
        set { details.ecefPosition = newValue }
    }
    /// See ``FixDetails/ecefVelocity``.
    public var ecefVelocity: ECEFVector? {
        get { details.ecefVelocity }
        set { details.ecefVelocity = newValue }
    }
    /// See ``FixDetails/health``.
    public var health: ReceiverHealth? {
        get { details.health }
        set { details.health = newValue }
    }
    /// See ``FixDetails/differentialAge``.
    public var differentialAge: Double? {
        get { details.differentialAge }
        set { details.differentialAge = newValue }
    }
}
