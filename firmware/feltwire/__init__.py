"""The wire between controller and host: the same files on both. Imports nothing but `array`."""
