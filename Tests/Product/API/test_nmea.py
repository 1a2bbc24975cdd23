"""whereismy-nmea with gpsd, plotters and a service manager that keeps its connections."""

import json
import os
import signal
import socket
import threading
import time
import unittest

import nmea
import whereismyd


class NMEATest(unittest.TestCase):
    """A demonstration, whereismy-nmea and clients that stop with the test."""

    def setUp(self):
        self.port = whereismyd.free_port()
        self.daemon = whereismyd.Daemon()
        self.addCleanup(self.daemon.close)
        self.path = self.daemon.folder / "nmea.sock"
        self.plotter = f"[publish plotter]\nto = tcp://127.0.0.1:{self.port}\nformat = nmea\n"
        self.geoclue = f"[publish geoclue]\nto = unix:{self.path}\nformat = geoclue\n"

    def server(self, configuration, start=True):
        """A server."""
        server = nmea.Server(self.daemon, configuration)
        self.addCleanup(server.close)
        if start:
            server.start()
        return server

    def tcp(self):
        """A client of the plotter."""
        client = nmea.Client.tcp(self.port)
        self.addCleanup(client.close)
        return client

    def unix(self):
        """A client of the Unix socket."""
        client = nmea.Client.unix(self.path)
        self.addCleanup(client.close)
        return client

    def reports(self):
        """The fixes of the daemon from now on by their time, filled by another thread."""
        fixes = {}
        connection = self.daemon.local(timeout=120)
        connection.request("GET", "/v1/events", headers={"Accept": "text/event-stream"})
        answer = connection.getresponse()
        self.addCleanup(connection.close)

        def follow():
            try:
                for line in answer:
                    if line.startswith(b"data: {") and b'"timestamp"' in line:
                        report = json.loads(line[6:])
                        fixes[report["fix"]["timestamp"]] = report
            except (OSError, ValueError, AttributeError):
                pass
        threading.Thread(target=follow, daemon=True).start()
        return fixes


class ConsumerTest(NMEATest):
    """What consumers read."""

    def test_a_plotter_reads_the_position_once_a_second(self):
        """RMC and GGA have the time, the position, the speed and the satellites of the report, and HDOP its radius."""
        fixes = self.reports()
        self.server(self.plotter)
        client = self.tcp()
        times = []
        first = client.until(nmea.is_current)
        for _ in range(5):
            gga, rmc = client.fields(), client.fields()
            times.append(time.monotonic())
            self.assertEqual((gga[0], rmc[0], rmc[2], rmc[12], gga[6]), ("GNGGA", "GNRMC", "A", "A", "1"))
        self.assertGreater(int(rmc[1][:6]) % 100 or 60, int(first[1][:6]) % 100 - 60)
        self.assertAlmostEqual((times[-1] - times[0]) / 4, 1, delta=0.3)
        gga = client.fields()
        date = f"20{rmc[9][4:]}-{rmc[9][2:4]}-{rmc[9][:2]}"
        moment = f"{date}T{rmc[1][:2]}:{rmc[1][2:4]}:{rmc[1][4:]}Z"
        self.assertTrue(nmea.wait(lambda: moment in fixes), (moment, list(fixes)))
        report = fixes[moment]
        fix = report["fix"]
        for sentence, start in ((rmc, 3), (gga, 2)):
            self.assertAlmostEqual(nmea.degrees(*sentence[start:start + 2]), fix["latitude"], delta=1e-7)
            self.assertAlmostEqual(nmea.degrees(*sentence[start + 2:start + 4]), fix["longitude"], delta=1e-7)
        self.assertAlmostEqual(float(rmc[7]) * 1852 / 3600, fix["speed"], delta=0.001)
        self.assertAlmostEqual(float(gga[8]) * 19, fix["horizontalAccuracy"] + 0.0095, delta=0.01)
        self.assertAlmostEqual(float(gga[9]), fix["altitude"], delta=0.06)
        self.assertEqual(int(gga[7]), report["satellites"]["used"])

    def test_gpsd_reports_our_position_and_accuracy(self):
        """By TCP and by UDP, gpsd has our position within a millionth of a degree, and eph is our radius."""
        fixes = self.reports()
        receiver = whereismyd.free_port()
        self.server(self.plotter + f"[publish boat]\nto = udp://127.0.0.1:{receiver}\nformat = nmea\n")
        for source in (f"tcp://127.0.0.1:{self.port}", f"udp://127.0.0.1:{receiver}"):
            with self.subTest(source[:3]):
                gpsd = nmea.GPSD(source)
                self.addCleanup(gpsd.close)
                found = gpsd.report(lambda tpv: tpv["mode"] == 3 and "altMSL" in tpv and "eph" in tpv
                                    and tpv.get("time") in fixes)
                fix = fixes[found["time"]]["fix"]
                self.assertAlmostEqual(found["lat"], fix["latitude"], delta=1e-6)
                self.assertAlmostEqual(found["lon"], fix["longitude"], delta=1e-6)
                self.assertAlmostEqual(found["eph"], fix["horizontalAccuracy"] + 0.0095, delta=0.0105)
                self.assertAlmostEqual(found["speed"], fix["speed"], delta=0.002)
                self.assertAlmostEqual(found["altMSL"], fix["altitude"], delta=0.06)

    def test_gpsd_accepts_a_position_without_a_number_of_satellites(self):
        """As rounded ones are, or those of a receiver that does not report it: gpsd 3.22 takes fewer than 3 for no fix."""
        self.server(self.plotter + "privacy = rounded 100m\n")
        gpsd = nmea.GPSD(f"tcp://127.0.0.1:{self.port}")
        self.addCleanup(gpsd.close)
        gpsd.report(lambda tpv: tpv["mode"] >= 2)
        modes = [gpsd.report(lambda tpv: True)["mode"] for _ in range(5)]
        self.assertGreaterEqual(min(modes), 2, modes)

    def test_gpsd_survives_restarts_of_both(self):
        """Without a daemon gpsd has no position, and has it again afterwards, on the same connection."""
        server = self.server(self.plotter)
        gpsd = nmea.GPSD(f"tcp://127.0.0.1:{self.port}")
        self.addCleanup(gpsd.close)
        gpsd.report(lambda tpv: tpv["mode"] == 3)
        self.daemon.stop()
        gpsd.report(lambda tpv: tpv["mode"] == 1 and "lat" not in tpv)
        self.daemon.start()
        gpsd.report(lambda tpv: tpv["mode"] == 3)
        clients = [name for name in server.manager.stored if name.startswith("client.")]
        self.assertEqual(len(clients), 1)
        self.assertEqual(server.end(), 0)
        server.start()
        gpsd.report(lambda tpv: tpv["mode"] == 3)
        self.assertIn("1 clients of the earlier process", server.log)
        self.assertEqual([name for name in server.manager.stored if name.startswith("client.")], clients)

    def test_the_dialect_of_geoclue_has_a_step_that_is_not_below_the_radius(self):
        """HDOP is between 5 and 10, which GeoClue reads as 50 m."""
        self.server(self.geoclue)
        client = self.unix()
        client.until(nmea.is_current)
        self.assertEqual(client.fields()[8], "7.500")
        self.assertEqual(os.stat(self.path).st_mode & 0o777, 0o660)


class AbsenceTest(NMEATest):
    """What consumers read without a position."""

    def test_without_the_daemon_there_is_no_position(self):
        """The sentences go on with V and quality 0, without an old position, and the daemon's return is noticed."""
        server = self.server(self.plotter)
        client = self.tcp()
        client.until(nmea.is_current)
        self.daemon.stop()
        client.until(nmea.is_empty)
        for _ in range(3):
            gga, rmc = client.fields(), client.fields()
            self.assertEqual(rmc, "GNRMC,,V,,,,,,,,,,N".split(","))
            self.assertEqual(gga, "GNGGA,,,,,,0,00,,,M,,M,,".split(","))
        self.daemon.start()
        client.until(nmea.is_current)
        self.assertEqual(server.log.count("no position until it is back"), 1)
        self.assertEqual(server.log.count("connected to the daemon again"), 1)

    def test_a_daemon_that_hangs_has_no_current_position(self):
        """The position is withdrawn when it is older than stale-after, although the daemon says nothing."""
        self.server("[tracking]\nstale-after = 3s\n" + self.plotter)
        client = self.tcp()
        client.until(nmea.is_current)
        self.daemon.process.send_signal(signal.SIGSTOP)
        self.addCleanup(self.daemon.process.send_signal, signal.SIGCONT)
        began = time.monotonic()
        client.until(nmea.is_empty)
        self.assertLess(time.monotonic() - began, 6)
        self.daemon.process.send_signal(signal.SIGCONT)
        client.until(nmea.is_current)

    def test_nothing_leaves_a_privacy_zone(self):
        """A destination gets nothing from inside a zone, unless it is exact or on this machine."""
        zone = "[privacy-zone home]\nlatitude = -37.81\nlongitude = 144.9632\nradius = 9km\n"
        server = self.server(zone + self.plotter + self.geoclue)
        client, local = self.tcp(), self.unix()
        local.until(nmea.is_current)
        for _ in range(4):
            self.assertFalse(nmea.is_current(client.fields()))
        server.reload(zone + self.plotter + "privacy = exact\n" + self.geoclue)
        client.until(nmea.is_current)

    def test_without_destinations_it_ends(self):
        """It ends with success after READY, which systemd needs, and says why."""
        server = self.server("")
        _, status = os.waitpid(server.process, 0)
        server.process = None
        self.assertEqual(status, 0)
        self.assertIn("nothing to serve", server.log)


class ConnectionTest(NMEATest):
    """Connections over restarts, and clients of every kind."""

    def test_connections_and_listeners_outlive_a_restart(self):
        """After a stop and after a kill, the same connections read on, and one made meanwhile is served."""
        server = self.server(self.plotter + self.geoclue)
        before = [self.tcp(), self.unix()]
        for number in (signal.SIGTERM, signal.SIGKILL):
            for client in before:
                client.until(nmea.is_current)
            server.end(number)
            meanwhile = [self.tcp(), self.unix()]
            server.start()
            for client in before + meanwhile:
                client.until(nmea.is_current)
            for client in meanwhile:
                client.close()
            self.assertTrue(nmea.wait(lambda: len(server.manager.stored) == 4), server.manager.stored)
        self.assertFalse(any("OVERFLOW" in message for message in server.manager.messages))

    def test_a_client_that_leaves_is_forgotten(self):
        """Its descriptor is removed from the store, so that the connection ends."""
        server = self.server(self.plotter)
        client = nmea.Client.tcp(self.port)
        client.fields()
        self.assertEqual(len(server.manager.stored), 2)
        client.close()
        self.assertTrue(nmea.wait(lambda: len(server.manager.stored) == 1), server.manager.stored)

    def test_a_reload_keeps_what_stays(self):
        """A new destination opens, a removed one closes with its clients, and the others notice nothing."""
        server = self.server(self.plotter)
        client = self.tcp()
        client.until(nmea.is_current)
        server.reload(self.plotter + self.geoclue)
        local = self.unix()
        local.until(nmea.is_current)
        server.reload(self.geoclue)
        self.assertEqual(client.connection.recv(10_000)[-2:], b"\r\n")
        self.assertTrue(nmea.wait(lambda: client.connection.recv(10_000) == b""))
        local.until(nmea.is_current)
        server.configure("[publish x]\nto = nowhere\n")
        os.kill(server.process, signal.SIGHUP)
        self.assertTrue(nmea.wait(lambda: "not reloaded: " in server.log))
        local.until(nmea.is_current)

    def test_another_address_after_a_restart_closes_the_old_one(self):
        """Stored sockets of an address that is no longer configured are closed."""
        server = self.server(self.plotter)
        client = self.tcp()
        client.until(nmea.is_current)
        server.end()
        server.configure(self.geoclue)
        server.start()
        self.assertIn("closed 2 sockets of destinations that are no longer configured", server.log)
        self.assertTrue(nmea.wait(lambda: client.connection.recv(10_000) == b""))
        self.assertRaises(OSError, nmea.Client.tcp, self.port)

    def test_garbage_from_clients_is_ignored(self):
        """A client that sends without reading neither stops nor wakes the server."""
        server = self.server(self.plotter)
        client, noisy = self.tcp(), self.tcp()
        noisy.connection.settimeout(1)
        try:
            for _ in range(64):
                noisy.connection.sendall(os.urandom(65_536))
        except OSError:
            pass
        for _ in range(4):
            client.until(nmea.is_current)
        seconds = sum(int(value) for value in self.stat(server)[13:15]) / os.sysconf("SC_CLK_TCK")
        self.assertLess(seconds, 2)

    def stat(self, server):
        """The fields of the process's status."""
        with open(f"/proc/{server.process}/stat", encoding="ascii") as file:
            return file.read().split()

    def test_too_many_clients_are_rejected(self):
        """The 33rd client is closed at once; the others are served."""
        self.server(self.plotter)
        clients = [self.tcp() for _ in range(33)]
        self.assertTrue(nmea.wait(lambda: clients[32].connection.recv(1) == b""))
        clients[31].until(nmea.is_current)

    def test_one_address_does_not_shut_out_others(self):
        """Of an address that is not this machine's own, the ninth client is closed at once."""
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
                probe.connect(("192.0.2.1", 9))
                address = probe.getsockname()[0]
        except OSError:
            self.skipTest("this machine has no other address")
        self.server(self.plotter.replace("127.0.0.1", "0.0.0.0"))
        nmea.Client.tcp(self.port).close()
        clients = [socket.create_connection((address, self.port), 20) for _ in range(12)]
        for client in clients:
            self.addCleanup(client.close)
        closed = clients[8:]
        self.assertEqual([client.recv(1) for client in closed], [b""] * 4)
        self.assertTrue(all(client.recv(1) for client in clients[:8]))
        self.tcp().until(nmea.is_current)
        clients[0].close()
        again = []

        def has_room():
            again.append(socket.create_connection((address, self.port), 20))
            self.addCleanup(again[-1].close)
            return again[-1].recv(1) != b""

        self.assertTrue(nmea.wait(has_room))


if __name__ == "__main__":
    unittest.main()
