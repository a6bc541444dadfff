"""A PostgreSQL server of the tests' own: private folder, unix socket, no TCP, no user's data."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

Opening = Callable[..., Any]
"""`open_store` of a test: what it opens is closed when the test ends."""

SETTINGS = """
listen_addresses = ''
max_connections = 60
shared_buffers = 32MB
fsync = {fsync}
log_min_messages = fatal
max_wal_senders = 4
wal_level = replica
hot_standby = on
synchronous_standby_names = ''
"""


def binaries() -> Path | None:
    """The folder of the newest PostgreSQL server here, on the PATH or where Debian puts it."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=_version)
    if found:
        return found[-1].parent
    on_path = shutil.which("postgres")
    return Path(os.path.realpath(on_path)).parent if on_path else None


def _version(path: Path) -> float:
    name = path.parent.parent.name
    return float(name) if name.replace(".", "").isdigit() else 0


def missing() -> str:
    """Why no server can be started here; "" when one can."""
    if binaries() is None:
        return "no PostgreSQL server is installed (Debian: apt-get install postgresql)"
    if os.geteuid() == 0 and (shutil.which("setpriv") is None or _user() is None):
        return "running as root, and there is no setpriv or no user `postgres` to run the server"
    return ""


def _user() -> str | None:
    import pwd

    names = [user.pw_name for user in pwd.getpwall()]
    return next((name for name in ("postgres", "nobody") if name in names), None)


def as_server(*command: str) -> list[str]:
    """The command as the server's own user: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return list(command)
    user = _user()
    assert user is not None
    return ["setpriv", f"--reuid={user}", f"--regid={_group(user)}", "--clear-groups", *command]


def _group(user: str) -> str:
    import grp
    import pwd

    return grp.getgrgid(pwd.getpwnam(user).pw_gid).gr_name


_first: list[Server] = []


class Server:
    """One server. `kill` is `kill -9` of all its processes; `start` after that recovers."""

    def __init__(self, root: Path, name: str = "one", *, fsync: bool = False) -> None:
        tools = binaries()
        assert tools is not None
        self._tools = tools
        self.root, self.data, self.socket = root, root / name / "data", root / name
        self._settings = SETTINGS.format(fsync="on" if fsync else "off")
        self._process: subprocess.Popen[bytes] | None = None
        self.socket.mkdir()
        if os.geteuid() == 0:
            shutil.chown(self.socket, _user())

    def create(self) -> Server:
        """Make an empty cluster, a copy of the first one of this process: that is far quicker."""
        if not _first:
            root = Path(tempfile.mkdtemp(prefix="felt-pg-"))
            root.chmod(0o755)
            atexit.register(shutil.rmtree, root, ignore_errors=True)
            first = Server(root, "first")
            first.tool("initdb", "-D", str(first.data), "-A", "trust", "-U", "feltlink",
                       "--no-sync", "-E", "UTF8", "--locale=C")  # fmt: skip
            _first.append(first)
        subprocess.run(
            as_server("cp", "-a", str(_first[0].data), str(self.data)), check=True, cwd="/"
        )
        self.configure()
        return self

    def configure(self, more: str = "") -> None:
        """Write the settings; a running server needs `reload`."""
        text = f"{self._settings}\nunix_socket_directories = '{self.socket}'\n{more}\n"
        (self.data / "postgresql.auto.conf").write_text(text)

    def command(self, name: str, *arguments: str) -> list[str]:
        """The command line of one of PostgreSQL's own tools."""
        return as_server(str(self._tools / name), *arguments)

    def tool(self, name: str, *arguments: str) -> None:
        """Run one of PostgreSQL's own tools."""
        subprocess.run(
            self.command(name, *arguments),
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/",
        )  # fmt: skip

    def copy_of(self, other: Server, *more: str) -> None:
        """A standby of `other` that stops following at this moment; `start` promotes it."""
        self.tool("pg_basebackup", "-D", str(self.data), "-h", str(other.socket), "-U", "feltlink",
                  "--checkpoint=fast", "--no-sync", *more)  # fmt: skip
        self.configure()

    def standby_of(self, other: Server, name: str = "standby") -> Server:
        """Made a streaming standby of `other`, known to it by `name`; to be started. Once it is
        promoted it wants a standby of its own.
        """
        self.copy_of(other, "--write-recovery-conf")  # standby.signal; the settings are ours
        self.configure(
            f"primary_conninfo = 'host={other.socket} user=feltlink application_name={name}'\n"
            "synchronous_standby_names = 'third'"
        )
        return self

    def promote(self) -> None:
        """Let a standby become a server that is written to, and wait until it is."""
        self.tool("pg_ctl", "promote", "-D", str(self.data), "-w", "-t", "60")

    def pause(self, signal_number: int = signal.SIGSTOP) -> None:
        """Let all of its processes stand still, as a machine does that hangs."""
        assert self._process is not None
        os.kill(self._process.pid, signal_number)  # it starts no more processes
        for pid in _children(self._process.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal_number)

    def resume(self) -> None:
        """Let it go on after `pause`."""
        self.pause(signal.SIGCONT)

    def start(self) -> Server:
        """Start it and wait until it answers."""
        with (self.socket / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self.command("postgres", "-D", str(self.data)),
                stdout=log, stderr=log, cwd="/", start_new_session=True,
            )  # fmt: skip
        ready = self.command("pg_isready", "-q", "-h", str(self.socket))
        for _ in range(600):
            if subprocess.run(ready, check=False).returncode == 0:
                return self
            if self._process.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError((self.socket / "log").read_text()[-2000:])

    def reload(self) -> None:
        """Read the settings again."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGHUP)

    def kill(self) -> None:
        """kill -9, all of it at once, as a power cut would."""
        if self._process is not None:
            os.kill(self._process.pid, signal.SIGSTOP)  # it starts no more processes
            every = [*_children(self._process.pid), self._process.pid]
            for pid in every:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self._process.wait()
            while any(_alive(pid) for pid in every):  # they still hold the shared memory
                time.sleep(0.005)
            self._process = None

    def stop(self) -> None:
        """Shut down in order."""
        if self._process is not None:
            os.kill(self._process.pid, signal.SIGINT)
            self._process.wait()
            self._process = None

    def url(self, database: str = "postgres") -> str:
        """Where a client finds a database of this server."""
        return f"postgresql://feltlink@/{database}?host={self.socket}"


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _children(parent: int) -> list[int]:
    """The server's processes: each is the leader of a group of its own."""
    out = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # gone by now
            after_name = stat.read_text().rpartition(")")[2].split()
            if int(after_name[1]) == parent:
                out.append(int(stat.parent.name))
    return out


@contextmanager
def running() -> Iterator[Server]:
    """A server for as long as the block runs; skips the test where there can be none."""
    why = missing()
    if why:
        pytest.skip(why)
    with folder() as root:
        server = Server(root).create().start()
        try:
            yield server
        finally:
            server.kill()


@contextmanager
def folder() -> Iterator[Path]:
    """A folder with a short name (a socket's path is limited) that the server's user can enter."""
    root = Path(tempfile.mkdtemp(prefix="felt-pg-"))
    root.chmod(0o755)
    try:
        yield root
    finally:
        shutil.rmtree(root, ignore_errors=True)
