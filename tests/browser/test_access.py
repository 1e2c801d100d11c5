"""What axe-core says of our own pages: in light, in dark, and in forced colors."""

import pytest

from tests.autograder.test_class_report import groups_page, progress_page
from tests.autograder.test_class_report import page as class_page
from tests.autograder.test_feedback import ANY_COURSE, rendered

from .conftest import CONTRAST, PICTURES, ROOT, static_server, violations

BUILT = ROOT / "build" / "site"
LOOKS = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced": {"color_scheme": "dark", "forced_colors": "active"},
}

pytestmark = pytest.mark.slow


@pytest.fixture(params=LOOKS)
def looked_at(request, page):
    page.emulate_media(**LOOKS[request.param])
    return page


@pytest.mark.parametrize(
    "name, make",
    [
        ("feedback", lambda: rendered(ANY_COURSE)),
        ("class report", class_page),
        ("groups", groups_page),
        ("all assignments", progress_page),
    ],
)
@pytest.mark.parametrize("width", [1200, 390])
def test_a_page_of_ours_can_be_used_by_all_and_fits(looked_at, name, make, width):
    looked_at.set_viewport_size({"width": width, "height": 800})
    looked_at.set_content(make())
    looked_at.screenshot(path=PICTURES / f"{name}-{width}.png", full_page=True)
    assert violations(looked_at) == []
    assert looked_at.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.skipif(not BUILT.exists(), reason="run `make site` first")
def test_the_site_can_be_used_by_all_from_a_folder_without_a_server(browser):
    with browser.new_context() as context:
        page = context.new_page()
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        for path in [
            *BUILT.glob("*.html"),
            *BUILT.glob("docs/*.html"),
            *BUILT.glob("lessons/*.html"),
        ]:
            page.goto(path.as_uri())
            assert violations(page) == [], path
            assert path.parent.name != "lessons" or "BEGIN SOLUTION" not in path.read_text()
        assert all(url.startswith(("file:", "data:")) for url in asked)


@pytest.mark.skipif(not BUILT.exists(), reason="run `make site` first")
def test_the_first_page_is_whole_at_each_visit(page):
    troubles = []
    page.on("response", lambda reply: reply.status >= 400 and troubles.append(reply.url))
    page.on("console", lambda said: said.type == "error" and troubles.append(said.text))
    with static_server(BUILT) as address:
        for visit in ("first", "second", "reload"):
            page.reload() if visit == "reload" else page.goto(f"{address}/index.html")
            page.frame_locator("iframe.live").get_by_role("button").first.wait_for()
            page.screenshot(path=PICTURES / f"site-{visit}.png")
        start = page.get_by_role("link", name="Start in the browser")
        start.hover()
        page.screenshot(path=PICTURES / "site-hover.png")
        assert start.evaluate(CONTRAST) > 4.5
    assert troubles == []
