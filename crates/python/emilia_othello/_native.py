"""The extension module, of the build that is fastest on this processor."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._emilia import *  # noqa: F403
    from ._emilia import __version__ as __version__
else:

    def _load() -> ModuleType:
        module = import_module("emilia_othello._emilia")
        level, built_for = module.processor_levels()
        if level < built_for:
            raise ImportError(f"this build of emilia_othello needs a processor of level x86-64-v{built_for}; this one has v{level}")
        for better in range(level, built_for, -1):
            try:
                return import_module(f"emilia_othello._v{better}._emilia")
            except ModuleNotFoundError:
                continue
        return module

    globals().update({name: value for name, value in vars(_load()).items() if not name.startswith("__") or name == "__version__"})
