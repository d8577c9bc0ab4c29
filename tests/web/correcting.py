"""A catalogue that can be corrected: copies of the treaty files, read in place of the package's."""

from __future__ import annotations

import shutil
from pathlib import Path

from treaties.treaty import listing

FILES = {path.stem.upper().replace("_", "-"): path for path in listing.OWN.glob("*.toml")}


class Corrections:
    """The files in a folder. Whoever makes one lets `treaties.treaty.listing.OWN` name it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for code in FILES:
            self.put_back(code)

    def put_back(self, code: str) -> None:
        """The file as the package has it."""
        shutil.copyfile(FILES[code], self._path(code))

    def correct(self, code: str, old: str, new: str) -> None:
        """Another text in place of one that is in the file."""
        path = self._path(code)
        text = path.read_text()
        assert old in text, f"{code} does not say {old}"
        path.write_text(text.replace(old, new))

    def reword(self, code: str) -> None:
        """Other bytes that say the same."""
        path = self._path(code)
        path.write_text(f"{path.read_text()}\n# read once more\n")

    def take_away(self, code: str) -> None:
        """The catalogue has no such treaty any more."""
        self._path(code).unlink()

    def _path(self, code: str) -> Path:
        return self.folder / FILES[code].name
