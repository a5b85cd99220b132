"""COBS and CRC in C against the packages from outside, on this machine."""

from typing import Any

import cffi
from cobs import cobs
from crccheck.crc import Crc16Ibm3740
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

Pure = tuple[cffi.FFI, Any]
same_library = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def test_crc_has_the_catalogue_s_check_value(pure: Pure) -> None:
    _, library = pure
    assert library.crc16(b"123456789", 9) == 0x29B1


@same_library
@given(data=st.binary(max_size=255))
def test_crc_agrees_with_the_catalogue(pure: Pure, data: bytes) -> None:
    _, library = pure
    assert library.crc16(data, len(data)) == Crc16Ibm3740.calc(data)


@same_library
@given(data=st.binary(max_size=250))
def test_a_frame_with_its_crc_behind_it_has_the_crc_zero(pure: Pure, data: bytes) -> None:
    _, library = pure
    whole = data + Crc16Ibm3740.calc(data).to_bytes(2, "big")
    assert library.crc16(whole, len(whole)) == 0


mostly_zeros = st.lists(st.sampled_from([0, 0, 1, 2, 255]), max_size=250).map(bytes)


@same_library
@given(data=st.one_of(st.binary(max_size=250), mostly_zeros))
def test_cobs_encodes_as_the_package_does(pure: Pure, data: bytes) -> None:
    ffi, library = pure
    into = ffi.new("uint8_t[300]")
    length = library.shim_cobs_encode(data, len(data), into)
    assert bytes(ffi.buffer(into, length)) == cobs.encode(data)


@same_library
@given(data=st.one_of(st.binary(max_size=250), mostly_zeros))
def test_cobs_decodes_in_place_what_the_package_encoded(pure: Pure, data: bytes) -> None:
    ffi, library = pure
    coded = cobs.encode(data)
    buffer = ffi.new("uint8_t[]", coded)
    length = library.cobs_decode(buffer, len(coded))
    assert bytes(ffi.buffer(buffer, length)) == data


@same_library
@given(garbage=st.binary(max_size=255))
def test_garbage_is_refused_exactly_where_the_package_refuses_it(pure: Pure, garbage: bytes) -> None:
    ffi, library = pure
    buffer = ffi.new("uint8_t[]", garbage)
    length = library.cobs_decode(buffer, len(garbage))
    try:
        expected = cobs.decode(garbage)
    except cobs.DecodeError:
        expected = b""
    assert bytes(ffi.buffer(buffer, length)) == expected
