/// An assumption about a value that a program writes otherwise than its format or its header says; for people.
public enum TrackAssumption: String, CaseIterable, Sendable {
    /// The accuracy in the `hdop` of a GPX file, see ``GPXDilution``.
    case dilutionOfCreator = "accuracy in metres from hdop, as its creator writes it"
    /// The accuracy in the `hdop` of a file whose values are not those of a receiver.
    case dilutionOfValues = "accuracy in metres from hdop, by its values"
    /// The accuracy in an `hdop` that no receiver has with a position.
    case hugeDilution = "accuracy in metres from an hdop above 50"
    /// A day that follows from the time of day, see ``NMEACalendar/Change/midnight``.
    case dayAtMidnight = "day by the time of day, as the receiver's date changed late or early at midnight"
    /// The day of an epoch without a date, or with a wrong one, before one with a date.
    case laterDate = "date of a later sentence, as the receiver did not have it yet"
    /// The day of a time stamp of `gpspipe -t`.
    case dayOfTimeStamp = "date of the time stamp before the sentence"
    /// The time of a report of gpsd without one, see ``LineStamp``.
    case timeOfReception = "time of the time stamp before the report, which has none"
    /// The encoding of a document that is not what it declares; counted once.
    case singleByteText = "text in ISO-8859-1, as it is no UTF-8"
    /// The times of a receiver that is 1024 weeks behind, see ``WeekShift``.
    case weeksAdded = "1024 weeks later than in the file"
    /// The times of a receiver that is 2048 weeks behind.
    case twicePeriodAdded = "2048 weeks later than in the file"
    /// The day that the user gives.
    case givenDay = "date of --date"
    /// A time without a zone in a file of CSV with a column of zones.
    case zoneOfColumn = "time in the zone of its column"
    /// The unit of CSV of GeoPulse, see ``CSVProgram``.
    case speedOfGeoPulse = "speed in km/h, as GeoPulse writes it"
    /// The unit of CSV of a logger of Columbus.
    case speedOfColumbus = "speed in km/h, as Columbus loggers write it"
    /// The unit of CSV of OpenBikeSensor.
    case speedOfOpenBikeSensor = "speed in km/h, as OpenBikeSensor writes it"
    /// The unit of CSV of Traccar.
    case speedOfTraccar = "speed in knots, as Traccar writes it"
    /// The unit of CSV of a logger of Qstarz.
    case speedOfQstarz = "speed in km/h, as Qstarz loggers write it"
    /// A value of CSV that a point does not need and that is no number.
    case unreadableValue = "nothing for a value that is not readable"
    /// A date of six digits in CSV, see ``CSVCalendar``.
    case yearFirst = "six digits of a date as year, month and day"
    /// A date of six digits in CSV that makes no sense otherwise.
    case dayFirst = "six digits of a date as day, month and year"
}
