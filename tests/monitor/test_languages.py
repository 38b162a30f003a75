from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Candidate, Claim, Passage, Role, Span, Turn
from belie.monitor.judging import Judge
from belie.monitor.languages import readable, unsupported
from belie.monitor.verifying import LocalVerifier
from belie.testing import ScriptedClassifier
from belie.wiring import Monitor, check, local_verifier, make_extractor

CHINESE = "该塔建于1889年，高330米。"
ENGLISH = "The tower was built in 1889 and is 330 m tall."


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (CHINESE, "Han script"),
        ("この塔は高さ330メートルです。", "Hiragana script"),
        ("그 탑의 높이는 330미터이다.", "Hangul script"),
        ("Башня построена в 1889 году.", "Cyrillic script"),
        ("بني البرج عام 1889.", "Arabic script"),
        ("मीनार 330 मीटर ऊँची है।", "Devanagari script"),
        ("iPhone 15 Pro 的价格是7999元。", "Han script"),
        ("ᚠᚢᚦᚨᚱᚲ", "an unknown script"),
        ("Der Turm wurde im Jahr 1889 von der Firma gebaut.", "German"),
        ("La tour a été construite en 1889 par la ville.", "French"),
        ("La torre fue construida en 1889 por la ciudad.", "Spanish"),
        ("La torre è stata costruita nel 1889 dalla città.", "Italian"),
        ("A torre foi construída em 1889 pela cidade.", "Portuguese"),
        ("De toren werd in 1889 door de stad gebouwd voor het feest.", "Dutch"),
        ("Tornet byggdes av staden och är inte så högt som det nya.", "Swedish"),
        ("Der Turm ist 330 Meter hoch.", "German"),
        ("Das ist falsch.", "German"),
        ("Le musée est fermé.", "French"),
        ("El puente es viejo.", "Spanish"),
        ("Il ponte non è vecchio.", "Italian"),
        ("O rio não é longo.", "Portuguese"),
        ("Het wordt niet geopend.", "Dutch"),
        ("Tornet är inte högt.", "Swedish"),
    ],
)
def test_what_the_shipped_models_cannot_read_is_named(text, language):
    assert unsupported(text) == language


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1889",
        "👍 !?",
        ENGLISH,
        "The word 猫 means cat, and 犬 means dog.",
        "The angle α is smaller than β.",
        "Lê Văn Duyệt met Søren Kierkegård in Łódź.",
        "Plan, price, SSO: Basic, $199 per year, no; Pro, $499 per year, yes.",
        "She sang “La vie en rose” in the film about the singer.",
        "No es.",
        "El Paso, Los Alamos, Reno.",
        "Don Juan de la Cruz sang.",
        "Der Spiegel reported nothing.",
        "Les Murray wrote Sur Mer.",
        "Estadio Monumental del Sur won.",
        "Bay E1 is full, bay E2 is full, bay E3 no longer opens.",  # "e" is Italian for "and"
    ],
)
def test_english_names_and_signs_are_read(text):
    assert unsupported(text) is None


@given(st.text())
def test_any_text_is_readable_or_is_not(text):
    assert unsupported(text) is None or unsupported(text)


def pairs(premise, *claims):
    text = "".join(claims)
    turn = Turn("s", 1, Role.ASSISTANT, text)
    said = [
        Claim(f"s/1#{number}", one, turn.id, Span(0, len(one)), 1)
        for number, one in enumerate(claims)
    ]
    passage = Passage("s/1/d@0", premise, "d", Span(0, len(premise)), 1)
    return turn, said, [Candidate(passage, one) for one in said]


def test_claims_that_cannot_be_read_are_left_out_and_counted():
    read = readable(*pairs(ENGLISH, CHINESE, ENGLISH, "它很高。"))
    assert [one.claim.text for one in read.candidates] == [ENGLISH]
    assert read.warnings == ("Unsupported language (Han script): 2 of 3 claims were not checked.",)


def test_premises_that_cannot_be_read_are_left_out_and_counted():
    read = readable(*pairs(CHINESE, ENGLISH))
    assert read.candidates == ()
    assert read.warnings == ("Unsupported language (Han script): 1 of 1 premises were not read.",)


def test_a_short_claim_is_of_the_language_of_its_turn():
    turn, claims, candidates = pairs("It is old.", "Er ist alt.", "Der Turm ist nicht von hier.")
    read = readable(turn, claims, candidates)
    assert read.candidates == ()
    assert read.warnings == ("Unsupported language (German): 2 of 2 claims were not checked.",)


def test_a_classifier_of_the_users_is_asked_in_any_language():
    classifier = ScriptedClassifier()
    assert len(LocalVerifier(Judge(classifier)).verify(*pairs(CHINESE, CHINESE)).verdicts) == 1
    assert classifier.calls


def test_the_shipped_models_judge_nothing_that_they_cannot_read():
    verification = local_verifier().verify(*pairs("该塔高300米。", CHINESE))
    assert verification.verdicts == ()
    assert len(verification.warnings) == 1


def test_a_conversation_in_chinese_raises_nothing_and_says_so():
    monitor = Monitor()
    monitor.observe("你好！我不喜欢狗。", session="s")
    report = monitor.observe("我喜欢狗。你呢？", session="s", documents=["他不喜欢狗。"])
    assert (report.alerts, report.verdicts) == ((), ())
    assert report.warnings == (
        "Unsupported language (Han script): 1 of 1 claims were not checked.",
    )


def test_sentences_that_cannot_be_read_stay_whole_with_their_own_full_stop():
    text = "你好吗？该塔高330米，建于1889年。它很旧！The tower leans.\n\n- 位于巴黎"
    extraction = make_extractor().extract(Turn("s", 0, Role.ASSISTANT, text))
    assert [one.span.cut(text) for one in extraction.claims] == [
        "该塔高330米，建于1889年。",
        "它很旧！",
        "The tower leans.",
        "位于巴黎",
    ]
    assert [one.text for one in extraction.claims][:2] == ["该塔高330米，建于1889年。", "它很旧！"]
    assert [one.span.cut(text) for one in extraction.skipped] == ["你好吗？"]


def test_a_short_answer_that_cannot_be_read_is_named():
    report = check("Der Turm ist 330 Meter hoch.", ["The tower is 250 m tall."])
    assert report.alerts == ()
    assert report.warnings == ("Unsupported language (German): 1 of 1 claims were not checked.",)


def test_a_short_document_that_cannot_be_read_is_named():
    report = check("The tower is 330 m tall.", ["Der Turm ist 250 Meter hoch."])
    assert report.alerts == ()
    assert report.warnings == ("Unsupported language (German): 1 of 1 premises were not read.",)


def test_of_long_documents_the_parts_that_can_be_read_are_read():
    german = "Der Turm wurde im Jahr 1889 von der Stadt gebaut und ist sehr alt. "
    document = german * 60 + f"{ENGLISH} " + "The town has a market on every Friday. " * 250
    report = Monitor().observe(
        "The tower was built in 1899.", session="s", documents=[document, "该塔高330米。" * 9]
    )
    assert [one.premise_span.cut(document) for one in report.alerts] == ["1889"]
    (warning_of_german, warning_of_chinese) = report.warnings
    assert "German" in warning_of_german
    assert "Han script" in warning_of_chinese
