CREATE TABLE belie_meta (
    version INTEGER NOT NULL,
    PRIMARY KEY (version)
);

CREATE TABLE belie_session (
    "key" INTEGER NOT NULL,
    name TEXT NOT NULL,
    first_at DATETIME NOT NULL,
    last_at DATETIME NOT NULL,
    PRIMARY KEY ("key"),
    UNIQUE (name)
);

CREATE INDEX ix_belie_session_last_at ON belie_session (last_at, "key");

CREATE TABLE belie_turn (
    session INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    role VARCHAR NOT NULL,
    text TEXT NOT NULL,
    question TEXT,
    at DATETIME,
    warnings JSON NOT NULL,
    skipped JSON NOT NULL,
    timings JSON NOT NULL,
    PRIMARY KEY (session, "index"),
    FOREIGN KEY(session) REFERENCES belie_session ("key") ON DELETE CASCADE
);

CREATE TABLE belie_claim (
    "key" INTEGER NOT NULL,
    session INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    number INTEGER,
    id TEXT NOT NULL,
    text TEXT NOT NULL,
    source TEXT NOT NULL,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    stated INTEGER NOT NULL,
    role VARCHAR NOT NULL,
    pieces JSON NOT NULL,
    scope JSON NOT NULL,
    anchors JSON NOT NULL,
    links JSON NOT NULL,
    reported_by TEXT,
    as_of TEXT,
    subject TEXT NOT NULL,
    context TEXT NOT NULL,
    at TEXT,
    PRIMARY KEY ("key"),
    FOREIGN KEY(session, turn) REFERENCES belie_turn (session, "index") ON DELETE CASCADE,
    CONSTRAINT uq_belie_claim_number UNIQUE (session, turn, number)
);

CREATE INDEX ix_belie_claim_id ON belie_claim (session, id);

CREATE TABLE belie_document (
    "key" INTEGER NOT NULL,
    session INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    number INTEGER NOT NULL,
    id TEXT NOT NULL,
    text TEXT NOT NULL,
    metadata JSON NOT NULL,
    PRIMARY KEY ("key"),
    FOREIGN KEY(session, turn) REFERENCES belie_turn (session, "index") ON DELETE CASCADE,
    CONSTRAINT uq_belie_document_number UNIQUE (session, turn, number)
);

CREATE TABLE belie_passage (
    "key" INTEGER NOT NULL,
    session INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    id TEXT NOT NULL,
    text TEXT NOT NULL,
    source TEXT NOT NULL,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    brought INTEGER NOT NULL,
    PRIMARY KEY ("key"),
    FOREIGN KEY(session, turn) REFERENCES belie_turn (session, "index") ON DELETE CASCADE
);

CREATE INDEX ix_belie_passage_id ON belie_passage (session, id);

CREATE INDEX ix_belie_passage_turn ON belie_passage (session, turn);

CREATE TABLE belie_change (
    "key" INTEGER NOT NULL,
    session INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    number INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    premise_claim INTEGER NOT NULL,
    claim INTEGER NOT NULL,
    rule TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY ("key"),
    FOREIGN KEY(session, turn) REFERENCES belie_turn (session, "index") ON DELETE CASCADE,
    CONSTRAINT uq_belie_change_number UNIQUE (session, turn, number),
    FOREIGN KEY(premise_claim) REFERENCES belie_claim ("key") ON DELETE CASCADE,
    FOREIGN KEY(claim) REFERENCES belie_claim ("key") ON DELETE CASCADE
);

CREATE INDEX ix_belie_change_claim ON belie_change (claim);

CREATE INDEX ix_belie_change_premise_claim ON belie_change (premise_claim);

CREATE TABLE belie_verdict (
    "key" INTEGER NOT NULL,
    session INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    number INTEGER,
    premise_claim INTEGER,
    premise_passage INTEGER,
    claim INTEGER,
    claim_passage INTEGER,
    entailment FLOAT,
    contradiction FLOAT,
    partial_contradiction FLOAT,
    neutral FLOAT,
    relation VARCHAR NOT NULL,
    error_type VARCHAR,
    premise_start INTEGER,
    premise_stop INTEGER,
    claim_start INTEGER,
    claim_stop INTEGER,
    model TEXT NOT NULL,
    truncated BOOLEAN NOT NULL,
    PRIMARY KEY ("key"),
    FOREIGN KEY(session, turn) REFERENCES belie_turn (session, "index") ON DELETE CASCADE,
    CONSTRAINT uq_belie_verdict_number UNIQUE (session, turn, number),
    CONSTRAINT ck_belie_verdict_premise_claim CHECK ((premise_claim IS NULL) <> (premise_passage IS NULL)),
    CONSTRAINT ck_belie_verdict_claim CHECK ((claim IS NULL) <> (claim_passage IS NULL)),
    FOREIGN KEY(premise_claim) REFERENCES belie_claim ("key") ON DELETE CASCADE,
    FOREIGN KEY(premise_passage) REFERENCES belie_passage ("key") ON DELETE CASCADE,
    FOREIGN KEY(claim) REFERENCES belie_claim ("key") ON DELETE CASCADE,
    FOREIGN KEY(claim_passage) REFERENCES belie_passage ("key") ON DELETE CASCADE
);

CREATE INDEX ix_belie_verdict_claim ON belie_verdict (claim);

CREATE INDEX ix_belie_verdict_claim_passage ON belie_verdict (claim_passage);

CREATE INDEX ix_belie_verdict_premise_claim ON belie_verdict (premise_claim);

CREATE INDEX ix_belie_verdict_premise_passage ON belie_verdict (premise_passage);

CREATE TABLE belie_conflict (
    "key" INTEGER NOT NULL,
    session INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    number INTEGER,
    kind VARCHAR NOT NULL,
    premise_claim INTEGER,
    premise_passage INTEGER,
    claim INTEGER NOT NULL,
    verdict INTEGER NOT NULL,
    path JSON NOT NULL,
    discount FLOAT NOT NULL,
    PRIMARY KEY ("key"),
    FOREIGN KEY(session, turn) REFERENCES belie_turn (session, "index") ON DELETE CASCADE,
    CONSTRAINT uq_belie_conflict_number UNIQUE (session, turn, number),
    CONSTRAINT ck_belie_conflict_premise_claim CHECK ((premise_claim IS NULL) <> (premise_passage IS NULL)),
    FOREIGN KEY(premise_claim) REFERENCES belie_claim ("key") ON DELETE CASCADE,
    FOREIGN KEY(premise_passage) REFERENCES belie_passage ("key") ON DELETE CASCADE,
    FOREIGN KEY(claim) REFERENCES belie_claim ("key") ON DELETE CASCADE,
    FOREIGN KEY(verdict) REFERENCES belie_verdict ("key") ON DELETE CASCADE
);

CREATE INDEX ix_belie_conflict_claim ON belie_conflict (claim);

CREATE INDEX ix_belie_conflict_premise_claim ON belie_conflict (premise_claim);

CREATE INDEX ix_belie_conflict_premise_passage ON belie_conflict (premise_passage);

CREATE INDEX ix_belie_conflict_verdict ON belie_conflict (verdict);

CREATE TABLE belie_alert (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    session INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    number INTEGER NOT NULL,
    id TEXT NOT NULL,
    "conflict" INTEGER NOT NULL,
    claim_start INTEGER NOT NULL,
    claim_stop INTEGER NOT NULL,
    premise_start INTEGER NOT NULL,
    premise_stop INTEGER NOT NULL,
    severity VARCHAR NOT NULL,
    explanation TEXT NOT NULL,
    suggestion TEXT,
    resolved_by TEXT,
    FOREIGN KEY(session, turn) REFERENCES belie_turn (session, "index") ON DELETE CASCADE,
    CONSTRAINT uq_belie_alert_number UNIQUE (session, turn, number),
    FOREIGN KEY("conflict") REFERENCES belie_conflict ("key") ON DELETE CASCADE
);

CREATE INDEX ix_belie_alert_conflict ON belie_alert ("conflict");

CREATE INDEX ix_belie_alert_id ON belie_alert (session, id);

CREATE INDEX ix_belie_alert_key ON belie_alert (session, "key");

CREATE TABLE belie_review (
    "key" INTEGER NOT NULL,
    session INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    alert INTEGER NOT NULL,
    state VARCHAR NOT NULL,
    "by" TEXT NOT NULL,
    note TEXT NOT NULL,
    at TEXT,
    PRIMARY KEY ("key"),
    FOREIGN KEY(session, turn) REFERENCES belie_turn (session, "index") ON DELETE CASCADE,
    FOREIGN KEY(alert) REFERENCES belie_alert ("key") ON DELETE CASCADE
);

CREATE INDEX ix_belie_review_alert ON belie_review (alert);

CREATE INDEX ix_belie_review_turn ON belie_review (session, turn);
