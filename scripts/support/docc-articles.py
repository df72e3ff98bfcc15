"""docc-articles ROOT CATALOGUE: writes the pages of ROOT/Documentation as articles into a DocC catalogue, and lists them on
its landing page. Links between pages become links between articles; those to files of the repository become their names."""
import pathlib, re, shutil, sys

root, catalogue = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
folder = root / "Documentation"
chapters = {
    "Begin": ["GettingStarted", "Cookbook", "Testing", "WebServices"],
    "Guides": ["Keys", "Relationships", "Queries", "Mapping", "Sessions", "Concurrency", "Durability", "Migrations", "Errors",
               "Performance", "Growing", "PostgreSQL", "MySQL", "UntrustedFiles", "Builder"],
    "The command line": ["CommandLine", "Copying", "Browse"],
    "From other libraries": ["FromGRDB", "FromFluent", "FromCoreData", "FromActiveRecord", "FromSQLAlchemy", "FromZIM",
                             "Amigo", "CoreReflect"],
}
pages = {path.stem: path.read_text() for path in folder.glob("*.md")}
listed = [name for names in chapters.values() for name in names]
chapters["The project"] = [name for name in sorted(pages) if name not in listed]
# An article must not be called as a module or a type.
article = {name: "Page-" + name for name in pages}


def slug(heading):
    """The anchor that the forge gives a heading."""
    text = re.sub(r"`", "", heading).lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def fragment(heading):
    """The anchor that DocC gives it."""
    text = re.sub(r"`", "", heading).strip()
    text = re.sub(r"[^\w\-./ ]", "-", re.sub(r"['\"“”‘’]", "", text))
    return re.sub(r"-{2,}", "-", re.sub(r"\s+", "-", text)).strip("-")


headings = {name: {slug(h): fragment(h) for h in re.findall(r"^#{2,} (.*)$", text, re.M)} for name, text in pages.items()}


def link(name):
    def replace(match):
        text, target = match.group(1), match.group(2)
        if "://" in target:
            return match.group(0)
        path, _, anchor = target.partition("#")
        page = pathlib.Path(path).stem if path else name
        if path and (not path.endswith(".md") or page not in pages or "/" in path):
            return text
        return f"[{text}](doc:{article[page]}" + (f"#{headings[page][anchor]}" if anchor else "") + ")"
    return replace


def convert(name, text):
    parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    for index in range(0, len(parts), 2):
        part = re.sub(r"<!--.*?-->", "", parts[index])
        part = re.sub(r"!\[([^\]]*)\]\(Images/([^)]*)\)", r"![\1](\2)", part)
        part = re.sub(r"(?<!!)\[([^\]\n]*(?:\n[^\]\n]*)?)\]\(([^)\s]+)\)", link(name), part)
        parts[index] = part
    return "".join(parts)


for name, text in pages.items():
    (catalogue / f"{article[name]}.md").write_text(convert(name, text))
for image in (folder / "Images").iterdir():
    shutil.copy(image, catalogue / image.name)
landing = catalogue / "ZIMOrm.md"
topics = "".join(
    f"\n### {title}\n\n" + "".join(f"- <doc:{article[name]}>\n" for name in names if name in pages)
    for title, names in chapters.items())
landing.write_text(landing.read_text().replace("## Topics\n", "## Topics\n" + topics, 1))
