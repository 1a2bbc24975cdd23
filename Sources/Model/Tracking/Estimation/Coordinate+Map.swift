import Location

extension Coordinate {
    /// Whether it is so far from another place that a flat map of there does not show it: on the far side of the Earth it
    /// would fall on the near one.
    func isOutsideMap(around other: Coordinate) -> Bool {
        let apart = abs(longitude - other.longitude)
        return abs(latitude - other.latitude) > 10 || (apart > 10 && apart < 350 && abs(latitude) < 80)
    }
}
