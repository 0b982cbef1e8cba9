-- As before, without attempts of races that ended for another reason than what their model did: a limit, the environment, a
-- provider, the user, or a test that passed without any change.
CREATE OR REPLACE VIEW "outcomes" AS
WITH voted AS (
  -- The newest vote about an answer counts.
  SELECT DISTINCT ON (agent_uuid, data #>> '{answer,events}') id, created_at, data
  FROM messages WHERE kind = 'vote' ORDER BY agent_uuid, data #>> '{answer,events}', id DESC
), vote AS (
  SELECT id, created_at, data FROM voted WHERE data ->> 'withdrawn' IS NULL
), verdict AS (
  -- The newest verdict of a judge counts.
  SELECT DISTINCT ON (agent_uuid) id, created_at, data FROM messages WHERE kind = 'verdict' ORDER BY agent_uuid, id DESC
), ranked AS (
  SELECT
    id, created_at, answer ->> 'agent' AS agent, answer ->> 'rank' = '1' AS won,
    bool_and(answer ->> 'rank' = '1') OVER (PARTITION BY id) AS is_tied
  FROM verdict CROSS JOIN LATERAL json_array_elements(
    CASE WHEN json_typeof(data -> 'answers') = 'array' THEN data -> 'answers' ELSE '[]' END
  ) AS answer
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
  -- A judge for whom all answers are equal decides nothing.
  SELECT 'verdict', 'verdict/' || id, created_at, agent, won FROM ranked WHERE won IS NOT NULL AND NOT is_tied
  UNION ALL
  SELECT 'adoption', 'adoption/' || comparison, NULL, agent_uuid::text, is_adopted FROM adoptions
  UNION ALL
  SELECT 'race', 'race/' || race.agent_uuid, race.created_at, attempt, attempt IS NOT DISTINCT FROM race.winner
  FROM race CROSS JOIN LATERAL json_array_elements_text(
    CASE WHEN json_typeof(data -> 'attempts') = 'array' THEN data -> 'attempts' ELSE '[]' END
  ) AS attempt
  WHERE attempt IS NOT DISTINCT FROM race.winner OR NOT EXISTS (
    SELECT 1 FROM messages AS own
    WHERE own.kind = 'race' AND own.agent_uuid = race.agent_uuid AND own.data ->> 'step' = 'left'
      AND own.data ->> 'agent' = attempt
      AND own.data ->> 'reason' IN ('person', 'cost', 'time', 'rounds', 'error', 'environment', 'unchanged')
  )
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
-- As before, with what the test before a race has shown.
CREATE OR REPLACE FUNCTION kept_when_redacted(kind text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN kind IN ('assistant', 'interrupted', 'summary', 'keep_warm') THEN ARRAY[
      'provider', 'model', 'requested_model', 'pool', 'thinking_level', 'finish_reason', 'reason', 'failed',
      'input_tokens', 'output_tokens', 'thinking_tokens', 'cached_tokens', 'total_tokens', 'context_tokens', 'estimated_tokens',
      'cache_write_tokens', 'server_tool_uses', 'input_modalities', 'output_modalities', 'service_tier', 'speed',
      'inference_region', 'cost_usd', 'cost_source', 'cost_missing', 'first_delta_ms', 'duration_ms', 'thinking_ms',
      'from_id', 'to_id', 'messages', 'answer_id']
    WHEN kind = 'tool_call' THEN ARRAY['tool_call_id', 'name']
    WHEN kind = 'tool_result' THEN ARRAY['tool_call_id', 'name', 'is_error', 'duration_ms']
    WHEN kind = 'rewind' THEN ARRAY['target_id', 'undoes']
    WHEN kind = 'fork' THEN ARRAY['child', 'reason', 'answers']
    WHEN kind = 'command' THEN ARRAY['ok']
    WHEN kind = 'model' THEN ARRAY['provider', 'model', 'thinking_level', 'replaces']
    WHEN kind = 'agent_killed' THEN ARRAY['by']
    WHEN kind = 'mail' THEN ARRAY['from', 'mail_id', 'tool_call_id']
    WHEN kind = 'error' THEN ARRAY['category', 'http_status', 'retryable', 'retry_after_ms', 'provider', 'model']
    WHEN kind = 'instructions' THEN ARRAY['path', 'origin', 'replaces']
    WHEN kind = 'checkpoint' THEN ARRAY['cause', 'store', 'folder', 'before', 'after', 'tool_call_id', 'shared', 'from_agent',
      'from_state']
    WHEN kind = 'merge' THEN ARRAY['sources', 'merged']
    WHEN kind = 'verdict' THEN ARRAY['answers']
    WHEN kind = 'vote' THEN ARRAY['answer', 'over', 'withdrawn']
    WHEN kind = 'race' THEN ARRAY['step', 'attempts', 'agent', 'changes', 'passed', 'exit_code', 'counts', 'duration_ms', 'reason',
      'outcome', 'winner', 'event']
    WHEN kind = 'rerun' THEN ARRAY['step', 'agent', 'from', 'to', 'type', 'event', 'recorded', 'made', 'choice', 'played', 'reason']
    WHEN kind = 'import' THEN ARRAY['tool', 'records', 'kept']
    ELSE ARRAY[]::text[]
  END
$$;
