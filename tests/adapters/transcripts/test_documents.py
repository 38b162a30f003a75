from __future__ import annotations

import io
import subprocess
import sys
from importlib.util import find_spec

import pytest

from belie.adapters.transcripts import read_document, read_documents
from belie.adapters.transcripts.pages import html_text
from belie.datatypes import Document
from belie.errors import InputError

needs_pypdf = [
    pytest.mark.extras,
    pytest.mark.skipif(not find_spec("pypdf"), reason="needs pypdf"),
]


def written(folder, **contents):
    for name, content in contents.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def pdf(*pages):
    """A PDF with one line of text a page, written by hand."""
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    bodies = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, text in enumerate(pages):
        drawn = f"BT /F1 12 Tf 72 700 Td ({text}) Tj ET"
        bodies += [
            (
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
                f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * number} 0 R >>"
            ),
            f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream",
        ]
    stream, places = io.BytesIO(b"%PDF-1.4\n"), []
    stream.seek(0, io.SEEK_END)
    for number, body in enumerate(bodies, start=1):
        places.append(stream.tell())
        stream.write(f"{number} 0 obj\n{body}\nendobj\n".encode())
    start = stream.tell()
    entries = "".join(f"{place:010} 00000 n \n" for place in places)
    head = f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n{entries}"
    tail = f"trailer\n<< /Size {len(bodies) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    stream.write((head + tail).encode())
    return stream.getvalue()


def test_files_are_documents_under_their_paths_by_name(tmp_path):
    written(tmp_path, b_txt="Two.\r\nThree.", a__c_md="# One", _hidden_txt="x")
    assert list(read_documents(tmp_path)) == [
        Document("a/c.md", "# One", {"source": "a/c.md"}),
        Document("b.txt", "Two.\nThree.", {"source": "b.txt"}),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_with_a_mark_and_utf_8_are_read(tmp_path, encoding):
    written(tmp_path, a_txt="Grüße".encode(encoding))
    [document] = read_documents(tmp_path)
    assert (document.text, document.metadata) == ("Grüße", {"source": "a.txt"})


def test_other_bytes_are_read_as_latin_1_and_it_says_so(tmp_path):
    written(tmp_path, a_txt="Grüße".encode("latin-1"))
    [document] = read_documents(tmp_path)
    assert document.text == "Grüße"
    assert document.metadata == {"source": "a.txt", "encoding": "latin-1"}


def test_html_is_what_a_reader_sees():
    page = """<!doctype html><html><head><title>T</title><style>p {}</style></head>
    <body><script>alert("x < y")</script><h1>The   tower</h1>
    <p>It is <b>330</b>&nbsp;m &amp; tall.<br>Since 1889.</p>
    <ul><li>one<li>two</ul><table><tr><th>a</th><td>b</td></tr><tr><td>c</td></tr></table>
    <noscript>no</noscript><p>End"""
    assert html_text(page) == (
        "The tower\n\nIt is 330\xa0m & tall.\nSince 1889.\n\none\ntwo\n\na b\nc\n\nEnd"
    )


@pytest.mark.parametrize("page", ["One.<p", "One.<!-- a", "One.<script>a", "</head>One.<"])
def test_broken_html_is_read_as_far_as_it_goes(page):
    assert html_text(page).startswith("One.")


@pytest.mark.parametrize(
    "page",
    [
        "<svg>" * 100_000 + "<p>" * 100_000 + "</svg>One.",
        "<!--" * 200_000,
        "<!-- >" * 200_000,
        "<![cdata[ ]>" * 100_000,
        "<?" * 200_000,
        "<a " * 100_000,
    ],
)
def test_tags_without_end_take_no_more_than_linear_time(soon, page):
    with soon():
        html_text(page)


def test_a_section_that_html_does_not_have_ends_as_a_tag_does():
    assert html_text("<p>A</p><![foo[ x ]]><p>B</p>") == "A\n\nB"


def test_html_that_cannot_be_read_is_an_error_and_the_others_are_read(tmp_path):
    error, document = read_documents(written(tmp_path, a_html="&#" + "9" * 5000 + ";", b_txt="B."))
    assert isinstance(error, InputError)
    assert "expected a page of HTML" in str(error)
    assert document.id == "b.txt"


@pytest.mark.parametrize("name", ["a_txt", "a_html"])
def test_a_file_without_text_is_an_error(tmp_path, name):
    [error] = read_documents(written(tmp_path, **{name: "  \n"}))
    assert isinstance(error, InputError)
    assert str(error).endswith("expected a document with text, got none")


@pytest.mark.parametrize("name", ["a_docx", "a_txt", "a_html"])
def test_binary_data_is_no_document(tmp_path, name):
    [file] = written(tmp_path, **{name: b"PK\x03\x04\x14\x00\x06\x00 word/document.xml"}).iterdir()
    with pytest.raises(InputError, match="expected text, Markdown, HTML or PDF, got binary data"):
        read_document(file)


def test_binary_data_is_an_error_and_the_others_are_read(tmp_path):
    error, document = read_documents(
        written(tmp_path, a_txt="Wide.".encode("utf-16-le"), b_txt="B.")
    )
    assert "a.txt: expected text, " in str(error)
    assert document.id == "b.txt"


def test_a_file_that_is_too_large_is_an_error_and_the_others_are_read(tmp_path):
    error, document = read_documents(written(tmp_path, a_txt="x" * 11, b_txt="x"), largest=10)
    assert "a.txt: expected at most 10 bytes, got 11" in str(error)
    assert document.id == "b.txt"


def test_what_is_no_document_is_reported_once(tmp_path):
    document, error = read_documents(written(tmp_path, a_png="x", b_png="x", c_txt="One."))
    assert document.id == "c.txt"
    assert str(error).endswith("left out: .png (2)")


def test_what_is_no_folder_is_an_error(tmp_path):
    for path in (tmp_path / "none", written(tmp_path, a_txt="x") / "a.txt"):
        with pytest.raises(InputError, match="expected a folder of documents"):
            read_documents(path)


class TestPdf:
    pytestmark = needs_pypdf

    def test_a_page_of_a_pdf_is_a_document(self, tmp_path):
        first, second = read_documents(written(tmp_path, a_pdf=pdf("One.", "", "Two.")))
        assert first == Document("a.pdf#page=1", "One.", {"source": "a.pdf", "page": 1})
        assert (second.id, second.text) == ("a.pdf#page=3", "Two.")

    @pytest.mark.parametrize(
        ("content", "expected"),
        [
            (b"%PDF-1.4\nnonsense", "expected a whole PDF"),
            (b"", "expected a whole PDF"),
            (pdf(""), "expected a document with text"),
        ],
    )
    def test_a_broken_or_empty_pdf_is_an_error_and_the_others_are_read(
        self, tmp_path, content, expected
    ):
        error, document = read_documents(written(tmp_path, a_pdf=content, b_txt="One."))
        assert expected in str(error)
        assert document.id == "b.txt"


def test_without_pypdf_it_says_which_extra_is_missing():
    code = """
import sys
sys.modules["pypdf"] = None
try:
    import belie.adapters.transcripts.pdf
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "pypdf is not installed; run: pip install 'belie[pdf]'\n"


def test_reading_transcripts_loads_no_library():
    code = """
import sys
import belie.adapters.transcripts
print({"pypdf", "langchain_core", "numpy"} & set(sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
