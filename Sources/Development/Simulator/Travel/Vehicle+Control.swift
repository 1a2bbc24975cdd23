extension Vehicle {
    /// Metres per second squared with which it goes on for a moment, to have a speed now and another where the way ends.
    ///
    /// It brakes as late as it can, by what leads to the last speed exactly; a moment ahead, so as never to brake
    /// harder for having begun too late.
    func acceleration(
        from speed: Double, to wanted: Double, endSpeed end: Double, metresLeft left: Double, moment: Double
    ) -> Double {
        let surplus = speed * speed - end * end
        if surplus > 0, surplus >= 2 * braking * (left - speed * moment) { return -surplus / (2 * left) }
        return min(max((wanted - speed) / moment, -2 * braking), acceleration)
    }
}
