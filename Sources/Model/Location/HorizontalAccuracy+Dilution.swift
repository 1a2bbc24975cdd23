extension HorizontalAccuracy {
    /// Metres of horizontal error at a dilution of 1: `H_UERE_NO_DGPS`, times what gpsd makes of it for its `eph`
    /// (gpsd/libgpsd_core.c, `gpsd_error_model`).
    public static let errorPerDilution = 19.0
    /// The same with differential corrections: `H_UERE_WITH_DGPS`.
    public static let errorPerDilutionDifferential = 4.75
}
