extension FrozenPositionDetector {
    /// The numbers that decide, each with its reason.
    enum Limits {
        /// Metres that both positions may lie apart.
        ///
        /// In gpsd's recordings of healthy receivers it is 1.5 m at most; an aeroplane at 250 m/s makes 25 m in the
        /// 0.1 s between two messages of an epoch. Below the receiver's own accuracy nothing is wrong either.
        static let disagreement = 25.0
        /// As many in a row are no accident, and still over before a page is stale.
        static let epochs = 5
        /// Metres within those epochs: the noise of a receiver whose latitude and longitude are held or coarse is
        /// centimetres to decimetres in that time.
        static let movement = 1.0
        /// Metres that rounding to centimetres can move each of three axes by, as one step.
        static let rounding = 0.018
        /// Metres from the centre of the Earth where a receiver can be: from below the pole to 100 km over the equator.
        ///
        /// Anything else, such as 0, 0, 0, is no position.
        static let radii = 6_340_000.0...6_480_000.0
        /// Metres per second: beyond 12 km/s nothing stays near the Earth, and the velocity is none.
        static let speeds = 0.0...12_000.0
        /// Metres over which the height of the sea is taken for that at the frozen position.
        static let sameGeoid = 100_000.0
        /// Metres of the geoid above the ellipsoid: EGM2008 has -107 to 86.
        static let geoid = -120.0...100.0
        /// Metres per second from which a velocity in whole centimetres per second has a course, to some 5 degrees.
        static let courseSpeed = 0.1
    }
}
