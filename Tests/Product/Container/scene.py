"""The setup shared by the tests of a run: the package, a root without it, and one with it and gpsd."""

import os
import pathlib

import machine

BASE = "WHEREISMY_SYSTEM_BASE"
PACKAGE = "WHEREISMY_SYSTEM_PACKAGE"
INSTALLED = "WHEREISMY_SYSTEM_INSTALLED"


def package():
    """The package under test."""
    return pathlib.Path(os.environ[PACKAGE])


def bare():
    """Boots a machine as created by debootstrap."""
    return booted(os.environ[BASE])


def installed(kind=machine.Machine):
    """Boots a machine with the package and a gpsd that waits for its receiver."""
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
    """Creates the root with the package, by apt in a running machine."""
    made = bare()
    try:
        made.install(package())
        made.configure_gpsd()
        made.shut_down()
    except BaseException:
        made.close()
        raise
    made.unmount()
    os.environ[INSTALLED] = os.fspath(made.layer)
