"""ClickHouse servers for tests: each runs from a temporary folder on ports of its own.

Run by itself it starts some and waits for the end of standard input:
  servers.py [--count N] [--lz4]
"""

import argparse
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

SKIPPED = 77
PORT_TAKEN = 70  # what the server exits with
OWN_MOUNTS = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--mount", "--map-root-user"]

CONFIG = """<yandex>
<logger><level>information</level><log>{root}/log/server.log</log><errorlog>{root}/log/error.log</errorlog><size>10M</size><count>2</count></logger>
<listen_host>127.0.0.1</listen_host><http_port>{http}</http_port><tcp_port>{tcp}</tcp_port>
<interserver_http_port>{inter}</interserver_http_port><interserver_http_host>127.0.0.1</interserver_http_host>
<path>{data}/</path><tmp_path>{data}/tmp/</tmp_path><user_files_path>{root}/files/</user_files_path>
<format_schema_path>{root}/schemas/</format_schema_path><users_config>users.xml</users_config>
<default_profile>default</default_profile><default_database>default</default_database><timezone>UTC</timezone>
<mlock_executable>false</mlock_executable><max_connections>64</max_connections>
<max_concurrent_queries>32</max_concurrent_queries><keep_alive_timeout>3</keep_alive_timeout>
<uncompressed_cache_size>0</uncompressed_cache_size><mark_cache_size>67108864</mark_cache_size>
<max_table_size_to_drop>0</max_table_size_to_drop><max_partition_size_to_drop>0</max_partition_size_to_drop>
<dictionaries_config>*_dictionary.xml</dictionaries_config>
<compression><case><min_part_size>0</min_part_size><min_part_size_ratio>0</min_part_size_ratio><method>{method}</method></case></compression>
<remote_servers><ludex>{shards}</ludex></remote_servers>
</yandex>
"""
USERS = """<yandex><profiles><default><max_memory_usage>2000000000</max_memory_usage><max_threads>2</max_threads>
<background_pool_size>2</background_pool_size><background_schedule_pool_size>2</background_schedule_pool_size></default></profiles>
<users><default><password></password><networks><ip>127.0.0.0/8</ip></networks><profile>default</profile><quota>default</quota></default>
<loader><password>se/cr@t</password><networks><ip>127.0.0.0/8</ip></networks><profile>default</profile><quota>default</quota></loader></users>
<quotas><default><interval><duration>3600</duration><queries>0</queries><errors>0</errors><result_rows>0</result_rows>
<read_rows>0</read_rows><execution_time>0</execution_time></interval></default></quotas></yandex>
"""


def is_installed():
    return shutil.which("clickhouse-server") is not None


def can_mount():
    """Whether a server can get a disk of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([*OWN_MOUNTS, "mount", "-t", "tmpfs", "none", folder], capture_output=True).returncode == 0


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Server:
    """One server. Its folder stays until the cluster is closed."""

    def __init__(self, root, ports):
        self.root = root
        self.http, self.tcp, self.inter = ports
        self.process = None
        self.disk_bytes = None  # of a disk of its own, for the next start

    def configure(self, shards, method, data=None):
        for folder in ("data", "data/tmp", "log", "files", "schemas"):
            (self.root / folder).mkdir(parents=True, exist_ok=True)
        data = data or self.root / "data"
        text = CONFIG.format(root=self.root, data=data, http=self.http, tcp=self.tcp, inter=self.inter, shards=shards, method=method)
        (self.root / "config.xml").write_text(text)
        (self.root / "users.xml").write_text(USERS)

    def start(self):
        command = ["clickhouse-server", f"--config-file={self.root}/config.xml"]
        if self.disk_bytes is not None:
            # A file system in memory, seen by this server alone.
            mount = f"mount -t tmpfs -o size={self.disk_bytes} none {self.root}/data && mkdir {self.root}/data/tmp && exec \"$@\""
            command = [*OWN_MOUNTS, "sh", "-c", mount, "sh", *command]
        with open(self.root / "log" / "out", "ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.root)
        for _ in range(1000):
            if self.process.poll() is not None:
                return self.process.returncode
            try:
                if urllib.request.urlopen(f"http://127.0.0.1:{self.http}/ping", timeout=1).read() == b"Ok.\n":
                    return 0
            except OSError:
                time.sleep(0.02)
        raise RuntimeError("the server does not answer")

    def resize_disk(self, size_bytes):
        enter = ["nsenter", "--mount", *([] if os.geteuid() == 0 else ["--user", "--preserve-credentials"]), "--target", str(self.process.pid)]
        subprocess.run([*enter, "mount", "-o", f"remount,size={size_bytes}", f"{self.root}/data"], check=True)

    def stop(self, how=signal.SIGTERM):
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            self.process = None

    def query(self, sql):
        """The rows of an answer, their values as text."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.http}/?wait_end_of_query=1", sql.encode())
        try:
            answer = urllib.request.urlopen(request, timeout=120).read().decode()
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{sql}: {error.read().decode()}") from error
        return [line.split("\t") for line in answer.splitlines()]

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / 100


class Cluster:
    """Servers, a shard each; the cluster is called `ludex` in their configuration."""

    def __init__(self, count=2, method="zstd", folder=None, disk_bytes=None):
        self.count, self.method, self.folder, self.disk_bytes = count, method, folder, disk_bytes

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory(dir=self.folder)
        for attempt in range(5):
            ports = free_ports(3 * self.count)
            root = pathlib.Path(self.temporary.name) / str(attempt)
            self.servers = [Server(root / str(i), ports[3 * i:3 * i + 3]) for i in range(self.count)]
            shards = "".join(
                f"<shard><internal_replication>true</internal_replication><replica><host>127.0.0.1</host><port>{server.tcp}</port></replica></shard>"
                for server in self.servers)
            for server in self.servers:
                server.configure(shards, self.method)
                server.disk_bytes = self.disk_bytes
            statuses = [server.start() for server in self.servers]
            if not any(statuses):
                return self
            for server in self.servers:
                server.stop()
            if any(status not in (0, PORT_TAKEN) for status in statuses):
                raise RuntimeError(f"the server ends with {statuses}")
        raise RuntimeError("no free ports")

    def __exit__(self, *_):
        for server in self.servers:
            server.stop()
        self.temporary.cleanup()

    def url(self, database="ludex", login=""):
        hosts = ",".join(f"127.0.0.1:{server.http}" for server in self.servers)
        return f"clickhouse://{login}{hosts}/{database}"


def run(doc, make_test, work, shards=2):
    """Calls work(make_test(options, folder, cluster)) with servers of its own. \\returns the exit status."""
    return start(parser_of(doc).parse_args(), make_test, work, shards)


def run_each(doc, make_test, tests, shards=2):
    """The same for a list of functions; `--only` chooses some of them."""
    parser = parser_of(doc)
    parser.add_argument("--only", help="names of tests, commas between them")
    options = parser.parse_args()

    def work(test):
        for one in tests:
            if options.only and one.__name__ not in options.only.split(","):
                continue
            begin = time.monotonic()
            one(test)
            print(f"ok {one.__name__} {time.monotonic() - begin:.1f} s", flush=True)

    return start(options, make_test, work, shards)


def parser_of(doc):
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--generator", required=True)
    return parser


def start(options, make_test, work, shards):
    if not is_installed():
        print("skipped: Debian's package clickhouse-server is not installed")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder, Cluster(shards) as cluster:
        work(make_test(options, pathlib.Path(folder), cluster))
    return 0


def main():
    count = int(sys.argv[sys.argv.index("--count") + 1]) if "--count" in sys.argv else 2
    folder = sys.argv[sys.argv.index("--folder") + 1] if "--folder" in sys.argv else None
    with Cluster(count, "lz4" if "--lz4" in sys.argv else "zstd", folder) as cluster:
        print(cluster.url(), *(server.process.pid for server in cluster.servers), flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
