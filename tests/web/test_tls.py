"""With a certificate of one's own nobody in the network reads along: https alone, and its key is for it."""

import ssl
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPSConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.table import Evening
from companion.web import HERE, Phones, PhonesError
from tests.games.tiny import TINY, Tiny
from tests.web.phone import Phone


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("tls")
    made = folder / "own.pem", folder / "own.key"
    asked = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    name = ["-nodes", "-days", "2", "-subj", "/CN=table", "-addext", f"subjectAltName=IP:{HERE}"]
    subprocess.run([*asked, *name, "-out", made[0], "-keyout", made[1]], capture_output=True, check=True)
    return made


@pytest.fixture
def evening() -> Iterator[Evening]:
    made = Evening.begin(Tiny(), TINY, {"players": 3}, None, seed=4)
    yield made
    made.close().result(30)


def test_what_is_served_is_https_alone(certificate: tuple[Path, Path], evening: Evening) -> None:
    phones = Phones.open(evening, TINY, port=0, address=HERE, certificate=certificate)
    try:
        assert phones.address.startswith("https://")
        link = urlsplit(phones.link("table"))
        trusted = ssl.create_default_context(cafile=str(certificate[0]))
        line = HTTPSConnection(HERE, link.port or 0, timeout=30, context=trusted)
        line.request("POST", link.path, b"", {"Origin": phones.address})
        answer = line.getresponse()
        assert answer.status == 303
        assert "Secure" in (answer.getheader("set-cookie") or "")
        plain = Phone(phones.address.replace("https", "http"))
        with pytest.raises(OSError, match=r"."):
            plain.get()
        foreign = HTTPSConnection(HERE, link.port or 0, timeout=30, context=trusted)
        foreign.request("POST", link.path, b"", {"Origin": phones.address.replace("https", "http")})
        assert foreign.getresponse().status == 403
    finally:
        phones.close()


def test_a_certificate_that_is_none_is_told_before_anybody_listens(tmp_path: Path, evening: Evening) -> None:
    rubbish = tmp_path / "own.pem"
    rubbish.write_text("no certificate", encoding="ascii")
    for files in ((rubbish, rubbish), (tmp_path / "none.pem", rubbish)):
        with pytest.raises(PhonesError, match="bad-certificate"):
            Phones.open(evening, TINY, port=0, address=HERE, certificate=files)


def test_half_a_certificate_does_not_mean_plain_http(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "serve", "example", "--certificate", "own.pem"]
    here = {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    ran = subprocess.run(command, capture_output=True, text=True, env=here, check=False, timeout=60)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "--key" in ran.stderr
