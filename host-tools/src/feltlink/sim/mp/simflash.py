# The device's own file system: `/` is a folder of the machine. A wrapper, because `VfsPosix` with a
# root of its own cannot rename: both paths share one buffer (extmod/vfs_posix.c).
import vfs


class Flash:
    def __init__(self, root):
        self._root = root
        self._outside = vfs.VfsPosix()
        self._inside = vfs.VfsPosix(root)
        for name in ("chdir", "getcwd", "ilistdir", "mkdir", "remove", "rmdir", "stat", "statvfs"):
            setattr(self, name, getattr(self._inside, name))

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        pass

    def open(self, path, mode):
        return self._inside.open(path, mode)

    def rename(self, old, new):
        self._outside.rename(self._whole(old), self._whole(new))

    def _whole(self, path):
        return self._root + "/" + path.lstrip("/")
