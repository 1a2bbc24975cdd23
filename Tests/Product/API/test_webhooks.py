"""whereismy-publish with webhooks, whose receivers are of every kind."""

import hashlib
import hmac
import json
import os
import pathlib
import re
import signal
import socket
import ssl
import subprocess
import tempfile
import time
import unittest

import whereismyd
from receiver import Receiver, Sender, wait

SECRET = "correct horse battery staple"


class WebhookTest(unittest.TestCase):
    """Receivers and a sender that stop with the test."""

    def receiver(self, *arguments, **options):
        """A receiver."""
        receiver = Receiver(*arguments, **options)
        self.addCleanup(receiver.close)
        return receiver

    def sender(self, **webhooks):
        """A sender to these URLs, each with further lines."""
        text = "".join(f"[webhook {name}]\nurl = {url}\n" for name, url in webhooks.items())
        sender = Sender(text)
        self.addCleanup(sender.close)
        return sender


class TestEventTest(WebhookTest):
    """`whereismy webhook test NAME`, which runs the sender with --test-webhook."""

    def try_out(self, sender, *arguments):
        """Runs the command; returns the finished process."""
        return subprocess.run(
            [pathlib.Path(whereismyd.PROGRAM).with_name("whereismy"), "webhook", "test", *arguments,
             "--config", sender.folder / "whereismy.conf"],
            capture_output=True, text=True, timeout=60, check=False)

    def test_the_receiver_gets_a_marked_event_at_once(self):
        """The event is signed, has no position and says that it is a test; the queue stays as it was."""
        receiver = self.receiver()
        sender = self.sender(a=receiver.url())
        sender.put()
        sender.configure(f"[webhook a]\nurl = {receiver.url()}\nsecret-file = {sender.secret(SECRET)}\nplaces = Work\n")
        done = self.try_out(sender, "a")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, f"webhook a: localhost:{receiver.port} answered 204: delivered\n")
        quiet = self.try_out(sender, "a", "-q")
        self.assertEqual((quiet.returncode, quiet.stdout, quiet.stderr), (0, "", ""))
        [request, _] = receiver.requests
        body = json.loads(request.body)
        self.assertEqual((body["event"], body["place"], body["test"]), ("enter", "Work", True))
        self.assertNotIn("latitude", body)
        message = request.headers["WhereIsMy-Timestamp"].encode() + b"." + request.body
        signature = hmac.new(SECRET.encode(), message, hashlib.sha256).hexdigest()
        self.assertEqual(request.headers["WhereIsMy-Signature"], "sha256=" + signature)
        self.assertEqual(len(sender.waiting()), 1)

    def test_a_text_body_is_a_sentence(self):
        """With `body = text`, a person can read the event, and the signature covers the sentence."""
        receiver = self.receiver()
        sender = self.sender()
        sender.configure(f"[webhook a]\nurl = {receiver.url()}\nbody = text\nevents = dragging\n")
        self.assertEqual(self.try_out(sender, "a").returncode, 0)
        self.assertEqual(receiver.requests[0].body, b"Test: The anchor is dragging")
        self.assertEqual(receiver.requests[0].headers["Content-Type"], "text/plain; charset=utf-8")
        sender.put(content='{"id":"' + "0" * 32 + '","queued":"2026-11-21T10:00:00.000Z","event":"dragging",'
                           '"place":"anchor","moment":"2026-11-21T10:00:00.000Z","since":"2026-11-21T10:00:00.000Z",'
                           '"latitude":51.477928,"longitude":-0.001545,"distance":62.7}')
        self.assertEqual(sender.run(), 0)
        self.assertEqual(receiver.requests[1].body, b"The anchor is dragging: 63 m from it")

    def test_what_does_not_accept_it_is_named(self):
        """An error has the response and its effect, and no more of the address than the host."""
        receiver = self.receiver(lambda request, number: request.plain(404))
        sender = self.sender(a=receiver.url(), b=f"http://localhost:{whereismyd.free_port()}/hidden")
        refused = self.try_out(sender, "a")
        self.assertEqual(refused.returncode, 1)
        self.assertIn(f"webhook a: localhost:{receiver.port} answered 404; an event would be dropped", refused.stderr)
        silent = self.try_out(sender, "b")
        self.assertEqual(silent.returncode, 1)
        self.assertIn("an event would be retried", silent.stderr)
        self.assertNotIn("hidden", refused.stderr + silent.stderr)
        sender.configure(f"[webhook a]\nurl = {receiver.url()}\nevents = dragging, lost\n")
        other = self.try_out(sender, "a", "--event", "enter")
        self.assertEqual((other.returncode, other.stdout), (64, ""))
        self.assertIn('webhook a does not receive enter of "Home"', other.stderr)
        sender.configure("[webhook a]\nurl = http://localhost:9/\n[webhook b]\nurl = http://localhost:9/\n")
        unknown = self.try_out(sender, "other")
        self.assertEqual((unknown.returncode, unknown.stdout), (64, ""))
        self.assertIn('no webhook "other", known are a, b', unknown.stderr)


class DeliveryTest(WebhookTest):
    """The deliveries, and the end of the program."""

    def test_sends_in_order_and_ends(self):
        """All entries are delivered in order, and the program ends with an empty queue."""
        receiver = self.receiver()
        sender = self.sender(a=receiver.url())
        sent = [sender.put() for _ in range(20)]
        self.assertEqual(sender.run(), 0)
        self.assertEqual([json.loads(request.body)["id"] for request in receiver.requests], sent)
        self.assertEqual(sender.waiting(), [])
        self.assertEqual(sender.log, "")
        first = receiver.requests[0]
        self.assertEqual(first.path, "/in?key=hidden")
        self.assertEqual(first.headers["Content-Type"], "application/json")
        self.assertEqual(first.headers["WhereIsMy-Delivery"], sent[0])
        self.assertEqual(first.headers["WhereIsMy-Event"], "enter")
        self.assertLess(abs(int(first.headers["WhereIsMy-Timestamp"]) - time.time()), 60)
        self.assertIsNone(first.headers["WhereIsMy-Signature"])
        self.assertRegex(first.headers["User-Agent"], r"^WhereIsMy/[0-9.]+$")

    def test_nothing_to_do(self):
        """The program ends at once with an empty queue, or without one."""
        sender = self.sender(a="http://localhost:9/")
        self.assertEqual(sender.run(), 0)
        sender.queue.rmdir()
        self.assertEqual(sender.run(), 0)
        self.assertEqual(sender.log, "")

    def test_a_destination_may_be_a_webhook(self):
        """A section [publish NAME] with format = webhook is one, with delays of its own."""
        receiver = self.receiver(lambda request, number: request.plain(204 if number > 2 else 503))
        sender = self.sender()
        sender.configure(
            f"[publish b]\nto = {receiver.url()}\nformat = webhook\nretry-min = 100ms\nretry-max = 1s\nplaces = Home\n")
        identifier = sender.put("b")
        self.assertEqual(sender.run(), 0)
        self.assertEqual([request.headers["WhereIsMy-Delivery"] for request in receiver.requests], [identifier] * 3)
        self.assertLess(receiver.requests[-1].time - receiver.requests[0].time, 3)

    def test_entries_added_meanwhile(self):
        """Entries added while it runs are delivered, even if another receiver is unreachable."""
        receiver = self.receiver()
        sender = self.sender(a=f"http://localhost:{whereismyd.free_port()}/", b=receiver.url())
        sender.put("a")
        sender.start()
        self.assertTrue(wait(lambda: "next attempt" in sender.log))
        sender.put("b")
        self.assertTrue(wait(lambda: receiver.requests, 10))
        # The entry stays until the sender has the response.
        self.assertTrue(wait(lambda: len(sender.waiting()) == 1))
        self.assertEqual(sender.end(), 0)
        self.assertEqual(len(sender.waiting()), 1)

    def test_resumes_after_a_kill(self):
        """An interrupted delivery is repeated with the same identifier."""
        receiver = self.receiver(lambda request, number: request.plain(204) if number > 1 else time.sleep(30))
        sender = self.sender(a=receiver.url())
        identifier = sender.put()
        sender.start()
        self.assertTrue(wait(lambda: receiver.requests))
        sender.process.kill()
        sender.process.wait()
        self.assertEqual(sender.run(), 0)
        self.assertEqual([request.headers["WhereIsMy-Delivery"] for request in receiver.requests], [identifier] * 2)

    def test_damaged_entries_are_moved_away(self):
        """Damaged and foreign files leave the queue and do not block others."""
        receiver = self.receiver()
        sender = self.sender(a=receiver.url())
        sender.put(content="{")
        sender.put(content="x" * 100_000)
        sender.put()
        (sender.queue / "notes.txt").write_text("mine", encoding="utf-8")
        (sender.queue / "0000000000000009-a.json").mkdir()
        for name in (b"\xff", b"0000000000000010-a\xff.json"):
            (pathlib.Path(os.fsdecode(os.fsencode(sender.queue) + b"/" + name))).touch()
        self.assertEqual(sender.run(), 0)
        self.assertEqual(len(receiver.requests), 1)
        self.assertEqual(sender.waiting(), [])
        self.assertEqual(len(list(sender.damaged.iterdir())), 4)
        self.assertEqual(sender.log.count("is damaged"), 4)

    def test_entries_of_removed_webhooks_are_dropped(self):
        """Entries of an unconfigured webhook leave the queue with a message."""
        sender = self.sender(a="http://localhost:9/")
        sender.put("b")
        sender.put("b")
        self.assertEqual(sender.run(), 0)
        self.assertIn("webhook b: no longer configured, 2 dropped", sender.log)

    def test_reload(self):
        """A signal reloads the configuration; an invalid one has no effect."""
        receiver = self.receiver()
        sender = self.sender(a=f"http://localhost:{whereismyd.free_port()}/")
        sender.put()
        sender.start()
        self.assertTrue(wait(lambda: "next attempt" in sender.log))
        sender.configure("[webhook a]\nurl = nonsense\n")
        sender.process.send_signal(signal.SIGHUP)
        self.assertTrue(wait(lambda: "not reloaded" in sender.log))
        self.assertIsNone(sender.process.poll())
        sender.configure(f"[webhook a]\nurl = {receiver.url()}\n")
        sender.process.send_signal(signal.SIGHUP)
        self.assertEqual(sender.finish(), 0)
        self.assertEqual(len(receiver.requests), 1)
        self.assertNotIn("nonsense", sender.log)

    def test_environment_names_no_proxy(self):
        """A proxy in the environment is ignored, a configured one is used."""
        receiver, proxy = self.receiver(), self.receiver()
        sender = self.sender(a=receiver.url())
        sender.put()
        variables = {name: proxy.url("") for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY")}
        self.assertEqual(sender.run(**variables), 0)
        self.assertEqual((len(receiver.requests), len(proxy.requests)), (1, 0))
        sender.configure(f"[webhook a]\nurl = {receiver.url()}\nproxy = {proxy.url('')}\n")
        sender.put()
        self.assertEqual(sender.run(no_proxy="*"), 0)
        self.assertEqual((len(receiver.requests), len(proxy.requests)), (1, 1))


class ResponseTest(WebhookTest):
    """The receiver's responses and their effects."""

    def test_500_then_200(self):
        """A failed delivery is retried, and the next entry waits."""
        receiver = self.receiver(lambda request, number: request.plain(500 if number == 1 else 200))
        sender = self.sender(a=receiver.url(host="user:pass@localhost"))
        sent = [sender.put(), sender.put()]
        self.assertEqual(sender.run(), 0)
        came = [request.headers["WhereIsMy-Delivery"] for request in receiver.requests]
        self.assertEqual(came, [sent[0], sent[0], sent[1]])
        self.assertGreater(receiver.requests[1].time - receiver.requests[0].time, 2)
        self.assertIn(f"webhook a: localhost:{receiver.port} answered 500; next attempt in", sender.log)
        self.assertIn("works again after 1 failures", sender.log)
        for hidden in ("hidden", "pass", "/in", "Home", "51.4"):
            self.assertNotIn(hidden, sender.log)

    def test_permanent_rejection(self):
        """A rejected event is dropped with a message, and the next one is delivered."""
        statuses = [400, 401, 404, 410, 422, 200]
        receiver = self.receiver(lambda request, number: request.plain(statuses[number - 1]))
        sender = self.sender(a=receiver.url())
        for _ in statuses:
            sender.put()
        self.assertEqual(sender.run(), 0)
        self.assertEqual(len(receiver.requests), len(statuses))
        self.assertEqual(sender.log.count("event dropped"), 5)

    def test_retry_after(self):
        """Retry-After is honoured, for a temporary 4xx too."""
        receiver = self.receiver(
            lambda request, number: request.plain(429, [("Retry-After", "7")]) if number == 1 else request.plain(200))
        sender = self.sender(a=receiver.url())
        sender.put()
        self.assertEqual(sender.run(), 0)
        pause = receiver.requests[1].time - receiver.requests[0].time
        self.assertTrue(6.9 < pause < 15, pause)

    def test_redirection(self):
        """A redirection is not followed, and the entry stays."""
        other = self.receiver()
        receiver = self.receiver(lambda request, number: request.plain(307, [("Location", other.url())]))
        sender = self.sender(a=receiver.url())
        sender.put()
        sender.start()
        self.assertTrue(wait(lambda: "answered 307, redirects are not followed" in sender.log))
        self.assertEqual(sender.end(), 0)
        self.assertEqual((len(other.requests), len(sender.waiting())), (0, 1))

    def test_slow_receivers_block_no_others(self):
        """Receivers that hang in any way do not delay the entries of others."""
        hanging = self.receiver(lambda request, number: time.sleep(60))
        dripping = self.receiver(lambda request, number: drip(request))
        listener = socket.create_server(("127.0.0.1", 0), backlog=1)
        self.addCleanup(listener.close)
        receiver = self.receiver()
        sender = self.sender(
            a=hanging.url(), b=dripping.url(), c=f"http://localhost:{listener.getsockname()[1]}/", d=receiver.url())
        for name in "abcd" * 5:
            sender.put(name)
        sender.start()
        # Less than any of the others takes; the last entry stays until the sender has the response.
        self.assertTrue(wait(lambda: len(receiver.requests) == 5, 9))
        self.assertTrue(wait(lambda: len(sender.waiting()) == 15))
        self.assertEqual(sender.end(), 0)
        self.assertEqual(len(sender.waiting()), 15)

    def test_unreachable(self):
        """An unreachable receiver and its return are reported once each."""
        port = whereismyd.free_port()
        sender = self.sender(a=f"http://localhost:{port}/in?key=hidden")
        sender.put()
        sender.start()
        self.assertTrue(wait(lambda: "next attempt" in sender.log))
        self.assertRegex(
            sender.log, rf"webhook a: localhost:{port}: Could(n't| not) connect to server; next attempt in [0-9]+ s\n$")
        # Beyond the next attempt, which is not reported.
        time.sleep(int(re.search(r"next attempt in ([0-9]+) s", sender.log).group(1)) + 3)
        receiver = self.receiver(port=port)
        self.assertEqual(sender.finish(), 0)
        self.assertEqual(len(receiver.requests), 1)
        self.assertEqual(sender.log.count("\n"), 2, sender.log)
        self.assertRegex(sender.log, r"works again after [2-9] failures\n$")

    def test_endless_response(self):
        """An endless response is closed, and its status counts."""
        def pour(request, _):
            request.send_response(200)
            request.end_headers()
            while True:
                request.wfile.write(b"x" * 65536)

        receiver = self.receiver(pour)
        sender = self.sender(a=receiver.url())
        sender.put()
        self.assertEqual(sender.run(), 0)
        self.assertEqual(len(receiver.requests), 1)

    def test_invalid_http(self):
        """Invalid HTTP and a closed connection are failures."""
        def speak(request, number):
            request.wfile.write([b"SSH-2.0-x\r\n", b"", b"HTTP/1.1 200"][number - 1])
            request.close_connection = True

        for skipped in (1, 2):
            with self.subTest(skipped):
                receiver = self.receiver(lambda request, number, skip=skipped: speak(request, skip))
                sender = self.sender(a=receiver.url())
                sender.put()
                sender.start()
                self.assertTrue(wait(lambda: "next attempt" in sender.log), sender.log)
                self.assertEqual(sender.end(), 0)
                self.assertEqual(len(sender.waiting()), 1)


def drip(request):
    """Sends a byte a second."""
    for byte in b"HTTP/1.1 200 OK\r\n":
        request.wfile.write(bytes([byte]))
        request.wfile.flush()
        time.sleep(1)


class UpgradeTest(WebhookTest):
    """What the program whereismy-webhooks of versions 0.1 and 0.2 left behind."""

    def test_its_queue_is_sent(self):
        """Entries of every kind arrive as they were written, in order, and a partial file stays hidden."""
        moment = "2026-11-21T10:00:00.000Z"
        times = f'"moment":"{moment}","since":"2026-11-21T09:59:50.000Z"'
        where = '"latitude":51.477928,"longitude":-0.001545,"horizontalAccuracy":4.2'
        entries = [
            f'{{"id":"{number:032x}","queued":"{moment}",{rest}}}' for number, rest in enumerate([
                f'"event":"enter","place":"Home",{times},{where}',
                f'"event":"leave","place":"Mum \\"& Dad\\"",{times}',
                f'"event":"dragging","place":"anchor",{times},{where},"distance":62.7',
                f'"event":"lost","place":"anchor",{times}'])]
        receiver = self.receiver()
        sender = self.sender(**{"my boat": receiver.url()})
        for number, entry in enumerate(entries, 41):
            (sender.queue / f"{number:016d}-my%20boat.json").write_text(entry, encoding="utf-8")
        (sender.queue / ".0000000000000045-my%20boat.json.new").write_text("{", encoding="utf-8")
        sender.queue.chmod(0o750)
        self.assertEqual(sender.run(), 0)
        self.assertEqual([request.body.decode() for request in receiver.requests], entries)
        self.assertEqual(sender.waiting(), [".0000000000000045-my%20boat.json.new"])
        self.assertEqual(sender.log, "")


class SecretTest(WebhookTest):
    """Signatures and certificates."""

    def signed(self, receiver, mode=0o640, text=SECRET + "\n"):
        """A sender that signs."""
        sender = self.sender(a=receiver.url())
        path = sender.secret(text, mode)
        sender.configure(f"[webhook a]\nurl = {receiver.url()}\nsecret-file = {path}\n")
        sender.put()
        return sender

    def test_signature(self):
        """The signature covers the time, a full stop and the body."""
        receiver = self.receiver()
        self.assertEqual(self.signed(receiver).run(), 0)
        request = receiver.requests[0]
        text = request.headers["WhereIsMy-Timestamp"].encode() + b"." + request.body
        expected = hmac.new(SECRET.encode(), text, hashlib.sha256).hexdigest()
        self.assertEqual(request.headers["WhereIsMy-Signature"], "sha256=" + expected)

    def test_manual(self):
        """The examples of docs/webhooks.md recognize genuine requests."""
        receiver = self.receiver()
        self.assertEqual(self.signed(receiver).run(), 0)
        request = receiver.requests[0]
        manual = (pathlib.Path(__file__).resolve().parents[3] / "docs" / "webhooks.md").read_text(encoding="utf-8")
        examples = {}
        python = "".join(re.findall(r"```python\n(.*?)```", manual, re.DOTALL))
        exec(python, examples)  # pylint: disable=exec-used
        genuine = examples["is_genuine"]
        self.assertTrue(genuine(request.headers, request.body, SECRET.encode()))
        self.assertFalse(genuine(request.headers, request.body + b" ", SECRET.encode()))
        self.assertFalse(genuine(request.headers, request.body, b"another secret"))
        self.assertFalse(genuine({}, request.body, SECRET.encode()))
        self.assertFalse(genuine({**request.headers, "WhereIsMy-Timestamp": "1"}, request.body, SECRET.encode()))
        shell = re.search(r"```sh\n(.*?)```", manual, re.DOTALL).group(1)
        self.assertNotRegex(shell, "secret|hmac")
        stamp, signature = (request.headers[f"WhereIsMy-{name}"] for name in ("Timestamp", "Signature"))
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "webhook.secret").write_text(SECRET + "\n", encoding="utf-8")
            (pathlib.Path(folder) / "is-genuine.py").write_text(python, encoding="utf-8")
            for body, genuine in ((request.body, True), (request.body + b" ", False)):
                (pathlib.Path(folder) / "body.json").write_bytes(body)
                result = subprocess.run(
                    ["/bin/sh", "-c", shell], cwd=folder, check=False,
                    env={"timestamp": stamp, "signature": signature, "PATH": "/usr/bin:/bin"})
                self.assertEqual(result.returncode == 0, genuine)

    def test_unusable_secrets(self):
        """An unusable secret delays the entry until it is repaired, and is reported without its content."""
        for mode, text, word in ((0o644, SECRET, "accessible by others; fix: chmod"), (0o600, "short", "5 bytes, a secret has")):
            with self.subTest(word):
                receiver = self.receiver()
                sender = self.signed(receiver, mode, text)
                sender.start()
                self.assertTrue(wait(lambda: word in sender.log), sender.log)
                self.assertEqual((len(receiver.requests), sender.log.count(text)), (0, 0))
                sender.secret(SECRET, 0o600)
                (sender.folder / "secret").chmod(0o600)
                self.assertEqual(sender.finish(), 0)
                self.assertEqual(len(receiver.requests), 1)

    def test_certificates(self):
        """Only a receiver with a trusted certificate of its own name gets the entry."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        make_certificates(folder.name)
        for name, host, authority, good in (
                ("localhost", "localhost", True, True), ("localhost", "127.0.0.1", True, False),
                ("localhost", "localhost", False, False)):
            with self.subTest(host=host, authority=authority):
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(f"{folder.name}/{name}.pem", f"{folder.name}/{name}.key")
                receiver = self.receiver(tls=context)
                sender = self.sender(a=receiver.url(host=host))
                line = f"ca-file = {folder.name}/ca.pem\n" if authority else ""
                sender.configure(f"[webhook a]\nurl = {receiver.url(host=host)}\n{line}")
                sender.put()
                sender.start()
                if good:
                    self.assertEqual(sender.finish(), 0)
                else:
                    self.assertTrue(wait(lambda: "next attempt" in sender.log), sender.log)
                    self.assertRegex(sender.log, "SSL|certificate")
                    self.assertEqual(sender.end(), 0)
                self.assertEqual(len(receiver.requests), int(good))


def make_certificates(folder):
    """Creates a temporary authority and its certificate for localhost."""
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=throwaway")
    openssl("req", *key, "-keyout", "localhost.key", "-out", "localhost.csr", "-subj", "/CN=localhost")
    (pathlib.Path(folder) / "names").write_text("subjectAltName=DNS:localhost\n", encoding="utf-8")
    openssl(
        "x509", "-req", "-in", "localhost.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
        "-extfile", "names", "-out", "localhost.pem")


if __name__ == "__main__":
    unittest.main()
