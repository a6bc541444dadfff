"""What a person's fingers do at a page: a name and a PIN, the big button, one to press twice."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from support.pages import PIN

# In the page's own time: however slow the test is, the question is not forgotten meanwhile.
TWICE = """(button) => new Promise((done) => {
  button.click();
  const asked = button.dataset.sure;
  setTimeout(() => {
    button.click();
    done(asked);
  }, 450);
})"""

# Look and press in one piece: the page makes the button dead again whenever it was out of use, and
# a press that falls into that moment is rightly not taken.
PRESS = """(label) => {
  const button = document.getElementById("primary");
  const dead = button.dataset.dead === "yes" || button.ariaDisabled === "true";
  if (dead || button.textContent !== label) return false;
  button.click();
  return true;
}"""


def enter(page: Any, name: str, pin: str = PIN) -> None:
    """Choose a name on the PIN pad, and type."""
    page.locator(f"[data-person='{name}']").click()
    for digit in pin:
        page.locator(f"[data-pin='{digit}']").click()
    page.locator("[data-pin='OK']").click()


def twice(button: Any) -> None:
    """Pressed, and past its dead time pressed again."""
    expect(button).to_be_visible()
    expect(button).not_to_have_attribute("aria-disabled", "true")
    assert button.evaluate(TWICE) == "yes"


def press_primary(page: Any, label: str) -> None:
    """Press the big button when it says so and is alive."""
    button = page.locator("#primary")
    expect(button).to_have_text(label)
    expect(button).not_to_have_attribute("aria-disabled", "true")
    button.click(trial=True)  # nothing lies over it
    page.wait_for_function(PRESS, arg=label)
