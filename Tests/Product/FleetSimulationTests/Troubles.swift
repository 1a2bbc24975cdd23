import Basics

/// What goes wrong in a fleet, by chance, until it is calm.
struct Troubles {
    private let world: FleetSimulation

    init(_ world: FleetSimulation) { self.world = world }

    /// Plans all of it.
    func plan() {
        for _ in 0..<world.random(0...2) {
            planDeath(
                0, { [world] in world.broker.die() }, { [world] in world.broker.isUp ? () : world.broker.start() })
        }
        for _ in 0..<world.random(0...2) {
            planDeath(0, { [world] in world.tables.die() }, { [world] in world.tables.start() })
        }
        for _ in 0..<world.random(0...4) { planDeathOfCollector() }
        for box in world.boxes { planTroubles(of: box) }
        plan(.seal) { [world] in world.tables.seal(before: SimulatedClock.epoch + .seconds(-7200)) }
    }

    private func plan(_ what: FleetSimulation.What, _ index: Int = 0, _ action: @escaping () -> Void) {
        world.plan(what, index, at: world.random(0...FleetSimulation.trouble), action)
    }

    private func planDeath(_ index: Int, _ die: @escaping () -> Void, _ start: @escaping () -> Void) {
        let pause = world.random(100...20_000)
        plan(.death, index) { [world] in
            die()
            world.plan(.start, index, after: pause, start)
        }
    }

    private func planDeathOfCollector() {
        guard let collector = world.pick(world.collectors) else { return }
        let isInOrder = world.happens(0.3)
        // Of a machine that boots without a clock.
        let lead = Duration.seconds(world.happens(0.2) ? world.random(-100_000...100_000) : 0)
        planDeath(collector.index, { collector.stop(inOrder: isInOrder) }, { collector.start(ahead: lead) })
    }

    private func planTroubles(of box: SimulatedBox) {
        if world.happens(0.3) { planDeath(box.index, { box.stop(inOrder: false) }, { box.start() }) }
        if world.happens(0.15) { planDeath(box.index, { box.stop(inOrder: true) }, { box.start() }) }
        if world.happens(0.2) { planDeath(box.index, { box.losePower() }, { box.boot() }) }
        if world.happens(0.3) { plan(.broken, box.index) { [world] in world.broker.breakConnection(of: box.name) } }
        if world.happens(0.2) {
            let lead = Duration.seconds(world.random(-90_000...90_000))
            plan(.jump, box.index) { box.setClock(ahead: lead) }
        }
    }
}
