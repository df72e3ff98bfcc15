"""Walks through zim browse in headless Chromium, driven by chromedriver over WebDriver; see scripts/browse-test.

Source: https://www.w3.org/TR/webdriver2/
"""
import argparse
import base64
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Control": "\ue009", "Escape": "\ue00c", "End": "\ue010"}


class Browser:
    """A window of Chromium."""

    def __init__(self, port, script=True, dark=False):
        self.base = f"http://127.0.0.1:{port}"
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,900", "--hide-scrollbars"]
        if dark:
            arguments.append("--blink-settings=preferredColorScheme=0")
        options = {"args": arguments, "prefs": {} if script else {"profile.managed_default_content_settings.javascript": 2}}
        answer = self.send("POST", "/session", {"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.base += "/session/" + answer["sessionId"]

    def send(self, method, path, body=None):
        data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path} {body}: {json.load(error)['value']['message']}") from None

    def open(self, url): self.send("POST", "/url", {"url": url})
    def url(self): return self.send("GET", "/url")
    def close(self): self.send("DELETE", "")
    def size(self, width, height): self.send("POST", "/window/rect", {"width": width, "height": height})
    def run(self, script, *arguments): return self.send("POST", "/execute/sync", {"script": script, "args": list(arguments)})
    def log(self): return self.send("POST", "/se/log", {"type": "browser"})

    def find(self, selector, using="css selector"):
        """Waits for an element: pages and scripts take their time on slow machines."""
        end = time.monotonic() + 60
        while True:
            found = self.send("POST", "/elements", {"using": using, "value": selector})
            if found:
                return found[0][ELEMENT]
            if time.monotonic() > end:
                raise AssertionError(f"no {selector} on {self.url()}")
            time.sleep(0.05)

    def link(self, text): return self.find(text, "link text")
    def click(self, element): self.send("POST", f"/element/{element}/click")
    def type(self, element, text): self.send("POST", f"/element/{element}/value", {"text": text})
    def text(self, element): return self.send("GET", f"/element/{element}/text")
    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])].map(one => one.textContent.trim())", selector)

    def go(self, text):
        """Follows a link, and waits until another page is there."""
        before = self.url()
        self.click(self.link(text))
        self.until(lambda: self.url() != before, f"the link {text} leads nowhere")

    def until(self, condition, what):
        end = time.monotonic() + 60
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f"{what}, on {self.url()}")
            time.sleep(0.05)

    def press(self, *keys):
        """Presses keys together."""
        codes = [KEYS.get(key, key) for key in keys]
        actions = [{"type": "keyDown", "value": code} for code in codes]
        actions += [{"type": "keyUp", "value": code} for code in reversed(codes)]
        self.send("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("GET", "/screenshot")))


PROBLEMS = """
const problems = [];
if (document.querySelectorAll('h1').length !== 1) problems.push('not one h1');
if (document.querySelectorAll('main').length !== 1) problems.push('not one main');
if (!document.documentElement.lang) problems.push('no language');
if (!document.title) problems.push('no title');
for (const field of document.querySelectorAll('input:not([type=hidden]), select, textarea')) {
  if (!field.labels?.length && !field.getAttribute('aria-label')) problems.push('a field without a label: ' + field.outerHTML);
}
for (const link of document.querySelectorAll('a, button')) {
  if (!(link.textContent.trim() || link.getAttribute('aria-label'))) problems.push('a link without a name: ' + link.outerHTML);
}
for (const picture of document.querySelectorAll('img')) if (!picture.alt) problems.push('a picture without words');
const ids = [...document.querySelectorAll('[id]')].map(one => one.id);
if (new Set(ids).size !== ids.length) problems.push('an id twice');
let level = 1;
for (const head of document.querySelectorAll('h1, h2, h3, h4')) {
  const next = Number(head.tagName[1]);
  if (next > level + 1) problems.push('a heading leaves a level out: ' + head.textContent);
  level = next;
}
return problems;
"""


class Walk:
    def __init__(self, browser, url, pictures):
        self.browser, self.url, self.pictures = browser, url, pictures

    def check(self, what):
        """What holds on every page: nothing was forbidden by the policy, and who does not see or use a mouse finds the way."""
        problems = self.browser.run(PROBLEMS)
        assert not problems, f"{what}: {problems}"
        log = [entry["message"] for entry in self.browser.log() if entry["level"] in ("SEVERE", "WARNING")]
        assert not log, f"{what}: {log}"
        print("ok  " + what)

    def picture(self, name):
        if self.pictures:
            self.browser.picture(os.path.join(self.pictures, name + ".png"))

    def all(self):
        browser = self.browser
        browser.open(self.url)
        browser.until(lambda: "42" in browser.texts("[data-count=order_line]") or browser.texts("[data-count=order_line]")[0].isdigit(), "no count")
        self.check("the overview")
        self.picture("overview")

        browser.press("/")
        browser.type(browser.run("return document.activeElement")[ELEMENT], "ol_supply")
        browser.press("Enter")
        browser.link("ol_supply_w_id")
        self.check("search by the keyboard")

        browser.open(self.url + "table?t=order_line")
        self.check("a table")
        first = browser.texts("table.rows tbody tr:first-child td")
        browser.click(browser.find("table.rows tbody tr:first-child td.open a"))
        browser.find("table.record")
        assert browser.texts("h1") == ["order_line (1, 1, 1, 1)"], browser.texts("h1")
        assert [value for value in browser.texts("table.record td:nth-child(2)")] == first[1:], first
        self.check("a row")
        browser.go("stock (1, 3)")
        assert browser.texts("h1") == ["stock (1, 3)"]
        self.check("its parent, by a key of two columns")
        browser.until(lambda: "order_line (1, 1, 1, 1)" in browser.texts(".crumbs a"), "no way back")
        self.picture("row")
        browser.go("order_line")
        own = sqlite3.connect(self.database).execute(
            "SELECT count(*) FROM order_line WHERE ol_i_id = 3 AND ol_supply_w_id = 1").fetchone()[0]
        assert len(browser.texts("table.rows tbody tr")) == own, own
        self.check("and its children")

        browser.open(self.url + "table?t=orders")
        assert browser.texts("table.rows tbody tr:first-child td")[1:5] == ["1", "2", "1", "1"]
        browser.go("Next")
        assert browser.texts("table.rows tbody tr:first-child td")[1] == "51"
        browser.go("Last")
        assert browser.texts("table.rows tbody tr:last-child td")[1:5][0] == "4"
        browser.go("Previous")
        self.check("pages")
        browser.go("o_entry_d")
        dates = browser.texts("table.rows tbody td:nth-child(6)")
        assert dates == sorted(dates), dates
        browser.go("o_entry_d")
        dates = browser.texts("table.rows tbody td:nth-child(6)")
        assert dates == sorted(dates, reverse=True), dates
        self.check("sorted both ways")
        browser.type(browser.find("input[name=filter]"), "customer.c_last = 'OUGHT' AND o_id < 4")
        browser.press("Enter")
        browser.find(".chips")
        assert len(browser.texts("table.rows tbody tr")) == 12, browser.texts(".lead")
        browser.run("""const form = document.querySelector('form.filter');
            form.filterColumn.value = 'o_d_id'; form.filterOperator.value = 'equal'; form.filterValue.value = '2';""")
        browser.click(browser.find("fieldset button"))
        browser.until(lambda: len(browser.texts("table.rows tbody tr")) == 4, "the form's condition is lost")
        self.check("filtered by a path and by a form")
        self.picture("table")
        browser.click(browser.find("table.rows tbody tr:first-child td:nth-child(5)"))
        browser.go("Only rows like this")
        assert len(browser.texts("table.rows tbody tr")) == 2
        self.check("filtered by a click")

        browser.open(self.url + "query")
        field = browser.find("#sql")
        browser.type(field, "SELECT ol_i_id, count(*) AS lines FROM order_l")
        browser.until(lambda: browser.texts(".names li") == ["order_line"], "no name is offered")
        browser.press("Tab")
        browser.type(field, " GROUP BY 1 ORDER BY 1")
        browser.press("Escape")
        browser.press("Control", "Enter")
        browser.until(lambda: len(browser.texts("table.rows tbody tr")) == 4, "no result")
        assert browser.texts("table.rows thead th") == ["ol_i_id", "lines"]
        self.check("a query with a completed name")
        browser.open(self.url + "query?sql=DELETE%20FROM%20orders")
        assert "reading" in browser.texts("[role=alert]")[0] or "readonly" in browser.texts("[role=alert]")[0]
        self.check("a query that would write")

        browser.open(self.url + "columns?t=order_line")
        self.check("columns")
        self.picture("columns")
        browser.open(self.url + "doctor")
        browser.until(lambda: "Every row" in browser.texts("#doctor")[0], "the doctor does not end")
        self.check("the doctor")
        browser.open(self.url + "diagram")
        frame = browser.find(".diagram-view.moves")
        before = browser.run("return document.querySelector('.diagram').style.transform")
        browser.run("arguments[0].focus()", {ELEMENT: frame})
        browser.press("+")
        assert browser.run("return document.querySelector('.diagram').style.transform") != before
        self.picture("diagram")
        browser.press("0")
        browser.run("document.querySelector('.diagram a[href*=customer]').focus()")
        browser.press("Enter")
        browser.until(lambda: browser.texts("h1") == ["customer"], "a box leads nowhere")
        self.check("the diagram by the keyboard")

        browser.open(self.url)
        browser.press("Tab")
        assert browser.run("return document.activeElement.textContent") == "Skip to the content"
        browser.size(400, 860)
        for page in ["", "table?t=order_line", "row?t=orders&row=i1,i1,i1", "columns?t=orders", "doctor", "query", "diagram"]:
            browser.open(self.url + page)
            width = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
            assert width[0] <= width[1], f"{page} is {width[0]} wide on a screen of {width[1]}"
            self.check("on a phone: " + (page or "the overview"))
        browser.open(self.url + "row?t=orders&row=i1,i1,i1")
        self.picture("phone")
        browser.size(1280, 900)

    def without_script(self):
        browser = self.browser
        browser.open(self.url)
        browser.go("orders")
        browser.go("Next")
        browser.type(browser.find("input[name=filter]"), "o_w_id = 2")
        browser.click(browser.find("form.filter > button"))
        browser.find(".chips")
        browser.click(browser.find("table.rows tbody tr:first-child td.open a"))
        browser.find("table.record")
        browser.open(self.url + "query")
        browser.type(browser.find("#sql"), "SELECT 1 AS one")
        browser.click(browser.find("form.query button"))
        browser.find("table.rows")
        print("ok  all of it without script")


def started(arguments, pattern):
    """A program, and what it says on a line that a pattern finds."""
    program = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in program.stdout:
        found = re.search(pattern, line)
        if found:
            return program, found[0]
    raise SystemExit(f"browse-test: {arguments[0]} does not start")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("--screenshots")
    options = parser.parse_args()
    if options.screenshots:
        os.makedirs(options.screenshots, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        database = os.path.join(folder, "tour.sqlite")
        subprocess.run([os.path.join(options.programs, "LegacyTour"), "--save", database], check=True, stdout=subprocess.DEVNULL)
        connection = sqlite3.connect(database)
        connection.execute("""
            INSERT INTO orders SELECT value, 1 + value % 2, 1, 1, '2026-04-' || printf('%02d', 1 + value % 28), 7
            FROM (WITH RECURSIVE n(value) AS (SELECT 5 UNION ALL SELECT value + 1 FROM n WHERE value < 150) SELECT value FROM n)""")
        connection.commit()
        connection.close()
        server, url = started([os.path.join(options.programs, "zim"), "browse", database, "--no-open"], r"http://\S+")
        driver, port = started(["chromedriver", "--port=0"], r"(?<=successfully on port )\d+")
        try:
            browser = Browser(port)
            walk = Walk(browser, url, options.screenshots)
            walk.database = database
            walk.all()
            browser.close()
            browser = Browser(port, script=False)
            Walk(browser, url, None).without_script()
            browser.close()
            if options.screenshots:
                browser = Browser(port, dark=True)
                browser.open(url + "row?t=stock&row=i1,i3")
                browser.picture(os.path.join(options.screenshots, "dark.png"))
                browser.close()
        finally:
            server.terminate()
            driver.terminate()
            server.wait()
            driver.wait()
    print("browse-test: all is well")


if __name__ == "__main__":
    sys.exit(main())
