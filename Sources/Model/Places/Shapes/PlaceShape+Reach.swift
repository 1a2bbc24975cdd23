extension PlaceShape {
    /// Metres from the middle that the whole place is within.
    public var boundingRadius: Double { boundingCircle.radius }
}
