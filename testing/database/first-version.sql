-- What a gateway of version 0.1.0 left in its database, whose last migration was 0012_call_rows: one of each thing, and
-- two calls with their totals as that version booked them.
INSERT INTO organizations (id, alias, max_budget, budget_duration) VALUES ('o1', 'First', 100, '30d');
INSERT INTO teams (id, alias, organization_id, models, blocked) VALUES
    ('t1', 'Search', 'o1', '{gpt-4o,"claude/*"}', false), ('t2', 'Blocked', NULL, '{}', true);
INSERT INTO users (id, email, max_budget) VALUES ('u1', 'ada@example.com', 1.000000001);
INSERT INTO memberships (team_id, user_id, role) VALUES ('t1', 'u1', 'admin');
INSERT INTO end_users (id, blocked) VALUES ('e1', true);
INSERT INTO keys (id, hash, name, alias, user_id, team_id, metadata) VALUES
    ('k1', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'sk-...test', 'ci', 'u1', 't1', '{"cost": [1, null]}');
INSERT INTO retired_secrets (hash, key_id, name, valid_until) VALUES
    ('60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752', 'k1', 'sk-...old', '2099-01-01');
INSERT INTO models (id, model_name, params, info, created_by) VALUES ('m1', 'local/*', '{"model": "openai/*"}', '{}', 'admin');
INSERT INTO prices (id, provider, model, prices, effective_from, created_by) VALUES
    ('p1', 'openai', 'gpt-4o', '{"input_cost_per_token": 0.0000025}', '2026-11-01', 'admin');
INSERT INTO config_revisions (actor, comment, settings) VALUES ('admin', 'first', '{}');
INSERT INTO audit_events (actor, action, entity_type, entity_id, after) VALUES ('admin', 'team.create', 'team', 't1', '{"id": "t1"}');
INSERT INTO calls (call_id, started_at, duration_ms, status, route, requested_model, model, provider, deployment,
    prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, total_tokens, usage_source, spend, price_state,
    key_id, user_id, team_id, organization_id, end_user_id, tags) VALUES
    ('c1', '2026-11-20T23:59:59.999Z', 250, 'success', '/chat/completions', 'gpt-4o', 'gpt-4o', 'openai', 'd1',
        10, 0, 5, 0, 15, 'upstream', 0.000075001, 'priced', 'k1', 'u1', 't1', 'o1', 'e1', '{nightly,"b,{}\"c"}'),
    ('c2', '2026-11-21T00:00:00Z', 30, 'error', '/chat/completions', 'local/x', 'x', 'openai', 'd2',
        0, 0, 0, 0, 0, 'none', 0, 'unpriced', NULL, 'u1', NULL, NULL, NULL, '{}');

CREATE TEMPORARY TABLE charged AS
SELECT entity.type, entity.id, calls.* FROM calls CROSS JOIN LATERAL (
    SELECT type, id FROM (VALUES
        ('key', key_id), ('user', user_id), ('team', team_id), ('organization', organization_id), ('end_user', end_user_id),
        ('member', team_id || '/' || user_id), ('model', requested_model), ('all', '')) AS payer (type, id)
    WHERE id IS NOT NULL
    UNION ALL
    SELECT DISTINCT 'tag', tag FROM unnest(tags) AS tag) AS entity (type, id);
INSERT INTO entity_totals (entity_type, entity_id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls)
SELECT type, id, sum(spend), count(*), sum(prompt_tokens), sum(completion_tokens), count(*) FILTER (WHERE price_state = 'unpriced')
FROM charged GROUP BY type, id;
INSERT INTO daily_totals (day, entity_type, entity_id, model, provider, spend, calls, failed_calls, prompt_tokens, completion_tokens, unpriced_calls)
SELECT (started_at AT TIME ZONE 'UTC')::date, type, id, model, provider, sum(spend), count(*), count(*) FILTER (WHERE status = 'error'),
    sum(prompt_tokens), sum(completion_tokens), count(*) FILTER (WHERE price_state = 'unpriced')
FROM charged GROUP BY 1, type, id, model, provider;
DROP TABLE charged;
