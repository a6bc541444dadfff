"""What each chip wants of an image: its form, its instruction set, and what it is built on."""

from __future__ import annotations

from dataclasses import dataclass

from feltlink.workshop import uf2

__all__ = ["TARGETS", "Esp", "Rp2"]


@dataclass(frozen=True)
class Rp2:
    """An image as UF2. `base` is MicroPython's name of the plain board, `march` mpy-cross's of the
    instruction set, `family` the chip's in UF2."""

    base: str
    march: str
    family: int
    ending: str = "uf2"


@dataclass(frozen=True)
class Esp:
    """An image as one .bin. `chip_id` stands in its header, `first` is the flash address of its
    first byte, the boot loader's."""

    base: str
    march: str
    chip_id: int
    first: int
    ending: str = "bin"


TARGETS: dict[str, Rp2 | Esp] = {
    "rp2040": Rp2("RPI_PICO", "armv6m", uf2.FAMILY_RP2040),
    # the Cortex-M33 with its single-precision FPU (py/persistentcode.h, MPY_FEATURE_ARCH)
    "rp2350": Rp2("RPI_PICO2", "armv7emsp", uf2.FAMILY_RP2350),
    # ESP-IDF bootloader/Kconfig.projbuild, BOOTLOADER_OFFSET_IN_FLASH; esp_app_format.h,
    # esp_chip_id_t. Both are Xtensa with windowed registers
    "esp32": Esp("ESP32_GENERIC", "xtensawin", 0x0000, 0x1000),
    "esp32s3": Esp("ESP32_GENERIC_S3", "xtensawin", 0x0009, 0x0),
}
