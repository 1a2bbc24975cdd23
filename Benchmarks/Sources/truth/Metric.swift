/// A property of a contestant that has a goal.
///
/// The raw values are the keys of `thresholds.json`.
enum Metric: String, CaseIterable {
    /// The error of the displayed position divided by that of the raw fixes.
    case ratio
    /// The increase of the odometer while the true position is at rest, metres per hour.
    case phantom
    /// The error of the odometer, per cent of the true distance.
    case odometer
    /// Outliers that were displayed or accepted.
    case outliers
    /// Rejected good fixes, per cent.
    case rejected
    /// Epochs until a relocation is displayed.
    case relocation
    /// The longest contradiction between state and truth, seconds.
    case contradiction
    /// Epochs whose time runs backwards or is a day off, or that display 0,0.
    case faults
    /// Epochs with the true position inside the radius, per cent.
    case containment
    /// Seconds with the true position more than three radii away, without the first ten of each occurrence.
    case astray
    /// The mean radius divided by that of gpsd's model.
    case radius
    /// Epochs with the correct motion, per cent.
    case motion
}
