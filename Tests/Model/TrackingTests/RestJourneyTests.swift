import Testing

/// Receivers at rest, or nearly so.
///
/// Each figure depends on each fix, so that a rule or a constant that changes shows here; `make truth` has whether that is
/// better. Where a change is meant, the new text is what the failure prints.
struct RestJourneyTests {
    @Test("at rest, what is shown and learnt is the same to the millimetre", arguments: cases)
    func outcome(journey: JourneyCase) {
        let record = journey.record
        #expect(record == journey.outcome, "BEGIN \(journey.name) \(journey.seed) \(journey.seconds)\n\(record)\nEND")
    }

    private static let cases = [
        JourneyCase(
            "parked", seed: 1, 2400,
            """
            0.0 moving, 17.0 stationary, 23.1 moving, 49.0 stationary, 240.0 moving, 251.0 stationary, 522.1 moving,
            533.1 stationary, 643.0 moving, 654.1 stationary, 857.0 moving, 878.1 stationary, 1119.1 moving, 1120.1
            stationary, 1480.1 moving, 1483.1 stationary, 2053.0 moving, 2073.0 stationary, 2310.0 moving, 2318.1
            stationary
            restarted 1, passed-through 311, averaged 2088
            error 8.294, radius 38.964, now 4.592, moved 3.521, speed 0.036, travelled 0.0, noise 0.071444 of 2201.0
            s, walk 2.7252 6.3988, best radius 38.964, rest 2.1785 6.419 16.1412, motion 7.7993 30.8182 86.1338,
            rest by sky 16.1412 0.0, motion by sky 86.1338 0.0, scale 0.0, innovation 153.8762
            """),
        JourneyCase(
            "parked-honest", seed: 2, 1500,
            """
            0.0 moving, 10.0 stationary, 233.0 moving, 239.0 stationary, 265.0 moving, 291.1 stationary, 315.1
            moving, 332.0 stationary, 486.0 moving, 492.1 stationary, 562.0 moving, 568.0 stationary, 702.0 moving,
            709.0 stationary, 770.0 moving, 772.0 stationary, 850.0 moving, 865.0 stationary, 919.0 moving, 920.0
            stationary, 952.0 moving, 964.0 stationary, 1058.1 moving, 1059.0 stationary, 1173.0 moving, 1176.0
            stationary, 1201.1 moving, 1204.0 stationary, 1336.0 moving, 1337.0 stationary, 1375.0 moving, 1381.0
            stationary, 1477.0 moving, 1491.0 stationary
            restarted 1, passed-through 358, averaged 1141
            error 1.851, radius 6.751, now 0.405, moved 0.918, speed 0.035, travelled 17.98, noise 0.022622 of
            1219.0 s, walk 1.9342 2.6955, best radius 3.626, rest 1.0092 1.9212 3.4196, motion 2.6496 10.6164
            34.2755, rest by sky 3.4196 0.0, motion by sky 34.2755 0.0, scale 0.0, innovation 46.8329
            """),
        JourneyCase(
            "parked-lying", seed: 3, 2400,
            """
            0.0 moving, 20.9 stationary, 81.9 moving, 84.0 stationary, 134.9 moving, 142.0 stationary, 280.9 moving,
            283.0 stationary, 486.9 moving, 489.0 stationary, 581.9 moving, 582.9 stationary, 1019.0 moving, 1021.0
            stationary, 1340.0 moving, 1340.9 stationary, 1694.9 moving, 1696.0 stationary, 1789.9 moving, 1801.9
            stationary
            restarted 1, passed-through 56, averaged 2344
            error 4.366, radius 6.124, now 0.691, moved 1.731, speed 0.013, travelled 13.266, noise 0.066724 of
            2265.0 s, walk 1.608 4.2797, best radius 3.349, rest 0.4803 1.3484 3.413, motion 10.0757 52.0341
            192.2463, rest by sky 3.413 0.0, motion by sky 192.2463 0.0, scale 0.0, innovation 175.5339
            """),
        JourneyCase(
            "parked-slow", seed: 4, 3000,
            """
            0.0 stationary, 155.0 moving, 185.0 stationary, 260.0 moving, 265.0 stationary, 615.0 moving, 625.0
            stationary, 1225.0 moving, 1235.0 stationary, 1280.0 moving, 1295.0 stationary, 1360.0 moving, 1370.0
            stationary, 1730.0 moving, 1735.0 stationary, 1945.0 moving, 1955.0 stationary, 1970.0 moving, 1985.0
            stationary, 2285.0 moving, 2290.0 stationary, 2435.0 moving, 2445.0 stationary, 2505.0 moving, 2520.0
            stationary, 2600.0 moving, 2635.0 stationary, 2810.0 moving, 2820.0 stationary, 2925.0 moving, 2935.0
            stationary
            restarted 1, averaged 347, passed-through 253
            error 3.1, radius 8.092, now 0.827, moved 0.461, speed 0.023, travelled 0.0, noise 0.02152 of 2685.0 s,
            walk 1.1 1.6174, best radius 6.656, rest 0.2118 0.5799 1.3282, motion 0.9803 4.545 15.7949, rest by sky
            1.3282 0.0, motion by sky 15.7949 0.0, scale 0.0, innovation 31.8474
            """),
        JourneyCase(
            "parked-10hz", seed: 5, 240,
            """
            0.0 moving, 10.9 stationary, 13.0 moving, 29.4 stationary, 100.7 moving, 115.6 stationary
            restarted 1, passed-through 1105, averaged 1294
            error 3.307, radius 10.856, now 3.273, moved 1.04, speed 0.139, travelled 0.0, noise 0.243852 of 183.1
            s, walk 2.3124 3.0872, best radius 7.344, rest 1.3709 3.4532 7.5245, motion 10.2007 40.2671 140.1608,
            rest by sky 7.5245 0.0, motion by sky 140.1608 0.0, scale 0.0, innovation 414.5824
            """),
        JourneyCase(
            "parked-nospeed", seed: 6, 1200,
            """
            0.0 unknown, 8.0 stationary
            restarted 1, passed-through 7, averaged 1193
            error 0.849, radius 2.771, now 0.0, moved 1.137, speed 0.0, travelled 0.0, noise 0.0081 of 0.0 s, walk
            0.7284 0.9614, best radius 2.254, rest 0.1244 0.3297 0.6754, motion 0.0 0.0 0.0, rest by sky 0.6754 0.0,
            motion by sky 0.0 0.0, scale 0.4019, innovation 0.0
            """),
        JourneyCase(
            "parked-nmea", seed: 7, 900,
            """
            0.0 stationary, 14.0 moving, 28.0 stationary, 70.0 moving, 76.0 stationary, 104.0 moving, 118.1
            stationary, 166.0 moving, 167.1 stationary, 366.0 moving, 368.0 stationary, 528.0 moving, 532.0
            stationary, 607.0 moving, 608.0 stationary, 628.1 moving, 629.0 stationary, 885.0 moving, 888.0
            stationary
            restarted 1, averaged 842, passed-through 55, repeated 3
            error 8.135, radius 41.405, now 3.963, moved 3.141, speed 0.021, travelled 0.0, noise 0.048648 of 793.0
            s, walk 3.7363 6.0578, best radius 41.405, rest 3.8852 9.0468 18.3926, motion 11.1381 32.0703 86.7682,
            rest by sky 18.3926 0.0, motion by sky 86.7682 0.0, scale 0.0, innovation 68.8983
            """),
        JourneyCase(
            "parked-teleports", seed: 1, 1800,
            """
            0.0 moving, 17.0 stationary, 23.1 moving, 49.0 stationary, 240.0 moving, 251.0 stationary, 522.1 moving,
            533.1 stationary, 643.0 moving, 654.1 stationary, 857.0 moving, 878.1 stationary, 1118.1 moving, 1119.1
            stationary, 1481.0 moving, 1490.0 stationary
            restarted 1, passed-through 283, averaged 1507, implausible-jump 9
            error 9.026, radius 38.964, now 4.56, moved 3.107, speed 0.04, travelled 0.0, noise 0.054115 of 1642.0
            s, walk 2.5754 3.3827, best radius 38.964, rest 2.1073 6.0145 14.2223, motion 7.6747 30.2618 84.5185,
            rest by sky 14.2223 0.0, motion by sky 84.5185 0.0, scale 0.0, innovation 167.4133
            """),
        JourneyCase(
            "canyon", seed: 8, 1500,
            """
            0.0 moving, 22.0 stationary, 172.0 moving, 198.0 no-fix, 205.0 moving, 212.0 stationary, 462.0 moving,
            496.0 stationary, 872.0 no-fix, 885.0 stationary, 1050.0 no-fix, 1053.9 stationary, 1277.0 moving,
            1290.0 stationary, 1346.0 no-fix, 1361.0 moving, 1362.0 stationary, 1398.0 moving, 1408.0 stationary,
            1411.0 moving, 1434.0 stationary, 1477.0 no-fix, 1492.0 moving
            restarted 5, passed-through 83, averaged 1301, no-position 54, smoothed 58
            error 14.395, radius 88.646, now 5.289, moved 15.113, speed 0.081, travelled 12.539, noise 0.018946 of
            1274.0 s, walk 2.8494 6.446, best radius 30.395, rest 45.4846 138.9795 276.6659, motion 74.047 402.3056
            1411.9035, rest by sky 39.9186 375.9177, motion by sky 1832.2662 1101.7998, scale 0.0, innovation
            272.5339
            """),
        JourneyCase(
            "canyon-lying", seed: 9, 1200,
            """
            0.0 stationary, 14.0 moving, 16.0 stationary, 73.0 moving, 74.0 stationary, 112.9 moving, 118.0
            stationary, 209.0 moving, 210.0 stationary, 283.0 moving, 292.0 stationary, 336.0 moving, 337.0
            stationary, 424.0 moving, 436.0 stationary, 468.0 moving, 477.0 stationary, 539.0 moving, 548.0
            stationary, 556.0 moving, 557.0 stationary, 621.0 moving, 622.0 stationary, 704.0 moving, 715.0
            stationary, 738.0 moving, 739.0 stationary, 843.9 moving, 858.0 stationary, 921.0 moving, 929.0
            stationary, 947.9 no-fix, 956.0 stationary, 964.0 moving, 993.0 stationary, 1053.0 moving, 1058.0
            stationary, 1148.0 moving, 1149.0 stationary
            restarted 4, averaged 1008, passed-through 120, held 61, no-position 8
            error 27.102, radius 48.72, now 21.589, moved 7.985, speed 0.07, travelled 95.461, noise 0.032727 of
            923.0 s, walk 7.6376 11.557, best radius 8.063, rest 34.6451 79.1022 179.9766, motion 132.6171 396.176
            712.255, rest by sky 260.5708 150.2473, motion by sky 434.9972 1310.0922, scale 0.0, innovation 211.3063
            """),
        JourneyCase(
            "anchor", seed: 10, 1800,
            """
            0.0 moving, 42.0 stationary, 147.0 moving, 148.0 stationary, 200.1 moving, 201.0 stationary, 363.0
            moving, 365.1 stationary, 395.1 moving, 396.0 stationary, 502.0 moving, 503.1 stationary, 622.1 moving,
            623.1 stationary, 691.1 moving, 692.1 stationary, 737.1 moving, 753.0 stationary, 862.0 moving, 876.0
            stationary, 897.1 moving, 905.0 stationary, 920.1 moving, 935.0 stationary, 965.0 moving, 966.0
            stationary, 1140.0 moving, 1151.0 stationary, 1205.0 moving, 1219.0 stationary, 1363.0 moving, 1364.0
            stationary, 1470.1 moving, 1474.0 stationary, 1515.1 moving, 1517.0 stationary, 1628.1 moving, 1629.1
            stationary, 1690.1 moving, 1691.0 stationary, 1741.1 moving, 1745.1 stationary
            restarted 1, passed-through 149, averaged 1650
            error 4.608, radius 17.367, now 0.408, moved 2.893, speed 0.058, travelled 102.065, noise 0.141607 of
            1515.0 s, walk 2.0682 8.8746, best radius 15.0, rest 1.1543 6.9906 26.1905, motion 8.985 41.0388
            117.0186, rest by sky 26.1905 0.0, motion by sky 117.0186 0.0, scale 0.0, innovation 182.5541
            """),
        JourneyCase(
            "adrift", seed: 11, 1000,
            """
            0.0 stationary, 5.0 moving, 8.0 stationary, 25.0 moving, 31.0 stationary, 104.0 moving, 134.0
            stationary, 153.0 moving, 154.9 stationary, 275.0 moving, 275.9 stationary, 323.0 moving, 335.0
            stationary, 342.0 moving, 342.9 stationary, 350.0 moving, 351.0 stationary, 357.0 moving, 358.9
            stationary, 395.0 moving, 398.0 stationary, 409.9 moving, 410.9 stationary, 452.9 moving, 458.9
            stationary, 519.0 moving, 637.0 stationary, 644.0 moving, 645.0 stationary, 650.0 moving, 653.0
            stationary, 706.0 moving, 708.0 stationary, 773.9 moving, 880.0 stationary, 882.0 moving, 888.0
            stationary, 899.0 moving, 901.9 stationary, 906.0 moving, 909.9 stationary, 961.0 moving, 975.9
            stationary, 982.0 moving, 983.9 stationary
            restarted 1, averaged 671, passed-through 328
            error 5.511, radius 27.521, now 0.0, moved 2.319, speed 0.112, travelled 124.982, noise 0.001822 of 31.0
            s, walk 4.0104 12.2137, best radius 15.788, rest 2.5773 13.9399 60.6438, motion 2.4867 11.7098 26.9104,
            rest by sky 60.6438 0.0, motion by sky 26.9104 0.0, scale 0.0, innovation 0.0, modelled, held
            """),
        JourneyCase(
            "queue", seed: 12, 900,
            """
            0.0 stationary, 23.1 moving, 35.0 stationary, 75.0 moving, 77.0 stationary, 110.0 moving, 128.0
            stationary, 161.1 moving, 165.0 stationary, 192.0 moving, 195.0 stationary, 221.0 moving, 222.0
            stationary, 251.0 moving, 270.0 stationary, 283.0 moving, 293.0 stationary, 327.0 moving, 329.0
            stationary, 366.0 moving, 367.0 stationary, 386.0 moving, 392.0 stationary, 406.0 moving, 433.0
            stationary, 453.0 moving, 456.0 stationary, 483.0 moving, 501.1 stationary, 531.0 moving, 533.1
            stationary, 563.0 moving, 584.0 stationary, 604.0 moving, 613.0 stationary, 622.0 moving, 629.0
            stationary, 659.0 moving, 665.0 stationary, 689.1 moving, 713.0 stationary, 738.0 moving, 739.1
            stationary, 758.0 moving, 765.0 stationary, 781.0 moving, 786.0 stationary, 809.0 moving, 828.0
            stationary, 854.0 moving, 869.0 stationary, 884.0 moving, 887.0 stationary
            restarted 1, averaged 653, passed-through 114, smoothed 132
            error 4.594, radius 19.516, now 6.437, moved 2.549, speed 0.278, travelled 316.574, noise 0.261258 of
            430.0 s, walk 4.5152 3.9798, best radius 15.0, rest 4.9698 12.5089 41.1275, motion 7.1747 21.1519
            61.9795, rest by sky 41.1275 0.0, motion by sky 61.9795 0.0, scale 0.0, innovation 0.0
            """),
        JourneyCase(
            "stroll-nospeed", seed: 13, 900,
            """
            0.0 unknown, 8.0 stationary, 78.0 moving, 103.0 stationary, 120.0 moving, 146.0 stationary, 158.0
            moving, 173.0 stationary, 189.0 moving, 199.0 stationary, 219.0 moving, 261.0 stationary, 285.0 moving,
            298.0 stationary, 313.0 moving, 356.0 stationary, 409.0 moving, 608.0 stationary, 657.0 moving, 874.0
            stationary, 887.0 moving, 900.0 stationary
            restarted 1, passed-through 610, averaged 290
            error 2.629, radius 7.326, now 0.0, moved 0.568, speed 0.0, travelled 324.205, noise 0.0081 of 0.0 s,
            walk 3.6026 2.0312, best radius 4.001, rest 1.8056 4.1645 6.2111, motion 0.0 0.0 0.0, rest by sky 6.2111
            0.0, motion by sky 0.0 0.0, scale 0.0, innovation 0.0
            """),
    ]
}
