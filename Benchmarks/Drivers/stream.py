"""The JSON of gpsd 3.22 for a moving receiver, and a server that sends it."""

import socket
import time

DEVICE = "/dev/ttyACM0"
VERSION = '{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}\r\n'
WATCHED = (
    '{"class":"DEVICES","devices":[{"class":"DEVICE","path":"%s","driver":"u-blox",'
    '"activated":"2026-01-01T00:00:00.000Z","flags":1,"native":1,"bps":9600,"parity":"N","stopbits":1,'
    '"cycle":1.00}]}\r\n'
    '{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false,"timing":false,'
    '"split24":false,"pps":false}\r\n' % DEVICE
)
TPV = (
    '{"class":"TPV","device":"%s","mode":3,"time":"%s","ept":0.005,"lat":%.9f,"lon":%.9f,"altHAE":31.8009,'
    '"altMSL":27.7552,"alt":27.7552,"epx":2.470,"epy":3.543,"epv":7.900,"track":24.0000,"magtrack":35.9113,'
    '"magvar":11.9,"speed":1.400,"climb":0.000,"eps":7.09,"epc":15.80,"geoidSep":4.046,"eph":5.900,"sep":9.787}\r\n'
)
SATELLITE = '{"PRN":%d,"el":%d.0,"az":%d.0,"ss":%d.0,"used":%s,"gnssid":0,"svid":%d}'
SKY = (
    '{"class":"SKY","device":"%s","time":"%s","xdop":0.77,"ydop":0.83,"vdop":1.10,"tdop":1.20,"hdop":0.70,'
    '"gdop":2.32,"pdop":1.30,"nSat":12,"uSat":8,"satellites":[%s]}\r\n'
)
SATELLITES = ",".join(
    SATELLITE % (prn, 5 * prn, 25 * prn, 20 + prn, "true" if prn <= 8 else "false", prn) for prn in range(1, 13)
)
# The current second: the daemon's TimeValidator would first have to confirm a time that differs from the machine's.
START = int(time.time())


def timestamp(epoch):
    """Returns the time of an epoch as gpsd writes it; epochs are a tenth of a second apart."""
    seconds, tenths = divmod(epoch, 10)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(START + seconds)) + ".%d00Z" % tenths


def latitude(epoch):
    """Returns the latitude of an epoch. Epochs are 0.11 m apart, so that each page differs from the previous one."""
    return -37.80996889 + epoch * 1e-6


def lines(epoch, with_sky):
    """Returns the lines that gpsd sends in an epoch."""
    tpv = TPV % (DEVICE, timestamp(epoch), latitude(epoch), 144.96326388)
    return (tpv + SKY % (DEVICE, timestamp(epoch), SATELLITES) if with_sky else tpv).encode()


def stamped(epoch, milliseconds):
    """Returns an epoch with a time in milliseconds since 1970. Its SKY is a millisecond later and completes the epoch
    immediately, so that the daemon's timeout is not part of the measurement."""
    time_of_fix, later = (iso8601(moment) for moment in (milliseconds, milliseconds + 1))
    tpv = TPV % (DEVICE, time_of_fix, latitude(epoch), 144.96326388)
    return (tpv + SKY % (DEVICE, later, SATELLITES)).encode()


def next_moment():
    """Returns the start of a millisecond that is about to begin, in nanoseconds since 1970."""
    return (time.time_ns() // 1_000_000 + 3) * 1_000_000


def wait_until(moment):
    """Waits exactly until a time, in nanoseconds since 1970."""
    time.sleep(max(0, moment - time.time_ns() - 1_000_000) / 1e9)
    while time.time_ns() < moment:
        pass


def iso8601(milliseconds):
    """Returns a time as gpsd writes it."""
    seconds, rest = divmod(milliseconds, 1000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + ".%03dZ" % rest


class Server:
    """A gpsd on a free port of the loopback, for one client at a time."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(10)
        self.port = self.listener.getsockname()[1]

    def accept(self):
        """Waits for a client, sends VERSION, and responds to its ?WATCH; returns the connection."""
        client, _ = self.listener.accept()
        client.settimeout(60)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.sendall(VERSION.encode())
        request = b""
        while b"?WATCH" not in request:
            part = client.recv(4096)
            if not part:
                raise ConnectionError("the client disconnected without ?WATCH")
            request += part
        client.sendall(WATCHED.encode())
        return client


def pour(client, stream):
    """Sends a stream and shuts the sending side down; returns the seconds until the client has read it all and closes."""
    started = time.monotonic()
    client.sendall(stream)
    client.shutdown(socket.SHUT_WR)
    while client.recv(4096):
        pass
    elapsed = time.monotonic() - started
    client.close()
    return elapsed
