"""HTTP over real sockets: methods, conditional requests, compression, security headers and access."""

import contextlib
import gzip
import pathlib
import re
import shutil
import socket
import subprocess
import unittest

from whereismyd import Daemon, exchange

DOCUMENT = pathlib.Path(__file__).resolve().parents[3] / "docs" / "openapi.yaml"
# Every other path requires authentication over TCP.
OPEN = re.compile(r"/(assets/|share/|sign-in$|service-worker\.js$)")


def described(method):
    """The documented paths of a method, with values for the variables."""
    path, found = None, []
    for line in DOCUMENT.read_text(encoding="utf-8").split("\npaths:\n")[1].split("\ncomponents:")[0].splitlines():
        if line.startswith("  /"):
            path = line.strip().rstrip(":")
        elif line == f"    {method}:":
            found.append(re.sub(r"\{\w+\}", "1", path))
    return found


class HTTPTest(unittest.TestCase):
    """All tests share one daemon."""

    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon()
        cls.addClassCleanup(cls.daemon.close)
        cls.daemon.wait_for("live")
        cls.bearer = {"Authorization": f"Bearer {cls.daemon.token()}"}

    def ask(self, method, path, **headers):
        """Sends a request over TCP with a token."""
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        return exchange(self.daemon.remote(), method, path, headers={**self.bearer, **names})

    def test_head_is_get_without_content(self):
        for path in ("/", "/v1/report", "/v1/map", "/metrics", "/assets/live/main.js", "/v1/verdicts", "/v1/health"):
            with self.subTest(path=path):
                (got, got_headers, _), (status, headers, content) = self.ask("GET", path), self.ask("HEAD", path)
                self.assertEqual((status, content), (got, b""))
                for header in ("content-type", "cache-control", "content-security-policy"):
                    self.assertEqual(headers.get(header), got_headers.get(header))
        self.assertEqual(self.ask("HEAD", "/v1/events")[0::2], (200, b""))

    def test_allowed_methods_are_listed(self):
        for path, allowed in (("/v1/report", "GET, HEAD, OPTIONS"), ("/", "GET, HEAD, OPTIONS")):
            status, headers, content = self.ask("OPTIONS", path)
            self.assertEqual((status, headers["allow"], content), (204, allowed, b""))
            status, headers, _ = self.ask("PUT", path)
            self.assertEqual((status, headers["allow"]), (405, allowed))
        status, headers, _ = exchange(self.daemon.local(), "PATCH", "/v1/tokens")
        self.assertEqual((status, headers["allow"]), (405, "GET, HEAD, OPTIONS, POST"))

    def test_conditional_requests(self):
        for path in ("/assets/live/main.js", "/assets/leaflet/leaflet.js"):
            tag = self.ask("GET", path)[1]["etag"]
            for given in (tag, f'"x", {tag}', "*", tag.removeprefix("W/")):
                self.assertEqual(self.ask("GET", path, If_None_Match=given)[0::2], (304, b""), given)
            self.assertEqual(self.ask("GET", path, If_None_Match='"x"')[0], 200)
        for _ in range(20):
            tag = self.ask("GET", "/v1/report")[1]["etag"]
            if self.ask("GET", "/v1/report", If_None_Match=tag)[0] == 304:
                break
        else:
            self.fail("the report changes faster than two requests take")

    def test_gzip_is_negotiated(self):
        for path in ("/assets/leaflet/leaflet.js", "/", "/v1/verdicts"):
            with self.subTest(path=path):
                _, headers, plain = self.ask("GET", path)
                self.assertNotIn("content-encoding", headers)
                self.assertIn("Accept-Encoding", headers["vary"])
                _, headers, packed = self.ask("GET", path, Accept_Encoding="br, gzip;q=0.5")
                self.assertEqual(headers["content-encoding"], "gzip")
                if path != "/v1/verdicts":
                    self.assertEqual(gzip.decompress(packed), plain)
                    self.assertLess(len(packed), len(plain))
                self.assertTrue(gzip.decompress(packed))
                self.assertNotIn("content-encoding", self.ask("GET", path, Accept_Encoding="gzip;q=0")[1])

    @unittest.skipUnless(shutil.which("curl"), "no curl here")
    def test_curl_is_compatible(self):
        address = f"http://127.0.0.1:{self.daemon.port}/assets/leaflet/leaflet.js"
        for options in (["--compressed"], ["--http1.0"], ["--http1.1", address]):
            done = subprocess.run(["curl", "-sSf", *options, address], capture_output=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(b"Leaflet", done.stdout)
        report = subprocess.run(
            ["curl", "-sSf", "--unix-socket", self.daemon.socket, "http://localhost/v1/report"],
            capture_output=True, check=True).stdout
        self.assertIn(b'"state":"live"', report)

    def test_every_answer_tells_browsers_what_must_not_happen(self):
        asked = [("HEAD", path) for path in described("get") if not path.endswith("/events")]
        asked += [("POST", "/v1/shares"), ("PUT", "/"), ("OPTIONS", "/"), ("GET", "/nothing"), ("GET", "/%2e%2e/")]
        for method, path in asked:
            with self.subTest(path=path, method=method):
                headers = self.ask(method, path)[1]
                self.assertEqual(headers["referrer-policy"], "strict-origin-when-cross-origin")
                self.assertEqual(headers["x-content-type-options"], "nosniff")
                self.assertIn("frame-ancestors", headers["content-security-policy"])
                self.assertNotIn("unsafe-inline", headers["content-security-policy"])
                self.assertNotIn("access-control-allow-origin", headers)

    def test_access_requires_a_secret(self):
        for method in ("get", "post", "delete"):
            for path in described(method):
                if OPEN.match(path):
                    continue
                for secret in (None, "Bearer abcdefghijklmnopqrstuvwxyz234567", "Bearer x", "Basic eDp5"):
                    with self.subTest(path=path, method=method, secret=secret):
                        headers = {"Authorization": secret} if secret else {}
                        status, headers, content = exchange(
                            self.daemon.remote(), method.upper(), path, headers=headers)
                        self.assertIn(status, (401, 429) if secret else (401,))
                        self.assertIn("www-authenticate" if status == 401 else "retry-after", headers)
                        self.assertNotIn(b"-37.8", content)
        # A valid token still has access.
        self.assertEqual(self.ask("GET", "/v1/report")[0], 200)

    def test_invalid_shares_look_alike(self):
        answers = {
            (status, headers["content-type"], content)
            for status, headers, content in (
                exchange(self.daemon.remote(), "GET", path)
                for path in ("/share/1/", "/share/", "/share/x/v1/report", f"/share/{'a' * 32}/v1/track", "/share/../"))
            if status != 400}
        self.assertEqual(len(answers), 1)
        self.assertEqual(answers.pop()[0], 410)

    def test_unknown_host_names_are_rejected(self):
        for name in ("evil.example", "localhost.evil.example", "localhost:80@evil.example", ""):
            self.assertIn(self.ask("GET", "/v1/report", Host=name)[0], (400, 421), name)
        for name in ("localhost", f"127.0.0.1:{self.daemon.port}", "[::1]:8947"):
            self.assertEqual(self.ask("GET", "/v1/report", Host=name)[0], 200, name)

    def raw(self, request):
        """The response to raw bytes, until the server closes."""
        answer = b""
        with socket.create_connection(("127.0.0.1", self.daemon.port), 30) as client:
            # A server that rejects a request resets the connection, sometimes before the client has sent all of it.
            with contextlib.suppress(OSError):
                client.sendall(request)
                client.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionResetError):
                while part := client.recv(65536):
                    answer += part
        return answer

    def test_malformed_requests_are_rejected(self):
        head = b"GET /v1/report HTTP/1.1\r\nHost: localhost\r\n"
        wrong = {
            "two lengths": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "length and chunks":
                b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "two hosts": head + b"Host: other\r\n\r\n",
            "no host": b"GET /v1/report HTTP/1.1\r\n\r\n",
            "a long header": head + b"X: " + b"a" * 9000 + b"\r\n\r\n",
            "a long path": b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "many headers": head + b"X: y\r\n" * 2000 + b"\r\n",
            "a long content": b"POST /v1/shares HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n",
        }
        for fault, request in wrong.items():
            with self.subTest(fault):
                answer = self.raw(request)
                self.assertRegex(answer, rb"\AHTTP/1\.1 (400|413|414|421|431) ")
                self.assertEqual(len(re.findall(rb"HTTP/1\.1 \d{3} ", answer)), 1, "nothing after it is parsed as a request")


if __name__ == "__main__":
    unittest.main()
