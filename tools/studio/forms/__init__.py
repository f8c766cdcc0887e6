"""Every form of the house by id; each module models one family and registers its forms."""

from dataclasses import dataclass

FORMS = {}


@dataclass
class Piece:
    """A modelled product: its views by name, whether it lies flat under the camera, whether one sees through it."""

    views: dict
    flat: bool = False
    see_through: bool = False


def form(identifier):
    """Registers a function (material, options) -> Piece under a form id."""

    def register(function):
        FORMS[identifier] = function
        return function

    return register


def build(identifier, material, options):
    return FORMS[identifier](material, options)


from . import (  # noqa: E402
    accessories,  # noqa: F401
    ankle_boot,  # noqa: F401
    bags_small,  # noqa: F401
    bags_soft,  # noqa: F401
    bags_structured,  # noqa: F401
    bags_tote,  # noqa: F401
    bags_travel,  # noqa: F401
    cases,  # noqa: F401
    gifts,  # noqa: F401
    knitwear,  # noqa: F401
    scarf,  # noqa: F401
    shoes_casual,  # noqa: F401
    shoes_dress,  # noqa: F401
    shoes_laced,  # noqa: F401
    stoles,  # noqa: F401
    sunglasses,  # noqa: F401
    wallets,  # noqa: F401
    watch,  # noqa: F401
)
