-- What an agent has worked on, for `outcomes` and for pools that choose by it.
CREATE FUNCTION worked_on(agent uuid, root uuid)
RETURNS TABLE (response_ms double precision, folder text, file_type text, tools text, length text) LANGUAGE sql STABLE AS $$
  SELECT
    answers.response_ms, worked_folder(agent, root), files.file_type,
    CASE
      WHEN calls.commands > 0 THEN 'commands'
      WHEN calls.edits > 0 THEN 'edits'
      WHEN calls.all > 0 THEN 'others'
      ELSE 'none'
    END,
    CASE WHEN answers.input < 4000 THEN 'short' WHEN answers.input < 32000 THEN 'medium' WHEN answers.input IS NOT NULL THEN 'long' END
  FROM (
    SELECT
      sum(recorded_number(data -> 'duration_ms', 1e12)) AS response_ms,
      (array_agg(recorded_count(data -> 'input_tokens') ORDER BY id))[1] AS input
    FROM messages WHERE agent_uuid = agent AND kind = 'assistant'
  ) AS answers
  CROSS JOIN (
    SELECT
      count(*) FILTER (WHERE data ->> 'name' = 'bash') AS commands,
      count(*) FILTER (WHERE data ->> 'name' IN ('file_edit', 'file_write')) AS edits,
      count(*) AS all
    FROM messages WHERE agent_uuid = agent AND kind = 'tool_call'
  ) AS calls
  CROSS JOIN (
    SELECT mode() WITHIN GROUP (ORDER BY lower(substring(file ->> 'path' FROM '[.]([A-Za-z0-9]{1,12})$'))) AS file_type
    FROM messages CROSS JOIN LATERAL json_array_elements(
      CASE WHEN json_typeof(data -> 'files') = 'array' THEN data -> 'files' ELSE '[]' END
    ) AS file
    WHERE agent_uuid = agent AND kind = 'checkpoint'
  ) AS files
$$;
--> statement-breakpoint
-- As before, with the work from the function.
CREATE OR REPLACE VIEW "outcomes" AS
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
  work.response_ms, work.folder, work.file_type, work.tools, work.length
FROM decided
JOIN agents AS agent ON agent.uuid::text = decided.agent
CROSS JOIN LATERAL worked_on(agent.uuid, agent.root_uuid) AS work;
--> statement-breakpoint
-- The role that reads the log may not read settings; of those it gets the folders of agents only.
ALTER FUNCTION worked_folder(uuid, uuid) SECURITY DEFINER;
--> statement-breakpoint
ALTER FUNCTION worked_folder(uuid, uuid) SET search_path FROM CURRENT;
