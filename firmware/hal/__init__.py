"""The only room that touches a pin, a port, a clock or a file."""
