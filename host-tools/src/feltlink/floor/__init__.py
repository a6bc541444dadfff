"""Many tables on one progressive: the store of the meters, the outbox, the link's state."""
