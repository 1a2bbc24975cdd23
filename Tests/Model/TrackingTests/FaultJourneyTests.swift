import Testing

/// Journeys with a faulty or misleading receiver, or without one for a while.
///
/// Each figure depends on each fix, so that a rule or a constant that changes shows here; `make truth` has whether that is
/// better. Where a change is meant, the new text is what the failure prints.
struct FaultJourneyTests {
    @Test("with a faulty receiver, what is shown and learnt is the same to the millimetre", arguments: cases)
    func outcome(journey: JourneyCase) {
        let record = journey.record
        #expect(record == journey.outcome, "BEGIN \(journey.name) \(journey.seed) \(journey.seconds)\n\(record)\nEND")
    }

    private static let cases = [
        JourneyCase(
            "relocation", seed: 1, 9000,
            """
            0.0 moving, 17.0 stationary, 23.1 moving, 49.0 stationary, 63.0 moving, 430.0 stationary, 495.1 stale,
            7686.0 stationary, 7799.0 moving, 7800.0 stationary, 7869.0 moving, 8243.1 stationary
            restarted 2, passed-through 786, averaged 311
            error 6.439, radius 39.124, now 34.019, moved 0.573, speed 9.081, travelled 90124.396, noise 0.094488 of
            276.0 s, walk 2.5534 3.023, best radius 38.964, rest 2.0638 5.1873 10.1402, motion 5.7054 23.5476
            79.9885, rest by sky 10.1402 0.0, motion by sky 79.9885 0.0, scale 0.0, innovation 103.8629
            """),
        JourneyCase(
            "ferry", seed: 27, 5000,
            """
            0.0 moving, 23.0 stationary, 61.0 moving, 428.0 stationary, 481.9 no-fix, 4081.9 stationary, 4105.0
            moving, 4120.0 stationary, 4233.0 moving, 4599.0 stationary
            restarted 2, passed-through 452, averaged 257, no-position 3600, smoothed 341
            error 15909.337, radius 15.0, now 6.021, moved 0.183, speed 2.157, travelled 41348.847, noise 0.031505
            of 242.0 s, walk 2.3765 4.1821, best radius 15.0, rest 1.4606 3.7332 6.4995, motion 2.4286 8.912
            27.6531, rest by sky 6.4995 0.0, motion by sky 27.6531 0.0, scale 0.0, innovation 32.328
            """),
        JourneyCase(
            "city-teleports", seed: 28, 700,
            """
            0.0 stationary, 37.0 moving, 51.0 stationary, 62.0 moving, 150.0 stationary, 178.0 moving, 350.0
            stationary, 368.0 moving, 415.0 stationary, 422.0 moving, 430.0 stationary, 436.0 moving, 476.1
            stationary, 485.0 moving, 487.0 stationary, 531.0 moving, 583.0 no-fix, 590.1 moving, 591.0 stationary,
            634.1 moving, 642.0 stationary, 644.1 moving, 678.0 stationary
            restarted 2, averaged 222, passed-through 465, implausible-jump 4, no-position 7, held 1
            error 12.652, radius 23.45, now 83.588, moved 1.07, speed 5.58, travelled 3843.023, noise 0.028657 of
            160.0 s, walk 4.4543 1.9673, best radius 8.344, rest 25.6841 90.9525 163.9641, motion 22.2766 68.0685
            178.739, rest by sky 20.2768 331.5993, motion by sky 49.0989 761.3569, scale 0.0, innovation 0.0
            """),
        JourneyCase(
            "frozen", seed: 29, 300,
            """
            0.0 moving, 18.0 stationary, 30.0 moving
            restarted 1, repeated 16, passed-through 272, averaged 12
            error 1.492, radius 15.848, now 4.499, moved 0.017, speed 16.246, travelled 4861.57, noise 0.02653 of
            6.0 s, walk 1.7821 2.55, best radius 15.0, rest 0.4961 0.0 0.0, motion 6.5302 30.8404 121.9627, rest by
            sky 0.0 0.0, motion by sky 121.9627 0.0, scale 0.0, innovation 0.0
            """),
        JourneyCase(
            "duplicates", seed: 30, 300,
            """
            0.0 moving, 18.1 stationary, 21.0 moving, 26.0 stationary, 44.0 moving
            restarted 1, passed-through 279, repeated 67, averaged 20
            error 5.446, radius 38.229, now 21.253, moved 0.05, speed 15.039, travelled 4526.637, noise 0.03908 of
            10.0 s, walk 2.3797 3.4, best radius 38.229, rest 2.1368 2.5012 0.0, motion 4.2643 14.0381 41.1865, rest
            by sky 0.0 0.0, motion by sky 41.1865 0.0, scale 0.0, innovation 0.0
            """),
        JourneyCase(
            "rollover", seed: 31, 200,
            """
            0.0 stationary, 44.9 moving
            restarted 1, averaged 43, passed-through 157
            error 2.465, radius 5.923, now 13.053, moved 0.422, speed 14.075, travelled 2819.06, noise 0.037923 of
            39.0 s, walk 0.7988 0.6697, best radius 3.187, rest 4.3594 6.3705 2.6906, motion 4.9996 10.8722 20.0364,
            rest by sky 2.6906 0.0, motion by sky 20.0364 0.0, scale 0.0, innovation 0.0
            """),
        JourneyCase(
            "speed-zero", seed: 32, 900,
            """
            0.0 stationary, 69.0 unknown, 77.0 moving, 102.0 stationary, 148.0 moving, 187.0 stationary, 241.1
            moving, 279.0 stationary, 295.0 moving, 384.0 stationary, 412.0 moving, 491.0 stationary, 540.0 moving,
            579.0 stationary, 596.0 moving, 619.0 stationary, 640.0 moving, 664.0 no-fix, 679.0 unknown, 687.0
            moving, 688.0 stationary, 723.0 moving, 766.0 stationary, 802.0 moving, 865.0 stationary
            restarted 3, averaged 403, held 3, passed-through 477, no-position 15
            error 19.365, radius 33.947, now 0.0, moved 1.343, speed 0.0, travelled 4419.849, noise 0.000977 of 64.0
            s, walk 1.5394 2.6227, best radius 21.204, rest 8.1019 16.537 25.437, motion 0.0 0.0 0.0, rest by sky
            17.3349 61.5286, motion by sky 0.0 0.0, scale 0.0, innovation 1123.8812, modelled, contradicted, held
            """),
        JourneyCase(
            "speed-zero-bare", seed: 33, 700,
            """
            0.0 stationary, 69.0 unknown, 77.0 moving, 107.0 stationary, 117.9 moving, 204.0 stationary, 257.0
            moving, 338.0 stationary, 360.0 moving, 420.9 stationary, 446.0 moving, 494.0 stationary, 508.0 moving,
            582.0 stationary, 594.9 moving
            restarted 2, averaged 203, held 3, passed-through 493
            error 15.229, radius 18.13, now 0.0, moved 0.838, speed 0.0, travelled 4366.219, noise 0.000977 of 64.0
            s, walk 2.6209 4.0915, best radius 15.0, rest 4.4799 10.4765 25.8758, motion 0.0 0.0 0.0, rest by sky
            25.8758 0.0, motion by sky 0.0 0.0, scale 0.0, innovation 1192.3908, contradicted, held
            """),
        JourneyCase(
            "speed-stuck", seed: 34, 800,
            """
            0.0 moving, 12.0 stationary, 21.1 moving, 43.0 stationary, 61.1 moving, 125.0 stationary, 132.1 moving,
            136.0 stationary, 172.0 moving, 254.0 stationary, 268.1 moving, 424.0 stationary, 457.1 moving, 494.0
            stationary, 551.0 moving, 610.0 stationary, 662.1 moving, 681.0 stationary, 721.0 moving, 742.0
            stationary, 762.1 moving, 769.0 stationary, 787.0 moving
            restarted 1, passed-through 495, averaged 304
            error 6.717, radius 15.531, now 1.187, moved 0.817, speed 2.009, travelled 4586.479, noise 0.108529 of
            49.0 s, walk 2.2324 3.0239, best radius 20.178, rest 3.4495 5.9492 11.5777, motion 1340.5799 8441.5362
            28836.645, rest by sky 9.8986 25.4901, motion by sky 28836.645 0.0, scale 0.0, innovation 0.0, modelled,
            contradicted
            """),
        JourneyCase(
            "speed-knots", seed: 35, 300,
            """
            0.0 moving, 7.0 stationary, 10.0 moving, 27.0 stationary, 29.0 moving, 33.0 stationary, 39.0 moving
            restarted 1, passed-through 288, averaged 11
            error 4.157, radius 10.344, now 15.112, moved 0.008, speed 7.467, travelled 5745.373, noise 0.0081 of
            0.0 s, walk 1.7859 2.6163, best radius 15.97, rest 0.0 0.0 0.0, motion 4951.3063 32342.7704 122320.6912,
            rest by sky 0.0 0.0, motion by sky 122320.6912 0.0, scale 0.0, innovation 0.0, modelled, contradicted
            """),
        JourneyCase(
            "course-stuck", seed: 36, 400,
            """
            0.0 stationary, 46.0 moving
            restarted 1, averaged 16, passed-through 384
            error 1.779, radius 13.193, now 4.49, moved 0.028, speed 8.148, travelled 6428.693, noise 0.011499 of
            40.0 s, walk 1.5802 2.0465, best radius 9.902, rest 1.3522 0.5847 0.0, motion 780.9533 5023.35
            17291.7975, rest by sky 0.0 0.0, motion by sky 17291.7975 0.0, scale 0.0, innovation 0.0, contradicted
            """),
        JourneyCase(
            "speed-late", seed: 37, 500,
            """
            0.0 stationary, 34.0 moving, 39.0 stationary, 62.0 moving, 187.0 stationary, 198.1 moving, 298.0
            stationary, 306.0 moving, 493.0 stationary
            restarted 1, averaged 82, passed-through 418
            error 6.959, radius 14.627, now 36.567, moved 0.123, speed 7.175, travelled 3597.9, noise 0.040355 of
            64.0 s, walk 1.2889 2.6771, best radius 18.282, rest 1.9581 1.0088 2.548, motion 14.6249 38.5426
            72.4993, rest by sky 2.548 0.0, motion by sky 77.1228 49.5137, scale 0.0, innovation 0.0, modelled
            """),
        JourneyCase(
            "speed-scaled", seed: 38, 200,
            """
            0.0 stationary, 31.0 moving
            restarted 1, averaged 30, passed-through 170
            error 2.696, radius 15.736, now 14.658, moved 0.162, speed 15.077, travelled 4640.858, noise 0.008454 of
            25.0 s, walk 1.9535 2.5545, best radius 15.0, rest 1.2451 1.9452 0.0, motion 86.824 613.8425 2659.9424,
            rest by sky 0.0 0.0, motion by sky 2659.9424 0.0, scale 0.0, innovation 0.0, contradicted
            """),
    ]
}
