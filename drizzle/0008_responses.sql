CREATE TABLE "responses" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"agent_uuid" uuid NOT NULL,
	"root_uuid" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"provider" text,
	"requested_model" text,
	"model" text,
	"pool" text,
	"service_tier" text,
	"input_tokens" bigint,
	"cached_tokens" bigint,
	"cache_write_5m" bigint,
	"cache_write_30m" bigint,
	"cache_write_1h" bigint,
	"cache_write_12h" bigint,
	"cache_write_unknown" bigint,
	"output_tokens" bigint,
	"thinking_tokens" bigint,
	"total_tokens" bigint,
	"server_tool_uses" bigint,
	"cost_usd" double precision,
	"cost_source" text,
	"is_lower_bound" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "cost_usd" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "unpriced_responses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "partial_responses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "responses_created_at" ON "responses" USING btree ("created_at");
--> statement-breakpoint
-- Roots. A row-level trigger sees the rows that the same statement has inserted before: parents come first.
ALTER TABLE "agents" ADD COLUMN "root_uuid" uuid;
--> statement-breakpoint
WITH RECURSIVE tree AS (
  SELECT uuid, uuid AS root FROM agents WHERE parent_uuid IS NULL
  UNION ALL
  SELECT child.uuid, tree.root FROM tree JOIN agents AS child ON child.parent_uuid = tree.uuid
)
UPDATE agents SET root_uuid = tree.root FROM tree WHERE tree.uuid = agents.uuid;
--> statement-breakpoint
ALTER TABLE "agents" ALTER COLUMN "root_uuid" SET NOT NULL;
--> statement-breakpoint
CREATE FUNCTION set_root() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.root_uuid := coalesce((SELECT root_uuid FROM agents WHERE uuid = NEW.parent_uuid), NEW.parent_uuid, NEW.uuid);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER agents_have_roots BEFORE INSERT ON "agents" FOR EACH ROW EXECUTE FUNCTION set_root();
--> statement-breakpoint
ALTER TABLE "agents" ENABLE ALWAYS TRIGGER agents_have_roots;
--> statement-breakpoint
-- Figures in the data of an event, which may come from any file: whatever is not a number from 0 to the largest valid one
-- is null. The same rules as in src/shared/recorded-usage.ts. The pattern keeps the cast from failing.
CREATE FUNCTION recorded_number(value json, largest float8) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN value::text ~ '^-?[0-9]{1,25}([.][0-9]{1,40})?([eE]([+]?[0-9]{1,2}|-[01]?[0-9]{1,2}))?$'
    THEN CASE WHEN value::text::float8 BETWEEN 0 AND largest THEN value::text::float8 END
  END
$$;
--> statement-breakpoint
-- Whole tokens or uses.
CREATE FUNCTION recorded_count(value json) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN number = trunc(number) THEN number::bigint END FROM recorded_number(value, 1e12) AS number
$$;
--> statement-breakpoint
-- One entry of an object of counts, which names only counts above 0. Null: there is no object.
CREATE FUNCTION recorded_entry(counts json, name text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN json_typeof(counts) = 'object' THEN coalesce(recorded_count(counts -> name), 0) END
$$;
--> statement-breakpoint
CREATE FUNCTION recorded_sum(counts json) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN json_typeof(counts) = 'object'
    THEN (SELECT coalesce(sum(recorded_count(value)), 0)::bigint FROM json_each(counts))
  END
$$;
--> statement-breakpoint
-- Names of models have no limit in an imported file.
CREATE FUNCTION recorded_word(value json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN json_typeof(value) = 'string' THEN nullif(left(value #>> '{}', 300), '') END
$$;
--> statement-breakpoint
CREATE FUNCTION recorded_response(event messages) RETURNS SETOF responses LANGUAGE sql STABLE AS $$
  SELECT
    event.id,
    event.agent_uuid,
    (SELECT root_uuid FROM agents WHERE uuid = event.agent_uuid),
    event.created_at,
    event.kind,
    recorded_word(event.data -> 'provider'),
    recorded_word(event.data -> 'requested_model'),
    recorded_word(event.data -> 'model'),
    recorded_word(event.data -> 'pool'),
    recorded_word(event.data -> 'service_tier'),
    input,
    recorded_count(event.data -> 'cached_tokens'),
    recorded_entry(written, '5m'),
    recorded_entry(written, '30m'),
    recorded_entry(written, '1h'),
    recorded_entry(written, '12h'),
    recorded_entry(written, 'unknown'),
    -- A summary records its output without the thinking before it.
    CASE WHEN event.kind = 'summary' THEN output + coalesce(thinking, 0) ELSE output END,
    thinking,
    coalesce(recorded_count(event.data -> 'total_tokens'), input + coalesce(output, 0), output),
    recorded_sum(event.data -> 'server_tool_uses'),
    cost,
    CASE WHEN cost IS NOT NULL THEN CASE WHEN event.data ->> 'cost_source' = 'list' THEN 'list' ELSE 'provider' END END,
    cost IS NOT NULL AND CASE
      WHEN json_typeof(event.data -> 'cost_missing') = 'array'
      THEN EXISTS (
        SELECT FROM json_array_elements(event.data -> 'cost_missing') AS part WHERE json_typeof(part) = 'string'
      )
      ELSE false
    END
  FROM (
    SELECT
      recorded_count(event.data -> 'input_tokens') AS input,
      recorded_count(event.data -> 'output_tokens') AS output,
      recorded_count(event.data -> 'thinking_tokens') AS thinking,
      event.data -> 'cache_write_tokens' AS written,
      recorded_number(event.data -> 'cost_usd', 1e6) AS cost
  ) AS figures
$$;
--> statement-breakpoint
CREATE FUNCTION record_response() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO responses SELECT * FROM recorded_response(NEW);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER responses_are_recorded AFTER INSERT ON "messages" FOR EACH ROW
  WHEN (NEW.kind IN ('assistant', 'interrupted', 'summary')) EXECUTE FUNCTION record_response();
--> statement-breakpoint
ALTER TABLE "messages" ENABLE ALWAYS TRIGGER responses_are_recorded;
--> statement-breakpoint
INSERT INTO responses
SELECT response.* FROM messages CROSS JOIN LATERAL recorded_response(messages) AS response
WHERE messages.kind IN ('assistant', 'interrupted', 'summary') ORDER BY messages.id;
--> statement-breakpoint
CREATE TRIGGER responses_are_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON "responses"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
ALTER TABLE "responses" ENABLE ALWAYS TRIGGER responses_are_immutable;
--> statement-breakpoint
UPDATE agents SET cost_usd = sums.usd, unpriced_responses = sums.unpriced, partial_responses = sums.partial
FROM (
  SELECT agent_uuid, coalesce(sum(cost_usd), 0) AS usd,
    count(*) FILTER (WHERE cost_usd IS NULL AND total_tokens IS NOT NULL) AS unpriced,
    count(*) FILTER (WHERE is_lower_bound) AS partial
  FROM responses GROUP BY agent_uuid
) AS sums
WHERE sums.agent_uuid = agents.uuid;
--> statement-breakpoint
-- For the view of tool calls: calls by time, and the result of a call.
CREATE INDEX "messages_tool_calls" ON "messages" USING btree ("created_at") WHERE kind = 'tool_call';
--> statement-breakpoint
CREATE INDEX "messages_tool_results" ON "messages" USING btree ("agent_uuid", md5("data" ->> 'tool_call_id')) WHERE kind = 'tool_result';
--> statement-breakpoint
-- Views for a person's own questions (docs/sql.md). Names of columns are stable.
CREATE VIEW "usage_by_response" AS
SELECT
  response.event_id, response.created_at, response.kind,
  response.agent_uuid, agent.name AS agent_name, response.root_uuid, root.name AS root_name,
  response.provider, response.requested_model, response.model, response.pool, response.service_tier,
  response.input_tokens, response.cached_tokens,
  cache_write_5m + cache_write_30m + cache_write_1h + cache_write_12h + cache_write_unknown AS cache_write_tokens,
  response.cache_write_5m, response.cache_write_30m, response.cache_write_1h, response.cache_write_12h,
  response.cache_write_unknown,
  response.output_tokens, response.thinking_tokens, response.total_tokens, response.server_tool_uses,
  response.cost_usd, response.cost_source, response.is_lower_bound
FROM responses AS response
JOIN agents AS agent ON agent.uuid = response.agent_uuid
JOIN agents AS root ON root.uuid = response.root_uuid;
--> statement-breakpoint
COMMENT ON VIEW "usage_by_response" IS 'One row per response of a model. Null means not reported, never 0.';
--> statement-breakpoint
CREATE VIEW "cost_by_agent" AS
WITH RECURSIVE lineage AS (
  SELECT uuid AS agent_uuid, uuid AS above FROM agents
  UNION ALL
  SELECT lineage.agent_uuid, agents.parent_uuid
  FROM lineage JOIN agents ON agents.uuid = lineage.above
  WHERE agents.parent_uuid IS NOT NULL
), subtree AS (
  SELECT lineage.above, count(*) - 1 AS descendants, sum(agents.total_tokens)::bigint AS total_tokens,
    sum(agents.cost_usd) AS cost_usd, sum(agents.unpriced_responses) AS unpriced, sum(agents.partial_responses) AS lower_bounds
  FROM lineage JOIN agents ON agents.uuid = lineage.agent_uuid
  GROUP BY lineage.above
)
SELECT
  agent.uuid AS agent_uuid, agent.name AS agent_name, agent.parent_uuid, agent.root_uuid, agent.status, agent.created_at,
  agent.total_tokens,
  CASE WHEN agent.cost_usd > 0 OR agent.unpriced_responses = 0 THEN agent.cost_usd END AS cost_usd,
  agent.unpriced_responses, agent.partial_responses,
  subtree.descendants,
  subtree.total_tokens AS subtree_total_tokens,
  CASE WHEN subtree.cost_usd > 0 OR subtree.unpriced = 0 THEN subtree.cost_usd END AS subtree_cost_usd,
  subtree.unpriced AS subtree_unpriced_responses, subtree.lower_bounds AS subtree_partial_responses
FROM agents AS agent JOIN subtree ON subtree.above = agent.uuid;
--> statement-breakpoint
COMMENT ON VIEW "cost_by_agent" IS 'What each agent cost, alone and with its descendants (subtree_). Null: no cost is known.';
--> statement-breakpoint
-- Which agent of a comparison was adopted. Comparisons are a setting of the window, in JSON of any version.
CREATE VIEW "adoptions" AS
SELECT
  comparison ->> 'id' AS comparison, agent.uuid AS agent_uuid, agent.name AS agent_name, agent.provider, agent.model,
  agent.thinking_level, coalesce(comparison ->> 'adopted' = agent.uuid::text, false) AS is_adopted
FROM settings
CROSS JOIN LATERAL json_array_elements(
  CASE WHEN json_typeof(settings.value -> 'list') = 'array' THEN settings.value -> 'list' ELSE '[]' END
) AS comparison
CROSS JOIN LATERAL json_array_elements_text(
  CASE WHEN json_typeof(comparison -> 'agents') = 'array' THEN comparison -> 'agents' ELSE '[]' END
) AS compared (uuid)
JOIN agents AS agent ON agent.uuid::text = compared.uuid
WHERE settings.key = 'comparisons' AND json_typeof(comparison -> 'adopted') = 'string';
--> statement-breakpoint
COMMENT ON VIEW "adoptions" IS 'The agents of each decided comparison, and which of them was adopted.';
--> statement-breakpoint
CREATE VIEW "tool_calls" AS
SELECT
  call.id AS event_id, call.created_at, call.agent_uuid, agent.name AS agent_name, call.turn_id,
  call.data ->> 'tool_call_id' AS tool_call_id, call.data ->> 'name' AS tool, call.data -> 'arguments' AS arguments,
  CASE
    WHEN result.id IS NULL THEN 'none'
    WHEN result.data ->> 'is_error' = 'true' THEN 'error'
    ELSE 'ok'
  END AS status,
  recorded_number(result.data -> 'duration_ms', 1e12) AS duration_ms,
  result.id AS result_event_id, result.created_at AS result_at
FROM messages AS call
JOIN agents AS agent ON agent.uuid = call.agent_uuid
LEFT JOIN LATERAL (
  SELECT answer.id, answer.created_at, answer.data FROM messages AS answer
  WHERE answer.kind = 'tool_result' AND answer.agent_uuid = call.agent_uuid
    AND md5(answer.data ->> 'tool_call_id') = md5(call.data ->> 'tool_call_id') AND answer.id > call.id
  ORDER BY answer.id LIMIT 1
) AS result ON true
WHERE call.kind = 'tool_call';
--> statement-breakpoint
COMMENT ON VIEW "tool_calls" IS 'One row per tool call, with the status of its first result: ok, error or none.';
