import Location

/// Points in the order of time, one after the other.
protocol PointCursor: AnyObject {
    /// The point it has come to; nil at the end.
    var current: TrackPoint? { get }

    /// Goes to the next one.
    func advance() throws
}
