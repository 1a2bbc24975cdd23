"""What the tests of a run share: the package, a root without it and one with it, and gpsd, on it."""

import os
import pathlib

import machine

BASE = "WHEREISMY_SYSTEM_BASE"
PACKAGE = "WHEREISMY_SYSTEM_PACKAGE"
INSTALLED = "WHEREISMY_SYSTEM_INSTALLED"


def package():
    """The package that is tested."""
    return pathlib.Path(os.environ[PACKAGE])


def bare():
    """A machine as debootstrap makes it, booted."""
    return booted(os.environ[BASE])


def installed(kind=machine.Machine):
    """A machine with the package and a gpsd that waits for its receiver, booted."""
    return booted(os.environ[INSTALLED], os.environ[BASE], kind=kind)


def booted(*layers, kind=machine.Machine):
    """A machine of these layers."""
    made = kind(*layers)
    try:
        made.boot()
    except BaseException:
        made.close()
        raise
    return made


def prepare():
    """Makes the root that has the package, by apt in a machine that runs."""
    made = bare()
    try:
        made.install(package())
        made.set_gpsd_up()
        made.ends()
    except BaseException:
        made.close()
        raise
    made.unmount()
    os.environ[INSTALLED] = os.fspath(made.layer)
