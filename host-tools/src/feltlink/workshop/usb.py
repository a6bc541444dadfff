"""The USB devices this field meets, and the udev rules that make them behave.

Identifiers: Raspberry Pi's own product list, Espressif's, and the makers of the serial bridges.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["KNOWN", "UDEV_FILE", "UsbKind", "known", "udev_rules"]

UDEV_FILE = "/etc/udev/rules.d/60-feltlink.rules"


@dataclass(frozen=True)
class UsbKind:
    """A kind of device by vendor and product; `boots` when it waits for an image to be flashed."""

    vendor: int
    product: int
    name: str
    boots: bool = False


KNOWN = (
    UsbKind(0x2E8A, 0x0003, "RP2040 waiting for an image (BOOTSEL)", boots=True),
    UsbKind(0x2E8A, 0x000F, "RP2350 waiting for an image (BOOTSEL)", boots=True),
    UsbKind(0x2E8A, 0x0005, "Raspberry Pi Pico with MicroPython"),
    UsbKind(0x303A, 0x1001, "ESP32-S3/C3 USB serial and JTAG"),
    UsbKind(0x303A, 0x4001, "ESP32-S2/S3 with MicroPython"),
    UsbKind(0x10C4, 0xEA60, "CP210x serial bridge"),
    UsbKind(0x1A86, 0x7523, "CH340 serial bridge"),
    UsbKind(0x1A86, 0x55D4, "CH9102 serial bridge"),
    UsbKind(0x0403, 0x6001, "FT232R serial bridge"),
    UsbKind(0x0403, 0x6015, "FT231X serial bridge"),
)


def known(vendor: int, product: int) -> UsbKind | None:
    """Return what a vendor and product are, or None for a stranger."""
    return next((k for k in KNOWN if (k.vendor, k.product) == (vendor, product)), None)


def udev_rules() -> str:
    """Return the rules: group access, no ModemManager probing, FTDI's latency timer at 1 ms.

    ModemManager writes AT commands into every new port; FTDI AN232B-04 has the latency timer.
    """
    lines = [
        "# Feltlink controllers: access for the group dialout, and no modem probes.",
        "# Install: feltlink doctor --udev | sudo tee " + UDEV_FILE,
        "# Then: sudo udevadm control --reload && sudo udevadm trigger",
    ]
    for kind in KNOWN:
        match = f'ATTRS{{idVendor}}=="{kind.vendor:04x}", ATTRS{{idProduct}}=="{kind.product:04x}"'
        lines.append(
            f'SUBSYSTEM=="usb|tty", {match}, GROUP="dialout", MODE="0660", '
            'ENV{ID_MM_DEVICE_IGNORE}="1"'
        )
    lines.append(
        'ACTION=="add", SUBSYSTEM=="usb-serial", DRIVER=="ftdi_sio", ATTR{latency_timer}="1"'
    )
    return "\n".join(lines) + "\n"
