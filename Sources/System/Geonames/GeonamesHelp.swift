/// The help of `whereismy-geonames`.
public enum GeonamesHelp {
    /// The usage, without its line end.
    public static let usage = "whereismy-geonames [--mark|--help]"

    /// The usage, the purpose and the options, as lines.
    public static let text = """
        Usage: \(usage)
        Print the cities of libgeonames for whereismy gazetteer import, a line each: name, region, country, latitude,
        longitude and population, separated by tabs.

        Options:
              --mark  print the path, the size and the date of the library in place of its cities
          -h, --help  print this help and exit

        """
}
