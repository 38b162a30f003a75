INSERT INTO belie_meta ("version")
    VALUES (4);
INSERT INTO belie_session ("key", "name", "first_at", "last_at")
    VALUES (1, 's 1/0#0', '2026-01-02 03:04:05.678901', '2026-01-02 03:04:05.678901');
INSERT INTO belie_session ("key", "name", "first_at", "last_at")
    VALUES (2, 't', '2026-11-30 13:51:40.098137', '2026-11-30 13:51:40.102342');
INSERT INTO belie_session ("key", "name", "first_at", "last_at")
    VALUES (3, 'n', '2026-01-02 03:04:05.678901', '2026-01-02 03:04:05.678901');
INSERT INTO belie_turn ("session", "index", "role", "text", "question", "at", "warnings", "skipped", "timings")
    VALUES (1, 0, 'assistant', 'The bridge opened in 1937.', NULL, '2026-01-02 03:04:05.678901', '[]', '[]', '{"extract": 0.5}');
INSERT INTO belie_turn ("session", "index", "role", "text", "question", "at", "warnings", "skipped", "timings")
    VALUES (1, 1, 'assistant', 'It''s true 🌉: the bridge opened in 1957.', 'When?', '2026-01-02 03:04:05.678901', '["Left out."]', '[]', '{}');
INSERT INTO belie_turn ("session", "index", "role", "text", "question", "at", "warnings", "skipped", "timings")
    VALUES (2, 0, 'assistant', 'The bridge opened in 1937.', NULL, NULL, '[]', '[]', '{"extract": 0.5}');
INSERT INTO belie_turn ("session", "index", "role", "text", "question", "at", "warnings", "skipped", "timings")
    VALUES (2, 1, 'assistant', 'It''s true 🌉: the bridge opened in 1957.', 'When?', NULL, '["Left out."]', '[]', '{}');
INSERT INTO belie_turn ("session", "index", "role", "text", "question", "at", "warnings", "skipped", "timings")
    VALUES (3, 0, 'user', 'I think it opened in 1957. No, in 1937.', NULL, '2026-01-02 03:04:05.678901', '[]', '[["subjective", 0, 7]]', '{}');
INSERT INTO belie_claim ("key", "session", "turn", "number", "id", "text", "source", "start", "stop", "stated", "role", "pieces", "scope", "anchors", "links", "reported_by", "as_of", "subject", "context", "at")
    VALUES (1, 1, 0, 0, 's 1/0#0/0#0', 'The bridge opened in 1937.', 's 1/0#0/0', 0, 26, 0, 'assistant', '[]', '[]', '[]', '[]', NULL, NULL, '', '', NULL);
INSERT INTO belie_claim ("key", "session", "turn", "number", "id", "text", "source", "start", "stop", "stated", "role", "pieces", "scope", "anchors", "links", "reported_by", "as_of", "subject", "context", "at")
    VALUES (2, 1, 1, 0, 's 1/0#0/1#0', 'the bridge opened in 1957.', 's 1/0#0/1', 13, 39, 1, 'assistant', '[[13, 20], [21, 39]]', '["hedged", "negated"]', '[]', '[]', NULL, NULL, '', '', NULL);
INSERT INTO belie_claim ("key", "session", "turn", "number", "id", "text", "source", "start", "stop", "stated", "role", "pieces", "scope", "anchors", "links", "reported_by", "as_of", "subject", "context", "at")
    VALUES (3, 2, 0, 0, 't/0#0', 'The bridge opened in 1937.', 't/0', 0, 26, 0, 'assistant', '[]', '[]', '[]', '[]', NULL, NULL, '', '', NULL);
INSERT INTO belie_claim ("key", "session", "turn", "number", "id", "text", "source", "start", "stop", "stated", "role", "pieces", "scope", "anchors", "links", "reported_by", "as_of", "subject", "context", "at")
    VALUES (4, 2, 1, 0, 't/1#0', 'the bridge opened in 1957.', 't/1', 13, 39, 1, 'assistant', '[[13, 20], [21, 39]]', '["hedged", "negated"]', '[]', '[]', NULL, NULL, '', '', NULL);
INSERT INTO belie_claim ("key", "session", "turn", "number", "id", "text", "source", "start", "stop", "stated", "role", "pieces", "scope", "anchors", "links", "reported_by", "as_of", "subject", "context", "at")
    VALUES (5, 3, 0, 0, 'n/0#0', 'it opened in 1957', 'n/0', 8, 25, 0, 'user', '[]', '[]', '[[0, 17, 8, 25]]', '[["order", 0, 2, 3, 9]]', 'Ann', '1957', 'it', 'the bridge', '2026-01-02T03:04:05.678901+00:00');
INSERT INTO belie_claim ("key", "session", "turn", "number", "id", "text", "source", "start", "stop", "stated", "role", "pieces", "scope", "anchors", "links", "reported_by", "as_of", "subject", "context", "at")
    VALUES (6, 3, 0, 1, 'n/0#1', 'it opened in 1937', 'n/0', 8, 25, 0, 'user', '[]', '[]', '[[0, 17, 8, 25]]', '[["order", 0, 2, 3, 9]]', 'Ann', '1957', 'it', 'the bridge', '2026-01-02T03:04:05.678901+00:00');
INSERT INTO belie_document ("key", "session", "turn", "number", "id", "text", "metadata")
    VALUES (1, 1, 1, 0, 'd ''q''', 'The bridge opened in 1937.The bridge opened in 1937.', '{"page": 3, "tags": ["\u00e9", null]}');
INSERT INTO belie_document ("key", "session", "turn", "number", "id", "text", "metadata")
    VALUES (2, 1, 1, 1, 'e', '', '{}');
INSERT INTO belie_document ("key", "session", "turn", "number", "id", "text", "metadata")
    VALUES (3, 2, 1, 0, 'd ''q''', 'The bridge opened in 1937.The bridge opened in 1937.', '{"page": 3, "tags": ["\u00e9", null]}');
INSERT INTO belie_document ("key", "session", "turn", "number", "id", "text", "metadata")
    VALUES (4, 2, 1, 1, 'e', '', '{}');
INSERT INTO belie_passage ("key", "session", "turn", "id", "text", "source", "start", "stop", "brought")
    VALUES (1, 1, 1, 's 1/0#0/1/d ''q''@0-26', 'The bridge opened in 1937.', 'd ''q''', 0, 26, 1);
INSERT INTO belie_passage ("key", "session", "turn", "id", "text", "source", "start", "stop", "brought")
    VALUES (2, 1, 1, 's 1/0#0/1/d ''q''@26-52', 'The bridge opened in 1937.', 'd ''q''', 26, 52, 1);
INSERT INTO belie_passage ("key", "session", "turn", "id", "text", "source", "start", "stop", "brought")
    VALUES (3, 2, 1, 't/1/d ''q''@0-26', 'The bridge opened in 1937.', 'd ''q''', 0, 26, 1);
INSERT INTO belie_passage ("key", "session", "turn", "id", "text", "source", "start", "stop", "brought")
    VALUES (4, 2, 1, 't/1/d ''q''@26-52', 'The bridge opened in 1937.', 'd ''q''', 26, 52, 1);
INSERT INTO belie_change ("key", "session", "turn", "number", "kind", "premise_claim", "claim", "rule", "reason")
    VALUES (1, 3, 0, 0, 'supersedes', 5, 6, 'a_rule', 'A reason.');
INSERT INTO belie_verdict ("key", "session", "turn", "number", "premise_claim", "premise_passage", "claim", "claim_passage", "entailment", "contradiction", "partial_contradiction", "neutral", "relation", "error_type", "premise_start", "premise_stop", "claim_start", "claim_stop", "model", "truncated")
    VALUES (1, 1, 1, 0, 1, NULL, 2, NULL, 0.125, 0.25, 0.5, 0.125, 'partial_contradiction', 'temporal', 21, 25, 22, 26, 'old 1', '1');
INSERT INTO belie_verdict ("key", "session", "turn", "number", "premise_claim", "premise_passage", "claim", "claim_passage", "entailment", "contradiction", "partial_contradiction", "neutral", "relation", "error_type", "premise_start", "premise_stop", "claim_start", "claim_stop", "model", "truncated")
    VALUES (2, 1, 1, 1, NULL, 1, 2, NULL, 0.125, 0.25, 0.5, 0.125, 'partial_contradiction', NULL, NULL, NULL, NULL, NULL, '', '0');
INSERT INTO belie_verdict ("key", "session", "turn", "number", "premise_claim", "premise_passage", "claim", "claim_passage", "entailment", "contradiction", "partial_contradiction", "neutral", "relation", "error_type", "premise_start", "premise_stop", "claim_start", "claim_stop", "model", "truncated")
    VALUES (3, 1, 1, NULL, NULL, 2, NULL, 1, 0.125, 0.25, 0.5, 0.125, 'partial_contradiction', NULL, NULL, NULL, NULL, NULL, '', '0');
INSERT INTO belie_verdict ("key", "session", "turn", "number", "premise_claim", "premise_passage", "claim", "claim_passage", "entailment", "contradiction", "partial_contradiction", "neutral", "relation", "error_type", "premise_start", "premise_stop", "claim_start", "claim_stop", "model", "truncated")
    VALUES (4, 2, 1, 0, 3, NULL, 4, NULL, 0.125, 0.25, 0.5, 0.125, 'partial_contradiction', 'temporal', 21, 25, 22, 26, 'old 1', '1');
INSERT INTO belie_verdict ("key", "session", "turn", "number", "premise_claim", "premise_passage", "claim", "claim_passage", "entailment", "contradiction", "partial_contradiction", "neutral", "relation", "error_type", "premise_start", "premise_stop", "claim_start", "claim_stop", "model", "truncated")
    VALUES (5, 2, 1, 1, NULL, 3, 4, NULL, 0.125, 0.25, 0.5, 0.125, 'partial_contradiction', NULL, NULL, NULL, NULL, NULL, '', '0');
INSERT INTO belie_verdict ("key", "session", "turn", "number", "premise_claim", "premise_passage", "claim", "claim_passage", "entailment", "contradiction", "partial_contradiction", "neutral", "relation", "error_type", "premise_start", "premise_stop", "claim_start", "claim_stop", "model", "truncated")
    VALUES (6, 2, 1, NULL, NULL, 4, NULL, 3, 0.125, 0.25, 0.5, 0.125, 'partial_contradiction', NULL, NULL, NULL, NULL, NULL, '', '0');
INSERT INTO belie_verdict ("key", "session", "turn", "number", "premise_claim", "premise_passage", "claim", "claim_passage", "entailment", "contradiction", "partial_contradiction", "neutral", "relation", "error_type", "premise_start", "premise_stop", "claim_start", "claim_stop", "model", "truncated")
    VALUES (7, 3, 0, 0, 5, NULL, 6, NULL, 0.125, 0.25, 0.5, 0.125, 'partial_contradiction', NULL, NULL, NULL, NULL, NULL, '', '0');
INSERT INTO belie_conflict ("key", "session", "turn", "number", "kind", "premise_claim", "premise_passage", "claim", "verdict", "path", "discount")
    VALUES (1, 1, 1, 0, 'cross_turn', 1, NULL, 2, 1, '["s 1/0#0/0#0", "s 1/0#0/1#0"]', 1.0);
INSERT INTO belie_conflict ("key", "session", "turn", "number", "kind", "premise_claim", "premise_passage", "claim", "verdict", "path", "discount")
    VALUES (2, 1, 1, 1, 'reference', NULL, 1, 2, 2, '[]', 1.0);
INSERT INTO belie_conflict ("key", "session", "turn", "number", "kind", "premise_claim", "premise_passage", "claim", "verdict", "path", "discount")
    VALUES (3, 1, 1, NULL, 'document', NULL, 2, 2, 3, '[]', 1.0);
INSERT INTO belie_conflict ("key", "session", "turn", "number", "kind", "premise_claim", "premise_passage", "claim", "verdict", "path", "discount")
    VALUES (4, 2, 1, 0, 'cross_turn', 3, NULL, 4, 4, '["t/0#0", "t/1#0"]', 1.0);
INSERT INTO belie_conflict ("key", "session", "turn", "number", "kind", "premise_claim", "premise_passage", "claim", "verdict", "path", "discount")
    VALUES (5, 2, 1, 1, 'reference', NULL, 3, 4, 5, '[]', 1.0);
INSERT INTO belie_conflict ("key", "session", "turn", "number", "kind", "premise_claim", "premise_passage", "claim", "verdict", "path", "discount")
    VALUES (6, 2, 1, NULL, 'document', NULL, 4, 4, 6, '[]', 1.0);
INSERT INTO belie_conflict ("key", "session", "turn", "number", "kind", "premise_claim", "premise_passage", "claim", "verdict", "path", "discount")
    VALUES (7, 3, 0, 0, 'same_turn', 5, NULL, 6, 7, '[]', 0.75);
INSERT INTO belie_alert ("key", "session", "turn", "number", "id", "conflict", "claim_start", "claim_stop", "premise_start", "premise_stop", "severity", "explanation", "suggestion", "resolved_by")
    VALUES (1, 1, 1, 0, 's 1/0#0/1#0 cross_turn s 1/0#0/0#0', 1, 35, 39, 21, 25, 'low', '“1957” low', NULL, NULL);
INSERT INTO belie_alert ("key", "session", "turn", "number", "id", "conflict", "claim_start", "claim_stop", "premise_start", "premise_stop", "severity", "explanation", "suggestion", "resolved_by")
    VALUES (2, 1, 1, 1, 's 1/0#0/1#0 reference s 1/0#0/1/d ''q''@0-26', 2, 35, 39, 21, 25, 'medium', '“1957” medium', 'the bridge opened in 1937.', NULL);
INSERT INTO belie_alert ("key", "session", "turn", "number", "id", "conflict", "claim_start", "claim_stop", "premise_start", "premise_stop", "severity", "explanation", "suggestion", "resolved_by")
    VALUES (3, 1, 1, 2, 's 1/0#0/1#0 document s 1/0#0/1/d ''q''@26-52', 3, 35, 39, 21, 25, 'high', '“1957” high', NULL, NULL);
INSERT INTO belie_alert ("key", "session", "turn", "number", "id", "conflict", "claim_start", "claim_stop", "premise_start", "premise_stop", "severity", "explanation", "suggestion", "resolved_by")
    VALUES (4, 2, 1, 0, 't/1#0 cross_turn t/0#0', 4, 35, 39, 21, 25, 'low', '“1957” low', NULL, NULL);
INSERT INTO belie_alert ("key", "session", "turn", "number", "id", "conflict", "claim_start", "claim_stop", "premise_start", "premise_stop", "severity", "explanation", "suggestion", "resolved_by")
    VALUES (5, 2, 1, 1, 't/1#0 reference t/1/d ''q''@0-26', 5, 35, 39, 21, 25, 'medium', '“1957” medium', 'the bridge opened in 1937.', NULL);
INSERT INTO belie_alert ("key", "session", "turn", "number", "id", "conflict", "claim_start", "claim_stop", "premise_start", "premise_stop", "severity", "explanation", "suggestion", "resolved_by")
    VALUES (6, 2, 1, 2, 't/1#0 document t/1/d ''q''@26-52', 6, 35, 39, 21, 25, 'high', '“1957” high', NULL, NULL);
INSERT INTO belie_alert ("key", "session", "turn", "number", "id", "conflict", "claim_start", "claim_stop", "premise_start", "premise_stop", "severity", "explanation", "suggestion", "resolved_by")
    VALUES (7, 3, 0, 0, 'n/0#1 same_turn n/0#0', 7, 0, 1, 2, 3, 'low', 'Clash.', NULL, NULL);
INSERT INTO belie_review ("key", "session", "turn", "alert", "state", "by", "note", "at")
    VALUES (1, 1, 1, 1, 'false_alarm', 'Ann', 'It''s not.', '2026-01-02T03:04:05.678901+00:00');
INSERT INTO belie_review ("key", "session", "turn", "alert", "state", "by", "note", "at")
    VALUES (2, 3, 0, 7, 'false_alarm', 'Ann', 'It''s not.', '2026-01-02T03:04:05.678901+00:00');
