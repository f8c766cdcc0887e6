"""Every form of the house by id; each module models one family and registers its forms."""

from dataclasses import dataclass

FORMS = {}


@dataclass
class Piece:
    """A modelled product: its views by name, and whether it lies flat under the camera."""

    views: dict
    flat: bool = False


def form(identifier):
    """Registers a function (material, options) -> Piece under a form id."""

    def register(function):
        FORMS[identifier] = function
        return function

    return register


def build(identifier, material, options):
    return FORMS[identifier](material, options)


from . import (
    accessories,
    bags_carry,
    bags_soft,
    bags_structured,
    gifts,
    shoes_casual,
    shoes_dress,  # noqa: E402,F401
    ready_to_wear,
    scarf,
    small_leather,
    watch,
)
