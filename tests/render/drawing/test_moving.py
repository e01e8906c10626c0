"""Moving pictures of messages: frames, clicks, colors, size."""

from functools import cache
from io import BytesIO

from PIL import Image

from bot.text.catalogs import Catalogs
from render.drawing.moving import COLORS, WIDTH, Frame, FrameButton, moving_picture
from render.gin.table import table_picture
from tests.render.views import public

BUTTONS = ((FrameButton("Draw", "primary", False), FrameButton("Take", "primary", True)),)


@cache
def picture() -> bytes:
    return table_picture(public(), ("Ola", "Kuba"), Catalogs().texts("en")).png


def frames_of(data: bytes) -> list[Image.Image]:
    with Image.open(BytesIO(data)) as picture:
        found = []
        for at in range(getattr(picture, "n_frames", 1)):
            picture.seek(at)
            found.append(picture.convert("RGB"))
    return found


@cache
def message() -> bytes:
    """Return a moving picture of a table, a click on it, and a hand."""
    table = Frame("Remik", "", ("Ola's turn: draw",), picture(), BUTTONS, "Draw", "#ff857a")
    after = Frame("Remik", "only you can see this", ("Your turn", "x " * 200), picture(), ())
    return moving_picture((table, after))


def test_a_click_adds_a_frame_that_differs_only_by_the_ring_around_its_button() -> None:
    data = message()
    still, clicked, last = frames_of(data)
    assert still.size == clicked.size == last.size == (WIDTH, still.height)
    assert still.tobytes() != clicked.tobytes()
    ring = [at for at in range(still.height) if row(still, at) != row(clicked, at)]
    assert max(ring) - min(ring) < 40
    assert len(data) < 60_000


def test_all_frames_share_few_colors() -> None:
    colors = {color for frame in frames_of(message()) for _, color in frame.getcolors(100_000) or ()}
    assert 10 < len(colors) <= COLORS


def row(frame: Image.Image, at: int) -> bytes:
    return frame.crop((0, at, frame.width, at + 1)).tobytes()
