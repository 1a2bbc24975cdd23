import Location

extension Coordinate {
    /// Metres that a receiver can move while its latitude and longitude stay the same because they are coarse: the
    /// diagonal of the coarsest step that both are whole multiples of; 0 for those finer than two centimetres.
    ///
    /// NMEA 0183 gives minutes with two to seven decimals, binary protocols degrees with seven and more. gpsd makes
    /// degrees with nine decimals of them all, so that the step only shows in the numbers.
    var printedStep: Double {
        for step in Self.steps where isMultiple(of: step) { return step.metres }
        return 0
    }

    private func isMultiple(of step: PrintedStep) -> Bool {
        [latitude, longitude].allSatisfy { value in
            let steps = value * step.perDegree
            // Half a unit of gpsd's ninth decimal, and a little for the arithmetic.
            return abs(steps - steps.rounded()) <= step.perDegree * 0.6e-9
        }
    }

    private struct PrintedStep {
        let perDegree: Double

        /// A degree of latitude has 111.7 km at most; a step of longitude is no longer.
        var metres: Double { 111_700 / perDegree * 2.0.squareRoot() }
    }

    /// Hundredths to hundred-thousandths of a minute, ten-thousandths to millionths of a degree; the coarsest first.
    private static let steps = [6e3, 1e4, 6e4, 1e5, 6e5, 1e6, 6e6].map(PrintedStep.init)
}
