"""The setup shared by the tests of a run: the packages, a root without them, and one with them and gpsd."""

import os
import pathlib

import machine

BASE = "WHEREISMY_SYSTEM_BASE"
PACKAGES = "WHEREISMY_SYSTEM_PACKAGES"
INSTALLED = "WHEREISMY_SYSTEM_INSTALLED"
EARLIER = "WHEREISMY_SYSTEM_EARLIER"


def packages():
    """The packages under test, whereismy and whereismy-publish."""
    return [pathlib.Path(path) for path in os.environ[PACKAGES].split(os.pathsep)][:2]


def fleet():
    """The package whereismy-fleet."""
    return pathlib.Path(os.environ[PACKAGES].split(os.pathsep)[2])


def earlier():
    """The package of an earlier version; None unless packaging/make-earlier-deb has made it for this Debian."""
    return pathlib.Path(os.environ[EARLIER]) if os.environ.get(EARLIER) else None


def package():
    """The package whereismy."""
    return packages()[0]


def bare():
    """Boots a machine as created by debootstrap."""
    return booted(os.environ[BASE])


def installed(kind=machine.Machine):
    """Boots a machine with the packages and a gpsd that waits for its receiver."""
    return booted(os.environ[INSTALLED], os.environ[BASE], kind=kind)


def booted(*layers, kind=machine.Machine):
    """Boots a machine of these layers."""
    made = kind(*layers)
    try:
        made.boot()
    except BaseException:
        made.close()
        raise
    return made


def prepare():
    """Creates the root with the packages, by apt in a running machine."""
    made = bare()
    try:
        made.install(*packages())
        made.configure_gpsd()
        made.shut_down()
    except BaseException:
        made.close()
        raise
    made.unmount()
    os.environ[INSTALLED] = os.fspath(made.layer)
