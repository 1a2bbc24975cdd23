extension Coordinate {
    /// Makes a coordinate in any case: what is out of range is brought to the nearest, what is no number is 0.
    ///
    /// For values that a program works out itself; what comes from outside goes through ``init(latitude:longitude:)``.
    public init(clampingLatitude latitude: Double, longitude: Double) {
        self.latitude = latitude.isNaN ? 0 : min(max(latitude, -90), 90)
        self.longitude = longitude.isNaN ? 0 : min(max(longitude, -180), 180)
    }
}
