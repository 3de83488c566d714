"""A network of our own that has loopback alone, so that a client reaches the scripted model only."""
import fcntl
import os
import shutil
import socket
import struct
import subprocess
import sys


def go_alone():
    """Starts over in such a network, where that is allowed."""
    unshare = shutil.which("unshare")
    if unshare and subprocess.run([unshare, "-rn", "true"], capture_output=True).returncode == 0:
        os.execv(unshare, [unshare, "-rn", sys.executable, "-B", sys.argv[0], "--alone",
                           *sys.argv[1:]])


def raise_loopback():
    get_flags, set_flags, up = 0x8913, 0x8914, 1
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sh14x", b"lo", 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(any_socket, get_flags, request))[1]
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sh14x", b"lo", flags | up))


def environment(alone):
    """What a client's environment says about the network."""
    if alone:
        raise_loopback()
        print("network: a namespace with loopback alone")
        return {}
    print("network: no namespace here; a proxy that does not exist bars all but loopback")
    nowhere = "http://127.0.0.1:9"
    return {"HTTP_PROXY": nowhere, "HTTPS_PROXY": nowhere, "NO_PROXY": "127.0.0.1"}
