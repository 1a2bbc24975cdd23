import Testing

/// Journeys with a receiver that does what it can.
///
/// Each figure depends on each fix, so that a rule or a constant that changes shows here; `make truth` has whether that is
/// better. Where a change is meant, the new text is what the failure prints.
struct TravelJourneyTests {
    @Test("on a journey, what is shown and learnt is the same to the millimetre", arguments: cases)
    func outcome(journey: JourneyCase) {
        let record = journey.record
        #expect(record == journey.outcome, "BEGIN \(journey.name) \(journey.seed) \(journey.seconds)\n\(record)\nEND")
    }

    private static let cases = [
        JourneyCase(
            "walk", seed: 1, 900,
            """
            0.0 moving, 17.0 stationary, 23.1 moving, 49.0 stationary, 94.1 moving, 717.0 stationary, 778.0 moving
            restarted 1, passed-through 788, averaged 111
            error 10.095, radius 40.549, now 91.002, moved 0.203, speed 1.228, travelled 1063.43, noise 0.08447 of
            100.0 s, walk 2.5146 3.8911, best radius 38.964, rest 1.765 4.0464 8.9797, motion 6.7784 28.4143
            93.9659, rest by sky 8.9797 0.0, motion by sky 80.9233 453.3634, scale 0.0, innovation 2.4628
            """),
        JourneyCase(
            "walk-nmea", seed: 14, 600,
            """
            0.0 stationary, 18.0 moving, 38.0 stationary, 48.0 moving, 56.0 stationary, 93.0 moving
            restarted 1, averaged 60, passed-through 538, repeated 1
            error 2.95, radius 11.986, now 8.752, moved 0.058, speed 1.242, travelled 732.204, noise 0.023955 of
            47.0 s, walk 1.1434 1.1203, best radius 6.066, rest 0.4303 0.8682 1.8786, motion 4.7379 22.4095 75.1024,
            rest by sky 1.8786 0.0, motion by sky 75.1024 0.0, scale 0.0, innovation 0.0
            """),
        JourneyCase(
            "city", seed: 15, 1200,
            """
            0.0 stationary, 61.0 moving, 116.0 stationary, 127.9 moving, 175.0 stationary, 198.0 moving, 298.0
            stationary, 359.0 moving, 396.0 stationary, 419.0 moving, 573.0 stationary, 581.9 moving, 630.0
            stationary, 658.0 no-fix, 663.9 moving, 719.0 stationary, 754.0 no-fix, 758.9 moving, 759.9 stationary,
            765.9 no-fix, 771.9 moving, 829.0 stationary, 872.0 moving, 958.9 stationary, 980.0 moving, 1023.9
            no-fix, 1118.0 moving
            restarted 5, averaged 321, passed-through 441, no-position 111, smoothed 323
            error 246.526, radius 40.362, now 80.144, moved 1.855, speed 7.864, travelled 9383.19, noise 0.004925 of
            256.0 s, walk 1.5115 2.0245, best radius 13.149, rest 22.1191 42.0923 120.2799, motion 13.6121 39.5922
            86.8556, rest by sky 2.0575 360.8014, motion by sky 85.6527 89.9584, scale 0.0, innovation 8.2122
            """),
        JourneyCase(
            "city", seed: 26, 900,
            """
            0.0 stationary, 61.0 moving, 232.0 stationary, 262.0 moving, 329.0 stationary, 352.0 moving, 508.0
            stationary, 534.0 moving, 602.0 stationary, 619.0 moving, 682.0 stationary, 728.0 moving, 808.0
            stationary, 843.1 moving, 848.0 stationary, 862.1 moving
            restarted 1, averaged 248, passed-through 651
            error 14.079, radius 48.324, now 174.627, moved 0.462, speed 6.392, travelled 5757.917, noise 0.033687
            of 204.0 s, walk 2.2393 3.8102, best radius 30.972, rest 14.0872 16.1939 8.7746, motion 28.2018 86.4532
            203.2055, rest by sky 2.8552 18.8725, motion by sky 25.3338 539.976, scale 0.0, innovation 21.6339
            """),
        JourneyCase(
            "city-nospeed", seed: 16, 1200,
            """
            0.0 unknown, 8.0 stationary, 64.0 moving, 141.0 stationary, 197.0 moving, 220.0 stationary, 240.0
            moving, 267.0 stationary, 289.0 moving, 329.0 stationary, 379.0 moving, 439.0 stationary, 465.9 moving,
            502.0 stationary, 557.0 moving, 652.0 stationary, 669.0 moving, 677.0 stationary, 708.0 moving, 794.0
            stationary, 824.0 moving, 979.0 stationary, 1026.0 moving, 1113.0 stationary, 1123.0 moving, 1156.0
            no-fix
            restarted 1, passed-through 734, averaged 421, no-position 45
            error 72.642, radius 15.0, now 0.0, moved 0.537, speed 0.0, travelled 6902.354, noise 0.0081 of 0.0 s,
            walk 2.8932 2.7334, best radius 15.0, rest 1.9043 3.6563 6.1227, motion 0.0 0.0 0.0, rest by sky 6.1227
            0.0, motion by sky 0.0 0.0, scale 0.0, innovation 0.0
            """),
        JourneyCase(
            "city-derived", seed: 17, 600,
            """
            0.0 unknown, 1.0 moving, 2.0 stationary, 3.0 moving, 11.0 stationary, 14.0 moving, 19.0 stationary, 64.0
            moving, 113.0 stationary, 143.0 moving, 162.0 stationary, 212.0 moving, 232.0 stationary, 266.0 moving,
            338.0 stationary, 371.0 moving, 393.0 stationary, 447.0 moving, 538.0 stationary, 583.0 moving
            restarted 1, passed-through 304, averaged 295
            error 3.836, radius 15.095, now 0.174, moved 0.841, speed 4.257, travelled 2591.61, noise 0.0081 of 0.0
            s, walk 3.1241 3.0956, best radius 12.549, rest 2.1551 4.6608 6.5617, motion 0.2983 0.1535 0.0, rest by
            sky 6.6349 1.7276, motion by sky 0.0 0.0, scale 0.0, innovation 0.0, derived
            """),
        JourneyCase(
            "city-nocourse", seed: 18, 500,
            """
            0.0 stationary, 65.0 moving, 90.0 stationary, 114.0 moving, 217.0 stationary, 223.0 moving, 225.0
            stationary, 276.0 moving, 351.0 stationary, 357.0 moving, 359.0 stationary, 383.0 moving, 398.0
            stationary, 411.0 moving, 483.0 stationary
            restarted 1, averaged 205, passed-through 294
            error 3.556, radius 4.229, now 0.0, moved 0.264, speed 5.545, travelled 2709.001, noise 0.000652 of 88.0
            s, walk 0.623 0.4912, best radius 3.224, rest 0.1809 0.3922 0.4734, motion 0.0 0.0 0.0, rest by sky
            0.4734 0.0, motion by sky 0.0 0.0, scale 0.0, innovation 0.0, held
            """),
        JourneyCase(
            "city-10hz", seed: 19, 150,
            """
            0.0 stationary, 2.5 moving, 17.0 stationary, 27.2 moving, 34.5 stationary, 42.6 moving, 115.9
            stationary, 121.1 moving, 128.5 stationary
            restarted 1, averaged 474, passed-through 1026
            error 2.73, radius 3.095, now 3.704, moved 0.129, speed 2.314, travelled 321.981, noise 0.149704 of 25.8
            s, walk 0.348 0.2933, best radius 1.725, rest 0.2982 0.5568 0.0, motion 7.1081 29.7391 69.22, rest by
            sky 0.0 0.0, motion by sky 69.22 0.0, scale 0.0, innovation 0.0
            """),
        JourneyCase(
            "city-slow", seed: 20, 1500,
            """
            0.0 moving, 10.0 stationary, 55.1 moving, 110.0 stationary, 115.0 moving, 160.0 stationary, 180.1
            moving, 190.0 stationary, 195.1 moving, 235.1 stationary, 280.0 moving, 335.0 stationary, 355.0 moving,
            430.0 stationary, 480.0 moving, 530.0 stationary, 555.0 moving, 560.0 stationary, 565.0 moving, 765.0
            stationary, 775.0 moving, 780.0 stationary, 785.0 moving, 855.0 stationary, 880.0 moving, 985.1
            stationary, 995.1 moving, 1025.1 stationary, 1035.0 moving, 1055.0 stationary, 1070.0 moving, 1085.0
            no-fix, 1190.0 moving, 1250.0 stationary, 1265.0 moving, 1340.0 stationary, 1380.0 moving
            restarted 2, passed-through 209, averaged 67, held 1, no-position 21
            error 278.62, radius 15.753, now 90.023, moved 0.265, speed 6.984, travelled 10288.42, noise 0.040073 of
            210.0 s, walk 1.4036 2.3317, best radius 15.0, rest 0.4573 1.1298 1.5152, motion 18.4358 57.0743
            122.8826, rest by sky 1.5152 0.0, motion by sky 122.8826 0.0, scale 0.0, innovation 0.0
            """),
        JourneyCase(
            "road-5hz", seed: 21, 200,
            """
            0.0 stationary, 1.0 moving, 21.8 stationary, 46.6 moving
            restarted 1, averaged 128, passed-through 871
            error 5.948, radius 11.776, now 35.74, moved 0.167, speed 14.203, travelled 2839.273, noise 0.044124 of
            16.0 s, walk 1.2506 1.3439, best radius 7.905, rest 1.9405 3.276 0.0, motion 4.8719 15.1508 48.0892,
            rest by sky 0.0 0.0, motion by sky 48.0892 0.0, scale 0.0, innovation 0.0
            """),
        JourneyCase(
            "motorway", seed: 22, 400,
            """
            0.0 moving, 6.0 stationary, 10.0 moving
            restarted 1, passed-through 396, averaged 4
            error 2.591, radius 15.876, now 20.675, moved 0.0, speed 27.135, travelled 10860.338, noise 0.031904 of
            3.0 s, walk 1.7898 2.55, best radius 15.0, rest 0.0 0.0 0.0, motion 3.557 18.065 76.6982, rest by sky
            0.0 0.0, motion by sky 76.6982 0.0, scale 0.0, innovation 0.0
            """),
        JourneyCase(
            "train", seed: 23, 700,
            """
            0.0 moving, 51.0 stationary, 80.0 no-fix, 86.0 stationary, 126.0 moving, 336.0 no-fix, 344.0 moving,
            353.0 no-fix, 361.0 moving, 681.0 stationary
            restarted 4, passed-through 587, averaged 88, no-position 22
            error 41.911, radius 20.736, now 34.532, moved 0.161, speed 35.817, travelled 25075.239, noise 0.109775
            of 102.0 s, walk 1.9768 3.2458, best radius 2.815, rest 16.9837 53.1943 147.3256, motion 8.4555 38.3665
            146.1052, rest by sky 0.0 147.3256, motion by sky 87.6223 269.5313, scale 0.0, innovation 0.0
            """),
        JourneyCase(
            "antimeridian", seed: 24, 600,
            """
            0.0 moving, 22.0 stationary, 62.0 moving, 319.0 stationary, 363.0 moving, 367.0 stationary, 433.0 moving
            restarted 1, passed-through 450, averaged 149
            error 1.559, radius 9.821, now 2.288, moved 0.072, speed 10.192, travelled 6106.459, noise 0.071529 of
            135.0 s, walk 0.5494 1.4248, best radius 17.1, rest 0.0512 0.1366 0.2219, motion 2.3236 11.2157 47.782,
            rest by sky 0.2219 0.0, motion by sky 47.782 0.0, scale 0.0, innovation 156.1708, modelled
            """),
        JourneyCase(
            "pole", seed: 25, 1200,
            """
            0.0 moving, 15.0 stationary, 18.0 moving, 29.0 stationary, 31.0 moving, 44.0 stationary, 48.0 moving,
            1000.0 stationary, 1053.0 moving, 1062.0 stationary, 1069.0 moving
            restarted 1, passed-through 1131, averaged 68
            error 3.388, radius 13.742, now 12.414, moved 0.113, speed 10.39, travelled 12446.901, noise 0.141819 of
            54.0 s, walk 1.3894 1.5833, best radius 6.368, rest 3.3241 12.4302 40.9609, motion 7.7081 34.0634
            152.8171, rest by sky 40.9609 0.0, motion by sky 152.8171 0.0, scale 0.0, innovation 0.0
            """),
    ]
}
