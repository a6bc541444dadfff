"""Starts the chip anew."""

import machine


def restart(bootloader: bool) -> None:
    """Reset, or go to the chip's boot loader where it has one."""
    if bootloader and hasattr(machine, "bootloader"):
        machine.bootloader()
    machine.reset()
