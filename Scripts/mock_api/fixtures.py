"""The data that every account starts with."""
import copy
import json
from pathlib import Path

from .errors import Broken

GROUPS = ("contacts", "requestsSent", "requestsReceived", "placeholders")


class Fixtures:
    """The files of the data folder, read and checked once, so that a broken one is a clear error at the start."""

    def __init__(self, directory):
        self.directory = Path(directory)
        if not self.directory.is_dir():
            raise Broken(f"{directory} is no folder; --data takes a copy of MockData")
        self.json = {}
        for operation in ("Contacts/list", "Products/list", "Todos/list", "Profile/show"):
            self.json[operation] = self.read(f"{operation}.json")
            for variant in self.directory.glob(f"{operation}.*.json"):
                self.json[str(variant.relative_to(self.directory))[:-5]] = self.read(
                    str(variant.relative_to(self.directory)))
        self.images = {path.name: path.read_bytes() for path in sorted(self.directory.glob("Images/*.png"))}

    def read(self, name):
        path = self.directory / name
        try:
            value = json.loads(path.read_bytes())
        except OSError as error:
            raise Broken(f"{path} cannot be read: {error.strerror}") from None
        except ValueError as error:
            raise Broken(f"{path} is not JSON: {error}") from None
        lists = {"Contacts": GROUPS, "Products": ("products",), "Todos": ("todos",), "Profile": ()}[name.split("/")[0]]
        if not isinstance(value, dict):
            raise Broken(f"{path} is not an object")
        for key in lists:
            rows = value.get(key)
            if not isinstance(rows, list) or not all(isinstance(r, dict) and isinstance(r.get("id"), str) for r in rows):
                raise Broken(f"{path}: '{key}' is not a list of objects with an id")
        return value

    def copy(self, operation, account):
        return copy.deepcopy(self.json.get(f"{operation}.{account}", self.json[operation]))
