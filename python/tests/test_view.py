"""view(): a page of a running simulation, from a script."""
import base64
import os
import socket
import threading
import unittest
import urllib.parse
import urllib.request

import conjac
from support import bar

PATIENCE = 60  # s, for machines that are busy


class Viewed:
    """sim.view() in a thread, and the socket of a page."""

    def __init__(self, sim, **options):
        self.address, self.there = None, threading.Event()

        def ready(address):
            self.address = address
            self.there.set()

        self.thread = threading.Thread(target=sim.view, kwargs=options | {"ready": ready}, daemon=True)
        self.thread.start()
        assert self.there.wait(PATIENCE)

    def page(self):
        with urllib.request.urlopen(self.address, timeout=PATIENCE) as answer:
            return answer.read().decode()

    def open_socket(self):
        """What the page does first: a WebSocket handshake."""
        parts = urllib.parse.urlsplit(self.address)
        key = base64.b64encode(os.urandom(16)).decode()
        connection = socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE)
        connection.sendall(
            f"GET /live?{parts.query} HTTP/1.1\r\nHost: {parts.netloc}\r\nOrigin: http://{parts.netloc}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        return connection, connection.recv(4096)


class View(unittest.TestCase):
    def test_shows_a_copy_and_ends_with_its_page(self):
        sim = conjac.Simulation(bar())
        sim.step(3)
        before = sim.state()
        viewed = Viewed(sim)
        self.assertIn("<html", viewed.page())
        connection, answer = viewed.open_socket()
        self.assertIn(b"101", answer.split(b"\r\n")[0])
        self.assertTrue(viewed.thread.is_alive())
        while len(answer) < 20000:  # frames of the copy that runs
            more = connection.recv(65536)
            self.assertTrue(more)
            answer += more
        connection.close()
        viewed.thread.join(PATIENCE)
        self.assertFalse(viewed.thread.is_alive())
        self.assertEqual(sim.state(), before)

    def test_takes_over_what_the_page_left(self):
        sim = conjac.Simulation(bar())
        viewed = Viewed(sim, take=True)
        connection, answer = viewed.open_socket()
        while len(answer) < 20000:
            answer += connection.recv(65536)
        connection.close()
        viewed.thread.join(PATIENCE)
        self.assertFalse(viewed.thread.is_alive())
        self.assertGreater(sim.time, 0)
        sim.step()

    def test_a_mistake_in_ready_comes_back(self):
        sim = conjac.Simulation(bar())

        def ready(address):
            raise ValueError("no browser")

        with self.assertRaisesRegex(ValueError, "no browser"):
            sim.view(ready=ready)


if __name__ == "__main__":
    unittest.main()
