"""A fast endpoint of OwnTracks by HTTP, which remembers when it got each fix."""

import asyncio
import re
import threading
import time

LENGTH = re.compile(rb"\r\nContent-Length: (\d+)\r\n", re.IGNORECASE)
TIME = re.compile(rb'"tst":(\d+)')
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]"


class Consumer(threading.Thread):
    """The server, on a thread of this process."""

    def __init__(self):
        super().__init__(daemon=True)
        # The time of each fix in seconds since 1970, and when it arrived for the first time.
        self.arrivals = {}
        self.requests = 0
        self.port = 0
        self.ready = threading.Event()
        self.start()
        self.ready.wait(10)

    def run(self):
        """Serves until the process ends."""
        asyncio.run(self.serve())

    async def serve(self):
        """Listens on a free port."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Connection(self), "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self.ready.set()
        await server.serve_forever()

    def take(self, body):
        """Takes a message."""
        self.requests += 1
        self.arrivals.setdefault(int(TIME.search(body).group(1)), time.time())


class Connection(asyncio.Protocol):
    """One connection of the publisher."""

    def __init__(self, consumer):
        self.consumer = consumer
        self.input = b""
        self.transport = None

    def connection_made(self, transport):
        """Keeps the transport."""
        self.transport = transport

    def data_received(self, data):
        """Answers all complete requests."""
        self.input += data
        while (head := self.input.find(b"\r\n\r\n")) >= 0:
            end = head + 4 + int(LENGTH.search(self.input, 0, head + 2).group(1))
            if len(self.input) < end:
                return
            self.consumer.take(self.input[head + 4:end])
            self.input = self.input[end:]
            self.transport.write(ANSWER)
