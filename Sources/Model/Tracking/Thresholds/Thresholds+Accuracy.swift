/// How wrong a fix is.
extension Thresholds {
    /// Metres: the radius taken where a receiver gives none; a receiver of the year 2000 in the open.
    static let unknownRadius = 15.0
    /// Metres of horizontal error at a dilution of 1 in gpsd's model, which no receiver of today reaches.
    static let modelRadius = 19.0
    /// The part of gpsd's model that holds 95 of 100 fixes of receivers old and new in the open (7 m at 0.9).
    static let dilutionShare = 0.37
    /// Metres: no receiver without corrections is better along an axis for minutes.
    static let smallestDeviation = 0.3
    /// The part of the error that is new each epoch.
    static let fastShare = 0.06
    /// Metres: the last digit of what a receiver prints.
    static let smallestFastDeviation = 0.05
    /// Seconds in which the slow error forgets two thirds of itself: it follows satellites, ionosphere and
    /// reflections; the longest that is common, so that averages are not taken for better than they are.
    static let memory = 250.0

    /// The same for what is left of the error under a worse sky.
    static let skyMemory = 10.0
}
