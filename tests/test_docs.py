"""What the documents say of the code is still so."""

from __future__ import annotations

import ast
import re
import tomllib
from enum import StrEnum
from functools import cache
from pathlib import Path

import pytest

import belie
from belie import datatypes, errors

pytestmark = pytest.mark.tree

ROOT = Path(__file__).parent.parent
DECISIONS = ROOT / "docs" / "decisions"
GUIDES = sorted((ROOT / "docs" / "guides").glob("*.md"))
PAGES = sorted(
    [*ROOT.glob("*.md")]
    + [
        page
        for folder in ("docs", "belie", "benchmarks", "examples", "training")
        for page in (ROOT / folder).rglob("*.md")
    ]
)
EXAMPLE = "python", "text"
ENUMS = [one for one in vars(datatypes).values() if isinstance(one, type) and one is not StrEnum]
ENUMS = [one for one in ENUMS if issubclass(one, StrEnum)]


def read(name):
    return (ROOT / name).read_text("utf-8")


@cache
def nodes():
    """Everything that is written in the package."""
    modules = [ast.parse(path.read_text("utf-8")) for path in (ROOT / "belie").rglob("*.py")]
    return [node for module in modules for node in ast.walk(module)]


def defined_names():
    """The classes and aliases of the package."""
    for node in nodes():
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def typed_names():
    """Each (name, type) of a parameter, field or variable whose type stands beside it."""
    for node in nodes():
        if isinstance(node, ast.arg) and node.annotation:
            yield node.arg, ast.unparse(node.annotation)
        elif isinstance(node, ast.AnnAssign):
            yield last_name(node.target), ast.unparse(node.annotation)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            yield last_name(node.targets[0]), ast.unparse(node.value.func)


def last_name(target):
    return getattr(target, "attr", getattr(target, "id", "")).lstrip("_")


def class_table():
    """Class and variables of each row of the table in CONTRIBUTING."""
    (section,) = re.findall(
        r"^## Class and variable$(.*?)^## ", read("CONTRIBUTING.md"), re.MULTILINE | re.DOTALL
    )
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", section, re.MULTILINE)
    return {name: re.findall(r"`(\w+)`", variables) for name, variables in rows}


def anchors(page):
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page):
    """The relative links of a page, without those in code."""
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
    targets = re.findall(r"\]\(([^)\s]+)\)", prose)
    return [target for target in targets if not re.match(r"[a-z]+:", target)]


def examples(page):
    """The Python of a page, without what says that it is not executed, and what it prints."""
    quiet = re.compile(r"<!-- not executed.*?```python.*?```", re.DOTALL)
    text = quiet.sub("", page.read_text("utf-8"))
    return tuple("".join(re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)) for kind in EXAMPLE)


@pytest.mark.parametrize("name", belie.__all__)
def test_the_glossary_explains_every_public_name(name):
    assert re.search(rf"^- \*\*`{name}`\*\* — \w", read("docs/glossary.md"), re.MULTILINE)


@pytest.mark.parametrize("value", [member.value for enum in ENUMS for member in enum])
def test_the_glossary_names_every_value_of_an_enum(value):
    assert f"`{value}`" in read("docs/glossary.md")


@pytest.mark.parametrize("name", errors.__all__)
def test_the_drawn_tree_holds_every_error_below_its_parent(name):
    drawn = {
        found[2]: len(found[1])
        for found in re.finditer(r"^    ([│├└─ ]*)(\w+Error)\b", errors.__doc__, re.MULTILINE)
    }
    parent = getattr(errors, name).__bases__[0].__name__
    above = list(drawn)[: list(drawn).index(name)]
    nearest = next((one for one in reversed(above) if drawn[one] < drawn[name]), "Exception")
    assert nearest == parent


def test_the_variable_table_names_classes_that_exist():
    assert {"Claim", "Turn", "TurnReport"} <= set(class_table()) <= set(defined_names())


def test_the_package_uses_the_variables_of_the_table():
    typed = list(typed_names())
    for name, variables in class_table().items():
        used = {one for one, kind in typed if re.search(rf"\b{name}\b", kind)}
        assert variables, name
        assert set(variables) <= used, name


def test_the_layers_are_those_that_the_linter_holds():
    contracts = tomllib.loads(read("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    held = [set(layer.split(" | ")) for layer in contracts[0]["layers"]]
    (line,) = re.findall(r"^cli → .+$", read("CONTRIBUTING.md"), re.MULTILINE)
    written = [set(layer.strip("{}").split(" | ")) for layer in line.split(" → ")]
    assert held == [{"__main__", "langchain", "sinks", "verifiers"}, *written]


def test_the_changelog_begins_with_the_version_of_the_package():
    version = tomllib.loads(read("pyproject.toml"))["project"]["version"]
    first = re.search(r"^## \[(.+?)\]", read("CHANGELOG.md"), re.MULTILINE)
    assert first[1] == version == belie.__version__


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_leads_somewhere(page):
    for target in links(page):
        path, _, anchor = target.partition("#")
        found = page.parent / path if path else page
        assert found.exists(), target
        assert not anchor or anchor in anchors(found), target


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.name)
def test_the_examples_of_a_guide_print_what_it_says(page, capsys):
    code, printed = examples(page)
    exec(compile(code, page.name, "exec"), {})
    assert capsys.readouterr().out == printed


def test_decisions_are_numbered_without_gaps():
    numbers = [int(page.name[:4]) for page in sorted(DECISIONS.glob("[0-9]*.md"))]
    assert numbers == list(range(1, len(numbers) + 1)) != []


@pytest.mark.parametrize("page", sorted(DECISIONS.glob("[0-9]*.md")), ids=lambda page: page.name)
def test_a_decision_has_its_parts_and_is_listed(page):
    number, title = re.match(r"# (\d{4}) (.+)\n", page.read_text("utf-8")).groups()
    listed = (DECISIONS / "README.md").read_text("utf-8")
    assert f"| [{number}]({page.name}) | {title} |" in listed
    parts = re.findall(r"^## (.+)$", page.read_text("utf-8"), re.MULTILINE)
    assert parts == ["Context", "Decision", "Consequences", "Measured", "Tried"]
