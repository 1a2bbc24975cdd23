/// What is judged.
enum Figure: String, CaseIterable {
    /// Error of the shown position as a part of that of the raw fixes.
    case ratio
    /// Metres an hour that the odometer grows while the truth stands.
    case phantom
    /// Per cent of the true way.
    case odometer
    /// Bad fixes shown.
    case outliers
    /// Per cent of good fixes rejected.
    case rejected
    /// Epochs until a relocation is shown.
    case relocation
    /// Longest contradiction of state and truth, seconds.
    case contradiction
    /// Time running backwards or days off, 0,0 shown.
    case faults
    /// Per cent of epochs with the truth inside the radius.
    case containment
    /// Seconds with the truth three radii away, or more, beyond ten in a row.
    case astray
    /// Mean radius as a part of what gpsd claims.
    case radius
    /// Per cent of epochs with the motion right.
    case motion
}
