CREATE INDEX "messages_decisions" ON "messages" USING btree ("kind","agent_uuid","id") WHERE kind in ('vote', 'race', 'evaluation');
--> statement-breakpoint
-- The folder that an agent's work is about: that of its worktree's parent, its own, or its root's. Null: none was chosen.
CREATE FUNCTION worked_folder(agent uuid, root uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT value -> agent::text ->> 'parentFolder' FROM settings WHERE key = 'agent_worktrees'),
    (SELECT value ->> agent::text FROM settings WHERE key = 'agent_folders'),
    (SELECT nullif(value #>> '{}', '') FROM settings WHERE key = 'agent_folder:' || root::text)
  )
$$;
--> statement-breakpoint
-- Views for a person's own questions (docs/sql.md). Names of columns are stable. Data of events may have been written by
-- hand: nothing is cast that might not be what it should.
CREATE VIEW "outcomes" AS
WITH voted AS (
  -- The newest vote about an answer counts.
  SELECT DISTINCT ON (agent_uuid, data #>> '{answer,events}') id, created_at, data
  FROM messages WHERE kind = 'vote' ORDER BY agent_uuid, data #>> '{answer,events}', id DESC
), vote AS (
  SELECT id, created_at, data FROM voted WHERE data ->> 'withdrawn' IS NULL
), race AS (
  SELECT begun.agent_uuid, begun.data, ended.created_at, coalesce(adopted.agent, ended.winner) AS winner
  FROM messages AS begun
  JOIN LATERAL (
    SELECT created_at, data ->> 'winner' AS winner FROM messages
    WHERE kind = 'race' AND agent_uuid = begun.agent_uuid AND data ->> 'step' = 'ended' ORDER BY id DESC LIMIT 1
  ) AS ended ON true
  LEFT JOIN LATERAL (
    SELECT data ->> 'agent' AS agent FROM messages
    WHERE kind = 'race' AND agent_uuid = begun.agent_uuid AND data ->> 'step' = 'adopted' ORDER BY id DESC LIMIT 1
  ) AS adopted ON true
  WHERE begun.kind = 'race' AND begun.data ->> 'step' = 'begun'
), decided AS (
  SELECT 'vote' AS source, 'vote/' || id AS decision, created_at AS decided_at, data #>> '{answer,agent}' AS agent, true AS won
  FROM vote
  UNION ALL
  SELECT 'vote', 'vote/' || id, created_at, other ->> 'agent', false
  FROM vote CROSS JOIN LATERAL json_array_elements(
    CASE WHEN json_typeof(data -> 'over') = 'array' THEN data -> 'over' ELSE '[]' END
  ) AS other
  UNION ALL
  SELECT 'adoption', 'adoption/' || comparison, NULL, agent_uuid::text, is_adopted FROM adoptions
  UNION ALL
  SELECT 'race', 'race/' || race.agent_uuid, race.created_at, attempt, attempt IS NOT DISTINCT FROM race.winner
  FROM race CROSS JOIN LATERAL json_array_elements_text(
    CASE WHEN json_typeof(data -> 'attempts') = 'array' THEN data -> 'attempts' ELSE '[]' END
  ) AS attempt
  UNION ALL
  SELECT 'evaluation', 'evaluation/' || agent_uuid, created_at, data ->> 'agent', data ->> 'passed' = 'true'
  FROM messages WHERE kind = 'evaluation' AND data ->> 'step' = 'checked' AND data ->> 'passed' IN ('true', 'false')
)
SELECT
  decided.source, decided.decision, decided.decided_at, agent.uuid AS agent_uuid, agent.name AS agent_name,
  agent.provider, agent.model, agent.thinking_level, decided.won,
  CASE WHEN agent.unpriced_responses = 0 AND agent.partial_responses = 0 THEN agent.cost_usd END AS cost_usd,
  answers.response_ms, worked_folder(agent.uuid, agent.root_uuid) AS folder, files.file_type,
  CASE
    WHEN calls.commands > 0 THEN 'commands'
    WHEN calls.edits > 0 THEN 'edits'
    WHEN calls.all > 0 THEN 'others'
    ELSE 'none'
  END AS tools,
  CASE WHEN answers.input < 4000 THEN 'short' WHEN answers.input < 32000 THEN 'medium' WHEN answers.input IS NOT NULL THEN 'long' END
    AS length
FROM decided
JOIN agents AS agent ON agent.uuid::text = decided.agent
CROSS JOIN LATERAL (
  SELECT
    sum(recorded_number(data -> 'duration_ms', 1e12)) AS response_ms,
    (array_agg(recorded_count(data -> 'input_tokens') ORDER BY id))[1] AS input
  FROM messages WHERE agent_uuid = agent.uuid AND kind = 'assistant'
) AS answers
CROSS JOIN LATERAL (
  SELECT
    count(*) FILTER (WHERE data ->> 'name' = 'bash') AS commands,
    count(*) FILTER (WHERE data ->> 'name' IN ('file_edit', 'file_write')) AS edits,
    count(*) AS all
  FROM messages WHERE agent_uuid = agent.uuid AND kind = 'tool_call'
) AS calls
CROSS JOIN LATERAL (
  SELECT mode() WITHIN GROUP (ORDER BY lower(substring(file ->> 'path' FROM '[.]([A-Za-z0-9]{1,12})$'))) AS file_type
  FROM messages CROSS JOIN LATERAL json_array_elements(
    CASE WHEN json_typeof(data -> 'files') = 'array' THEN data -> 'files' ELSE '[]' END
  ) AS file
  WHERE agent_uuid = agent.uuid AND kind = 'checkpoint'
) AS files;
--> statement-breakpoint
COMMENT ON VIEW "outcomes" IS 'One row per agent and decision: a vote, an adoption, a race, a checked case of an evaluation.';
--> statement-breakpoint
CREATE VIEW "standing" AS
WITH counted AS (
  SELECT
    work.kind, work.value, outcome.provider, outcome.model, outcome.thinking_level,
    count(*) AS cases, count(*) FILTER (WHERE outcome.won) AS won,
    avg(outcome.cost_usd) AS mean_cost_usd,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY outcome.response_ms) AS median_response_ms
  FROM outcomes AS outcome
  CROSS JOIN LATERAL (VALUES
    ('all', 'all'), ('source', outcome.source), ('folder', outcome.folder), ('file_type', outcome.file_type),
    ('tools', outcome.tools), ('length', outcome.length)
  ) AS work (kind, value)
  WHERE work.value IS NOT NULL AND outcome.model IS NOT NULL
  GROUP BY work.kind, work.value, outcome.provider, outcome.model, outcome.thinking_level
  -- Fewer say nothing.
  HAVING count(*) >= 5
)
SELECT
  kind, value, provider, model, thinking_level, cases, won, won::float8 / cases AS rate,
  greatest(0, (won + z2 / 2 - margin) / (cases + z2)) AS low, least(1, (won + z2 / 2 + margin) / (cases + z2)) AS high,
  mean_cost_usd, median_response_ms
FROM counted
-- Wilson's interval for 95 %: z is 1.96.
CROSS JOIN (VALUES (3.841458820694124::float8)) AS constants (z2)
CROSS JOIN LATERAL (SELECT sqrt(z2 * (won * (cases - won) / cases::float8 + z2 / 4)) AS margin) AS margins;
--> statement-breakpoint
COMMENT ON VIEW "standing" IS 'How often each model won, by kind of work, with Wilson''s 95 % interval. At least five cases.';
