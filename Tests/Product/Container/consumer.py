"""A consumer of Overland on the loopback interface of a container."""

import http.server
import json
import socket
import threading

import receiver

PORT = 8765


class Consumer:
    """Takes fixes, and remembers the time of each, until it is closed."""

    def __init__(self, container, token=None):
        self.lock = threading.Lock()
        self.taken = []
        self.refused = 0
        listener = in_network(container.first)
        consumer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            """Answers as Overland's servers do."""
            protocol_version = "HTTP/1.1"

            def do_POST(self):  # pylint: disable=invalid-name
                """Takes a batch."""
                body = self.rfile.read(int(self.headers["Content-Length"]))
                is_known = token is None or self.headers["Authorization"] == f"Bearer {token}"
                answer = consumer.take(json.loads(body)) if is_known else consumer.refuse()
                self.send_response(200 if is_known else 401)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, format, *args):  # pylint: disable=redefined-builtin
                """Stays silent."""

        self.server = http.server.ThreadingHTTPServer(listener.getsockname(), Handler, bind_and_activate=False)
        self.server.daemon_threads = True
        self.server.socket.close()
        self.server.socket = listener
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take(self, document):
        """Remembers the times of a batch."""
        with self.lock:
            self.taken += [fix["properties"]["timestamp"] for fix in document["locations"]]
        return b'{"result":"ok"}'

    def refuse(self):
        """Counts a refusal."""
        with self.lock:
            self.refused += 1
        return b"{}"

    def times(self):
        """The times of all fixes, in the order of their arrival."""
        with self.lock:
            return list(self.taken)

    def close(self):
        """Stops."""
        self.server.shutdown()
        self.server.server_close()


def in_network(first):
    """A listening socket in the network of a process, from a thread that ends there."""
    made = []

    def listen():
        listener = receiver.socket_within(first, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", PORT))
        listener.listen(16)
        made.append(listener)

    thread = threading.Thread(target=listen)
    thread.start()
    thread.join()
    return made[0]
