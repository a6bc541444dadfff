"""The decisions of the controller. Time is an argument; nothing here touches a pin or a port.

One `step` a millisecond: counts of scans are milliseconds. Nothing allocates after construction.
"""
