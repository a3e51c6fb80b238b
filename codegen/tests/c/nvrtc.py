"""Compiles `robot.c` for graphics processors by NVRTC, every function as `__host__ __device__`; prints the result, or `absent`.

Argument: the folder. NVRTC is the package nvidia-cuda-nvrtc-cu12; it needs no graphics processor.
"""

import ctypes
import importlib.util
import sys
from pathlib import Path

FOLDER = Path(sys.argv[1])
WORDS = "__host__ __device__"
# It has no headers; what they declare is built in, except for this.
MATH = "#define HUGE_VAL __builtin_bit_cast(double, 0x7ff0000000000000LL)\n#define NAN __builtin_bit_cast(float, 0x7fc00000)\n"
INTEGERS = "typedef int int32_t; typedef unsigned uint32_t; typedef long long int64_t; typedef unsigned long long uint64_t;"
HEADERS = {"math.h": MATH, "string.h": "", "stdint.h": INTEGERS, "robot.h": (FOLDER / "robot.h").read_text()}
# Relocatable code keeps functions that nothing calls.
OPTIONS = ["--gpu-architecture=compute_75", "--relocatable-device-code=true", f"-DMULTIBODY_API={WORDS}", f"-DMULTIBODY_INTERNAL={WORDS}"]


def library():
    try:
        package = importlib.util.find_spec("nvidia.cuda_nvrtc")
    except ModuleNotFoundError:
        return None
    folders = package.submodule_search_locations if package else []
    found = [path for folder in folders for path in Path(folder).glob("lib/libnvrtc.so*")]
    return ctypes.CDLL(str(found[0])) if found else None


def strings(texts):
    return (ctypes.c_char_p * len(texts))(*[text.encode() for text in texts])


def text(name):
    """What the program has under this name."""
    size = ctypes.c_size_t()
    assert getattr(nvrtc, f"nvrtcGet{name}Size")(program, ctypes.byref(size)) == 0
    memory = ctypes.create_string_buffer(size.value)
    assert getattr(nvrtc, f"nvrtcGet{name}")(program, memory) == 0
    return memory.value.decode()


nvrtc = library()
if nvrtc is None:
    print("absent")
    sys.exit()
program = ctypes.c_void_p()
source = (FOLDER / "robot.c").read_bytes()
headers = [strings(HEADERS.values()), strings(HEADERS)]
assert nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, b"robot.c", len(HEADERS), *headers) == 0
if nvrtc.nvrtcCompileProgram(program, len(OPTIONS), strings(OPTIONS)):
    sys.exit(text("ProgramLog"))
print(text("PTX"))
