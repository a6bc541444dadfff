"""What stands between a technician and a talking controller, each with what to do about it.

Every check reads the machine below `Machine.root`, so that the tests can show it another one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from feltlink.workshop import doctor_disk, doctor_program, usb
from feltlink.workshop.devices import Found
from feltlink.workshop.finding import Finding
from feltlink.workshop.flash import Drive, drives

__all__ = ["Finding", "Machine", "examine"]


@dataclass(frozen=True)
class Machine:
    """The machine that is examined: its files below `root`, and who asks.

    `look` tells what is on its ports, None: nobody asks them; `disk` holds the table's record.
    """

    root: Path = Path("/")
    user: str = ""
    look: Callable[[], list[Found]] | None = None
    disk: doctor_disk.Disk | None = None
    may_open: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)

    def glob(self, pattern: str) -> list[Path]:
        return sorted(self.root.glob(pattern.lstrip("/")))

    def text(self, path: Path) -> str:
        """The file's text, or nothing when it cannot be read: processes end while we look."""
        try:
            return path.read_text(errors="replace").strip("\0 \n")
        except OSError:
            return ""


def examine(machine: Machine) -> list[Finding]:
    """Return the findings of every check, in the order a technician works them off."""
    checks = (
        *(_devices, _boot_loaders, _ports, _permissions, _owners, _modem_manager, _udev, _latency),
        *(_programs, _disk),
    )
    return [finding for check in checks for finding in check(machine)]


def ports(machine: Machine) -> list[Path]:
    """The serial ports a controller can be on."""
    return machine.glob("dev/ttyACM*") + machine.glob("dev/ttyUSB*")


def _usb(machine: Machine) -> Iterator[tuple[Path, int, int]]:
    for folder in machine.glob("sys/bus/usb/devices/*"):
        vendor, product = machine.text(folder / "idVendor"), machine.text(folder / "idProduct")
        if vendor and product:
            yield folder, int(vendor, 16), int(product, 16)


def _boot_loaders(machine: Machine) -> Iterator[Finding]:
    kinds = [usb.known(vendor, product) for _, vendor, product in _usb(machine)]
    table = machine.root / "proc/mounts"
    mounted: list[Drive] = drives(table) if table.exists() else []
    yield from doctor_program.boot_loaders(
        sum(kind is not None and kind.boots for kind in kinds), mounted
    )


def _programs(machine: Machine) -> Iterator[Finding]:
    if machine.look is not None:
        yield from doctor_program.programs(machine.look())


def _disk(machine: Machine) -> Iterator[Finding]:
    if machine.disk is not None:
        yield from doctor_disk.findings(machine.disk)


def _devices(machine: Machine) -> Iterator[Finding]:
    seen = False
    for folder, vendor, product in _usb(machine):
        kind = usb.known(vendor, product)
        if kind is None:
            continue
        seen = True
        if kind.boots:
            yield Finding(
                "devices",
                "note",
                f"{kind.name}, USB {folder.name}",
                "flash it: feltlink firmware image, then copy the .uf2 to its drive; "
                "if that was not meant, unplug it and plug it in without the button",
            )
        else:
            yield Finding("devices", "good", f"{kind.name}, USB {folder.name}")
    if not seen:
        yield Finding(
            "devices",
            "bad",
            "no controller on USB",
            "try another cable (many only charge), another socket, then hold BOOTSEL while "
            "plugging in; a controller on a plain serial port shows up here never",
        )


def _ports(machine: Machine) -> Iterator[Finding]:
    found = ports(machine)
    if found:
        yield Finding("ports", "good", ", ".join(path.name for path in found))
    else:
        yield Finding(
            "ports",
            "bad",
            "no serial port (ttyACM*, ttyUSB*)",
            "with a controller plugged in: dmesg | tail shows whether the system saw it",
        )


def _permissions(machine: Machine) -> Iterator[Finding]:
    for port in ports(machine):
        if not machine.may_open(port):
            yield Finding(
                "permissions",
                "bad",
                f"{machine.user or 'this user'} may not open /dev/{port.name}",
                f"sudo usermod -a -G dialout {machine.user or '$USER'}, then log in again",
            )


def _owners(machine: Machine) -> Iterator[Finding]:
    wanted = {f"/dev/{port.name}" for port in ports(machine)}
    for fd in machine.glob("proc/[0-9]*/fd/*") if wanted else ():
        try:
            target = os.readlink(fd)
        except OSError:
            continue
        if target in wanted:
            process = fd.parent.parent
            yield Finding(
                "owners",
                "note",
                f"{target} is held by {machine.text(process / 'comm')} (process {process.name})",
                "a running table holds its port; anything else: stop it, two readers would "
                "steal bytes from each other",
            )


def _modem_manager(machine: Machine) -> Iterator[Finding]:
    running = any(machine.text(comm) == "ModemManager" for comm in machine.glob("proc/[0-9]*/comm"))
    ruled = machine.glob(usb.UDEV_FILE)
    if running and not ruled:
        yield Finding(
            "modem manager",
            "bad",
            "ModemManager runs and writes AT commands into new ports",
            f"feltlink doctor --udev | sudo tee {usb.UDEV_FILE}; "
            "sudo udevadm control --reload; plug the controller in again",
        )
    elif running:
        yield Finding("modem manager", "good", "runs, and the udev rules keep it off our ports")
    else:
        yield Finding("modem manager", "good", "does not run")


def _udev(machine: Machine) -> Iterator[Finding]:
    found = machine.glob(usb.UDEV_FILE)
    if not found:
        yield Finding(
            "udev rules",
            "note",
            f"{usb.UDEV_FILE} is not there",
            f"feltlink doctor --udev | sudo tee {usb.UDEV_FILE}",
        )
    elif machine.text(found[0]) != usb.udev_rules().strip():
        yield Finding(
            "udev rules",
            "note",
            f"{usb.UDEV_FILE} is of another version",
            f"feltlink doctor --udev | sudo tee {usb.UDEV_FILE}",
        )
    else:
        yield Finding("udev rules", "good", "installed")


def _latency(machine: Machine) -> Iterator[Finding]:
    for timer in machine.glob("sys/bus/usb-serial/devices/*/latency_timer"):
        value = machine.text(timer)
        if value.isdigit() and int(value) > 1:
            port = timer.parent.name
            yield Finding(
                "latency timer",
                "bad",
                f"{port} holds bytes back for {value} ms (FTDI AN232B-04)",
                f"echo 1 | sudo tee /sys/bus/usb-serial/devices/{port}/latency_timer; "
                "the udev rules make it last",
            )
