/// A property of a contestant that has a goal.
///
/// The raw values are the keys of `thresholds.json`.
enum Metric: String, CaseIterable {
    /// The error of the displayed position divided by that of the raw fixes.
    case ratio
    /// The increase of the odometer while the true position is at rest, per cent of the path of the raw fixes.
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
    /// Epochs with the true position outside the radius, per cent, beyond 7 and beyond those of the raw fixes.
    case unsure
    /// Seconds with the true position more than three radii away, without the first ten of each occurrence,
    /// beyond those of the raw fixes.
    case astray
    /// The median radius divided by the 95 % error of the raw fixes.
    case radius
    /// Epochs with the correct motion, per cent.
    case motion
}
