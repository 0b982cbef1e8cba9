CREATE TABLE "agents" (
	"uuid" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"parent_uuid" uuid,
	"fork_message_id" bigint,
	"fork_from_id" bigint,
	"provider" text,
	"model" text,
	"thinking_level" text,
	"status" text DEFAULT 'running' NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"ended_at" timestamp with time zone,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"thinking_tokens" bigint DEFAULT 0 NOT NULL,
	"cached_tokens" bigint DEFAULT 0 NOT NULL,
	"total_tokens" bigint DEFAULT 0 NOT NULL,
	"unread_mail" integer DEFAULT 0 NOT NULL,
	"wake_on_mail" boolean DEFAULT false NOT NULL,
	"queued_prompts" integer DEFAULT 0 NOT NULL,
	"cost_usd" double precision DEFAULT 0 NOT NULL,
	"unpriced_responses" integer DEFAULT 0 NOT NULL,
	"partial_responses" integer DEFAULT 0 NOT NULL,
	"root_uuid" uuid NOT NULL,
	"profile" json,
	"home" uuid
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"agent_uuid" uuid PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"as_text" boolean DEFAULT false NOT NULL,
	"attachments" json DEFAULT '[]'::json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"from_agent" uuid NOT NULL,
	"to_agent" uuid NOT NULL,
	"content" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"session_id" bigint NOT NULL,
	"agent_uuid" uuid NOT NULL,
	"turn_id" uuid,
	"kind" text NOT NULL,
	"content" text,
	"data" json,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"version" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"ended_at" timestamp with time zone,
	"home" uuid
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" json NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stream_journal" (
	"turn_id" uuid NOT NULL,
	"session_id" bigint NOT NULL,
	"response" integer NOT NULL,
	"part" integer NOT NULL,
	"agent_uuid" uuid NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"thinking_level" text NOT NULL,
	"events" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "stream_journal_turn_id_session_id_response_part_pk" PRIMARY KEY("turn_id","session_id","response","part")
);
--> statement-breakpoint
CREATE TABLE "queued_prompts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_uuid" uuid NOT NULL,
	"position" bigserial NOT NULL,
	"content" text NOT NULL,
	"as_text" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"attachments" json DEFAULT '[]'::json NOT NULL,
	"home" uuid
);
--> statement-breakpoint
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
	"is_lower_bound" boolean NOT NULL,
	"miss_cause" text,
	"missed_tokens" bigint,
	"missed_usd" double precision
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"event_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"sha256" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "attachments_event_id_position_pk" PRIMARY KEY("event_id","position")
);
--> statement-breakpoint
CREATE TABLE "blob_pieces" (
	"upload" uuid NOT NULL,
	"start" bigint NOT NULL,
	"data" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "blob_pieces_upload_start_pk" PRIMARY KEY("upload","start")
);
--> statement-breakpoint
CREATE TABLE "blobs" (
	"sha256" text PRIMARY KEY NOT NULL,
	"upload" uuid NOT NULL,
	"bytes" bigint NOT NULL,
	"media_type" text NOT NULL,
	"kind" text NOT NULL,
	"width" integer,
	"height" integer,
	"pages" integer,
	"content" text,
	"characters" integer,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "blobs_upload_unique" UNIQUE("upload")
);
--> statement-breakpoint
CREATE TABLE "event_hashes" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"agent_uuid" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"salts" "bytea",
	"leaf" "bytea" NOT NULL,
	"chain" "bytea" NOT NULL,
	"content_hash" "bytea",
	"data_hash" "bytea"
);
--> statement-breakpoint
CREATE TABLE "file_uses" (
	"sha256" text PRIMARY KEY NOT NULL,
	"used_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "homes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_parent_uuid_agents_uuid_fk" FOREIGN KEY ("parent_uuid") REFERENCES "public"."agents"("uuid") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_from_agent_agents_uuid_fk" FOREIGN KEY ("from_agent") REFERENCES "public"."agents"("uuid") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_to_agent_agents_uuid_fk" FOREIGN KEY ("to_agent") REFERENCES "public"."agents"("uuid") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_agent_uuid_agents_uuid_fk" FOREIGN KEY ("agent_uuid") REFERENCES "public"."agents"("uuid") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "queued_prompts" ADD CONSTRAINT "queued_prompts_agent_uuid_agents_uuid_fk" FOREIGN KEY ("agent_uuid") REFERENCES "public"."agents"("uuid") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "mail_to_agent_id" ON "mail" USING btree ("to_agent","id");
--> statement-breakpoint
CREATE INDEX "messages_agent_uuid_id" ON "messages" USING btree ("agent_uuid","id");
--> statement-breakpoint
CREATE INDEX "messages_acts" ON "messages" USING btree ("agent_uuid") WHERE kind in ('clear', 'rewind', 'summary');
--> statement-breakpoint
CREATE INDEX "agents_parent_uuid" ON "agents" USING btree ("parent_uuid");
--> statement-breakpoint
CREATE INDEX "queued_prompts_agent_uuid_position" ON "queued_prompts" USING btree ("agent_uuid","position");
--> statement-breakpoint
CREATE INDEX "responses_created_at" ON "responses" USING btree ("created_at");
--> statement-breakpoint
-- For the view of tool calls: calls by time, and the result of a call.
CREATE INDEX "messages_tool_calls" ON "messages" USING btree ("created_at") WHERE kind = 'tool_call';
--> statement-breakpoint
CREATE INDEX "messages_tool_results" ON "messages" USING btree ("agent_uuid", md5("data" ->> 'tool_call_id')) WHERE kind = 'tool_result';
--> statement-breakpoint
CREATE INDEX "attachments_sha256" ON "attachments" USING btree ("sha256");
--> statement-breakpoint
CREATE INDEX "blobs_words" ON "blobs" USING gin (to_tsvector('simple'::regconfig, left(coalesce(content, ''), 100000)));
--> statement-breakpoint
CREATE INDEX "messages_checkpoints" ON "messages" USING btree ("agent_uuid","id") WHERE kind = 'checkpoint';
--> statement-breakpoint
-- Questions to the view by model read this instead of the table, whose rows are five times as large. The planner reads a table
-- for the columns of a join that it has left out: the two agents have to be here.
CREATE INDEX "responses_models" ON "responses" USING btree ("model", "provider")
  INCLUDE ("agent_uuid", "root_uuid", "input_tokens", "cached_tokens", "total_tokens", "cost_usd");
--> statement-breakpoint
CREATE UNIQUE INDEX "event_hashes_agent_uuid_seq" ON "event_hashes" USING btree ("agent_uuid","seq");
--> statement-breakpoint
CREATE INDEX "messages_decisions" ON "messages" USING btree ("kind","agent_uuid","id") WHERE kind in ('vote', 'verdict', 'race', 'evaluation');
--> statement-breakpoint
-- Pictures and PDFs are compressed already.
ALTER TABLE "blob_pieces" ALTER COLUMN "data" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- An index alone answers for pages that were vacuumed. By default that happens after a fifth of the rows is new.
ALTER TABLE "responses" SET (autovacuum_vacuum_insert_scale_factor = 0.02);
--> statement-breakpoint
-- The log only grows (docs/behaviour/storage.md#immutability). ALWAYS: also in a session that switches ordinary triggers off.
CREATE FUNCTION refuse_change_of_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The log is immutable: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER responses_are_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON "responses"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
ALTER TABLE "responses" ENABLE ALWAYS TRIGGER responses_are_immutable;
--> statement-breakpoint
CREATE TRIGGER pieces_are_immutable BEFORE UPDATE OR TRUNCATE ON "blob_pieces"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
ALTER TABLE "blob_pieces" ENABLE ALWAYS TRIGGER pieces_are_immutable;
--> statement-breakpoint
CREATE TRIGGER log_is_immutable BEFORE DELETE OR TRUNCATE ON "messages"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
ALTER TABLE "messages" ENABLE ALWAYS TRIGGER log_is_immutable;
--> statement-breakpoint
CREATE TRIGGER log_is_immutable BEFORE DELETE OR TRUNCATE ON "event_hashes"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
ALTER TABLE "event_hashes" ENABLE ALWAYS TRIGGER log_is_immutable;
--> statement-breakpoint
CREATE TRIGGER log_is_immutable BEFORE UPDATE OR TRUNCATE ON "blobs"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
ALTER TABLE "blobs" ENABLE ALWAYS TRIGGER log_is_immutable;
--> statement-breakpoint
CREATE TRIGGER log_is_immutable BEFORE UPDATE OR TRUNCATE ON "attachments"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
ALTER TABLE "attachments" ENABLE ALWAYS TRIGGER log_is_immutable;
--> statement-breakpoint
-- A commit that found the world other than it was decided for is refused as a whole, with a code of our own.
CREATE FUNCTION refuse_commit(happens boolean, reason text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF happens THEN
    RAISE EXCEPTION '%', reason USING ERRCODE = 'IK001';
  END IF;
  RETURN false;
END
$$;
--> statement-breakpoint
-- What full text search looks at: the words of an event, thinking, and the names, marks and arguments in its data.
CREATE FUNCTION message_words(content text, data json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(content, '') || coalesce(E'\n' || (data ->> 'thinking'), '') || coalesce(E'\n' || (data ->> 'name'), '')
    || coalesce(E'\n' || (data ->> 'arguments'), '')
$$;
--> statement-breakpoint
-- Words. A tsvector holds at most 1 MB: 100,000 characters always fit, and what comes later is found by its trigrams.
-- No stemming: there is no telling the language, and code has none.
CREATE INDEX "messages_words" ON "messages" USING gin (to_tsvector('simple'::regconfig, left(message_words(content, data), 100000)));
--> statement-breakpoint
-- Parts of words, and code. Without the right to add the extension (some hosted databases) the search reads the rows.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "messages_trigrams" ON "messages" USING gin (message_words(content, data) gin_trgm_ops);
EXCEPTION
  WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RAISE NOTICE 'Search works without an index on trigrams: %', SQLERRM;
END
$$;
--> statement-breakpoint
-- Whether one of the agents, or one above them, was killed. VOLATILE: each call sees what was committed until then, also
-- what was committed after the calling statement had begun and while it waited for a lock. Each step of the recursion takes
-- the index: the planner expects few steps, and would read the whole table for each of thousands.
CREATE FUNCTION under_killed(ids uuid[]) RETURNS boolean LANGUAGE plpgsql VOLATILE
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  RETURN EXISTS (
    WITH RECURSIVE lineage AS (
      SELECT uuid, parent_uuid, status FROM agents WHERE uuid = ANY (ids)
      UNION
      SELECT above.uuid, above.parent_uuid, above.status
      FROM lineage JOIN agents AS above ON above.uuid = lineage.parent_uuid
    )
    SELECT FROM lineage WHERE status = 'killed'
  );
END
$$;
--> statement-breakpoint
-- Otherwise each call plans its query again, because the planner expects more ids than there are. That takes longer than the query.
ALTER FUNCTION under_killed(uuid[]) SET plan_cache_mode = force_generic_plan;
--> statement-breakpoint
-- The agent and everything below it.
CREATE FUNCTION agents_below(target uuid) RETURNS uuid[] LANGUAGE plpgsql VOLATILE
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  RETURN array(
    WITH RECURSIVE below AS (
      SELECT target AS uuid
      UNION
      SELECT child.uuid FROM below JOIN agents AS child ON child.parent_uuid = below.uuid
    )
    SELECT uuid FROM below
  );
END
$$;
--> statement-breakpoint
-- Ends the agent and everything below it that still runs, with an event for each. Without a target it does nothing.
-- The caller holds the lock that keeps every other commit out. The planner does not know how many agents there are, and
-- would compare each with each.
CREATE FUNCTION kill_agents(session bigint, target uuid, killer text)
  RETURNS TABLE (event_id bigint, happened_at timestamptz, agent json) LANGUAGE plpgsql VOLATILE
  SET enable_nestloop = off AS $$
BEGIN
  IF target IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
    WITH ended AS (
      UPDATE agents SET status = 'killed', ended_at = coalesce(agents.ended_at, clock_timestamp())
      FROM unnest(agents_below(target)) AS below (id) WHERE agents.uuid = below.id AND agents.status <> 'killed'
      RETURNING agents.*
    ), recorded AS (
      INSERT INTO messages (session_id, agent_uuid, kind, data)
      SELECT session, uuid, 'agent_killed', json_build_object('by', killer) FROM ended ORDER BY created_at, uuid
      RETURNING messages.id, messages.created_at, messages.agent_uuid
    )
    SELECT recorded.id, recorded.created_at, row_to_json(ended)
    FROM recorded JOIN ended ON ended.uuid = recorded.agent_uuid;
END
$$;
--> statement-breakpoint
-- A row-level trigger sees the rows that the same statement has inserted before: parents come first.
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
-- One pass over the data of an event instead of one for each figure: an answer can have hundreds of kilobytes.
CREATE FUNCTION recorded_response(event messages) RETURNS SETOF responses LANGUAGE sql STABLE AS $$
  SELECT
    event.id,
    event.agent_uuid,
    (SELECT root_uuid FROM agents WHERE uuid = event.agent_uuid),
    event.created_at,
    event.kind,
    recorded_word(provider),
    recorded_word(requested_model),
    recorded_word(model),
    recorded_word(pool),
    recorded_word(service_tier),
    input,
    recorded_count(cached_tokens),
    recorded_entry(written, '5m'),
    recorded_entry(written, '30m'),
    recorded_entry(written, '1h'),
    recorded_entry(written, '12h'),
    recorded_entry(written, 'unknown'),
    -- A summary records its output without the thinking before it.
    CASE WHEN event.kind = 'summary' THEN output + coalesce(thinking, 0) ELSE output END,
    thinking,
    coalesce(recorded_count(total_tokens), input + coalesce(output, 0), output),
    recorded_sum(server_tool_uses),
    cost,
    CASE WHEN cost IS NOT NULL THEN CASE WHEN source #>> '{}' = 'list' THEN 'list' ELSE 'provider' END END,
    cost IS NOT NULL AND CASE
      WHEN json_typeof(missing) = 'array'
      THEN EXISTS (SELECT FROM json_array_elements(missing) AS part WHERE json_typeof(part) = 'string')
      ELSE false
    END,
    recorded_word(cache_miss -> 'cause'),
    recorded_count(cache_miss -> 'tokens'),
    recorded_number(cache_miss -> 'usd', 1e6)
  FROM (
    SELECT
      data.*,
      recorded_count(input_tokens) AS input,
      recorded_count(output_tokens) AS output,
      recorded_count(thinking_tokens) AS thinking,
      cache_write_tokens AS written,
      recorded_number(cost_usd, 1e6) AS cost,
      cost_source AS source,
      cost_missing AS missing
    FROM json_to_record(CASE WHEN json_typeof(event.data) = 'object' THEN event.data END) AS data(
      provider json, requested_model json, model json, pool json, service_tier json, input_tokens json,
      output_tokens json, thinking_tokens json, cached_tokens json, total_tokens json, cache_write_tokens json,
      server_tool_uses json, cost_usd json, cost_source json, cost_missing json, cache_miss json)
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
  WHEN (NEW.kind IN ('assistant', 'interrupted', 'summary', 'keep_warm')) EXECUTE FUNCTION record_response();
--> statement-breakpoint
ALTER TABLE "messages" ENABLE ALWAYS TRIGGER responses_are_recorded;
--> statement-breakpoint
-- The pieces of a stored file neither grow nor shrink.
CREATE FUNCTION refuse_change_of_stored_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM blobs WHERE upload = coalesce(NEW.upload, OLD.upload)) THEN
    RAISE EXCEPTION 'The log is immutable: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN coalesce(NEW, OLD);
END
$$;
--> statement-breakpoint
CREATE TRIGGER stored_files_are_immutable BEFORE INSERT OR DELETE ON "blob_pieces"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_stored_file();
--> statement-breakpoint
ALTER TABLE "blob_pieces" ENABLE ALWAYS TRIGGER stored_files_are_immutable;
--> statement-breakpoint
CREATE FUNCTION record_attachments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO attachments (event_id, position, sha256, name)
  SELECT NEW.id, row_number() OVER (ORDER BY ordinality), value ->> 'sha256', left(coalesce(value ->> 'name', ''), 200)
  FROM json_array_elements(
    CASE
      WHEN json_typeof(NEW.data -> 'attachments') = 'array' THEN NEW.data -> 'attachments'
      WHEN json_typeof(NEW.data -> 'blocks') = 'array' THEN NEW.data -> 'blocks'
      ELSE '[]'::json
    END
  ) WITH ORDINALITY
  WHERE json_typeof(value) = 'object' AND value ->> 'type' = 'attachment' AND value ->> 'sha256' ~ '^[0-9a-f]{64}$';
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER attachments_are_recorded AFTER INSERT ON "messages" FOR EACH ROW
  WHEN (position('"type":"attachment"' IN NEW.data::text) > 0) EXECUTE FUNCTION record_attachments();
--> statement-breakpoint
ALTER TABLE "messages" ENABLE ALWAYS TRIGGER attachments_are_recorded;
--> statement-breakpoint
-- The functions compute what docs/behaviour/storage.md#hashes says. `ikigai verify` computes it without them.
CREATE FUNCTION text_hash(value text) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(value, 'UTF8'))
$$;
--> statement-breakpoint
-- The text as JSON; `null` without one.
CREATE FUNCTION json_or_null(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(to_json(value)::text, 'null')
$$;
--> statement-breakpoint
-- The hash of a content or of data, of which a leaf is made. Null: there is none.
CREATE FUNCTION salted_hash(salt bytea, value text) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT text_hash(encode(salt, 'hex') || value)
$$;
--> statement-breakpoint
-- The keys are in the order of RFC 8785. `at` is in microseconds since the epoch.
CREATE FUNCTION event_leaf(event messages, seq bigint, salts bytea) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT text_hash(format(
    '{"agent":"%s","at":%s,"content":%s,"data":%s,"event":%s,"kind":%s,"seq":%s,"session":%s,"turn":%s,"v":1}',
    event.agent_uuid,
    (extract(epoch FROM event.created_at) * 1000000)::bigint,
    json_or_null(encode(salted_hash(substring(salts FROM 1 FOR 16), event.content), 'hex')),
    json_or_null(encode(salted_hash(substring(salts FROM 17), event.data::text), 'hex')),
    event.id, to_json(event.kind), seq, event.session_id, json_or_null(event.turn_id::text)
  ))
$$;
--> statement-breakpoint
-- The chain before an agent's first event. It includes the chain at the event at which the agent was forked: the last one
-- that it inherits of its parent, or of an ancestor. Null: the hash of that event is still to be made.
CREATE FUNCTION chain_beginning(agent uuid, first_event bigint) RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE
  lower_agent uuid := agent;
  upper_agent uuid;
  fork_event bigint;
  up_to bigint := first_event - 1;
  last_event bigint;
  after bytea;
BEGIN
  LOOP
    SELECT parent_uuid, fork_message_id INTO upper_agent, fork_event FROM agents WHERE uuid = lower_agent;
    EXIT WHEN upper_agent IS NULL OR fork_event IS NULL;
    up_to := least(up_to, fork_event);
    SELECT event_id INTO last_event FROM event_hashes WHERE agent_uuid = upper_agent ORDER BY seq DESC LIMIT 1;
    IF EXISTS (SELECT FROM messages WHERE agent_uuid = upper_agent AND id > coalesce(last_event, 0) AND id <= up_to) THEN
      RETURN NULL;
    END IF;
    SELECT chain INTO after FROM event_hashes WHERE agent_uuid = upper_agent AND event_id <= up_to ORDER BY seq DESC LIMIT 1;
    EXIT WHEN FOUND;
    lower_agent := upper_agent;
  END LOOP;
  RETURN text_hash(format('{"after":%s,"agent":"%s"}', json_or_null(encode(after, 'hex')), agent));
END
$$;
--> statement-breakpoint
-- Makes the hashes of an agent's next events, in the order of their ids, at most so many. Returns how many it made; null:
-- those of the agent's parent have to be made first. The caller holds the lock of hashing. The plans use indexes only:
-- one that was made for an empty table would read the whole table later. One INSERT for all costs half as much as one each.
CREATE FUNCTION hash_events(agent uuid, at_most bigint) RETURNS bigint LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  event record;
  last_event bigint;
  place bigint;
  head bytea;
  events bigint[] := '{}';
  all_salts bytea[] := '{}';
  leaves bytea[] := '{}';
  chains bytea[] := '{}';
BEGIN
  SELECT event_id, seq, chain INTO last_event, place, head FROM event_hashes
  WHERE agent_uuid = agent ORDER BY seq DESC LIMIT 1;
  place := coalesce(place, 0);
  FOR event IN
    SELECT id, salts, event_leaf(message, place + row_number() OVER (ORDER BY id), salts) AS leaf
    FROM (
      SELECT messages AS message, id, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) AS salts
      FROM messages WHERE agent_uuid = agent AND id > coalesce(last_event, 0) ORDER BY id LIMIT at_most
    ) AS next ORDER BY id
  LOOP
    head := coalesce(head, chain_beginning(agent, event.id));
    IF head IS NULL THEN
      RETURN NULL;
    END IF;
    head := text_hash(format('{"leaf":"%s","previous":"%s"}', encode(event.leaf, 'hex'), encode(head, 'hex')));
    events := array_append(events, event.id);
    all_salts := array_append(all_salts, event.salts);
    leaves := array_append(leaves, event.leaf);
    chains := array_append(chains, head);
  END LOOP;
  INSERT INTO event_hashes (event_id, agent_uuid, seq, salts, leaf, chain)
  SELECT id, agent, place + position, salts, leaf, chain
  FROM unnest(events, all_salts, leaves, chains) WITH ORDINALITY AS made(id, salts, leaf, chain, position);
  RETURN cardinality(events);
END
$$;
--> statement-breakpoint
-- Redaction (docs/behaviour/storage.md#redaction): the one exception to the immutability of the log. A transaction that has recorded
-- a `redacted` event can replace rows of the log by tombstones, whatever the values of its UPDATE are, and remove what no event refers to.

-- Returns the `redacted` event that this transaction has recorded; null: there is none.
CREATE FUNCTION current_redaction() RETURNS messages LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  wanted text := current_setting('ikigai.redaction', true);
  redaction messages;
BEGIN
  IF wanted ~ '^\d{1,18}$' THEN
    SELECT * INTO redaction FROM messages
    WHERE id = wanted::bigint AND kind = 'redacted' AND xmin = pg_current_xact_id()::xid;
  END IF;
  RETURN redaction;
END
$$;
--> statement-breakpoint
CREATE FUNCTION refuse_unless_redacting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (current_redaction()).id IS NULL THEN
    RAISE EXCEPTION 'The log is immutable: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER only_redaction_updates BEFORE UPDATE ON "messages"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unless_redacting();
--> statement-breakpoint
ALTER TABLE "messages" ENABLE ALWAYS TRIGGER only_redaction_updates;
--> statement-breakpoint
CREATE TRIGGER only_redaction_updates BEFORE UPDATE ON "event_hashes"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unless_redacting();
--> statement-breakpoint
ALTER TABLE "event_hashes" ENABLE ALWAYS TRIGGER only_redaction_updates;
--> statement-breakpoint
CREATE TRIGGER only_redaction_deletes BEFORE DELETE ON "attachments"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unless_redacting();
--> statement-breakpoint
ALTER TABLE "attachments" ENABLE ALWAYS TRIGGER only_redaction_deletes;
--> statement-breakpoint
-- What a tombstone keeps of an event's data: what the order and the pairs of a transcript, sums and other rows depend on.
CREATE FUNCTION kept_when_redacted(kind text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN kind IN ('assistant', 'interrupted', 'summary', 'keep_warm') THEN ARRAY[
      'provider', 'model', 'requested_model', 'pool', 'thinking_level', 'finish_reason', 'reason', 'failed',
      'input_tokens', 'output_tokens', 'thinking_tokens', 'cached_tokens', 'total_tokens', 'context_tokens', 'estimated_tokens',
      'cache_write_tokens', 'server_tool_uses', 'input_modalities', 'output_modalities', 'service_tier', 'speed',
      'inference_region', 'cost_usd', 'cost_source', 'cost_missing', 'cache_miss', 'first_delta_ms', 'duration_ms', 'thinking_ms',
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
--> statement-breakpoint
-- What the data of a kind must have, without content.
CREATE FUNCTION empty_when_redacted(kind text, data json) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN kind = 'user' THEN '{"attachments":[]}'
    WHEN kind = 'tool_call' THEN '{"arguments":{}}'
    WHEN kind = 'mark' THEN '{"name":"[Redacted]"}'
    WHEN kind = 'command' THEN '{"answer":"[Redacted]"}'
    WHEN kind = 'options' THEN '{"options":{}}'
    WHEN kind = 'instructions' THEN '{"sha256":"0000000000000000000000000000000000000000000000000000000000000000","bytes":0}'
    WHEN kind = 'checkpoint' THEN '{"files":[]}'
    WHEN kind = 'import' THEN '{"session":"","source":"","attachments":[]}'
    WHEN kind = 'race' AND data ->> 'step' = 'tested' THEN '{"changed_tests":[]}'
    -- The test of a race that is resumed fails.
    WHEN kind = 'race' AND data ->> 'step' = 'begun' THEN json_build_object('plan', (
      SELECT json_object_agg(key, CASE key WHEN 'task' THEN '"[Redacted]"' WHEN 'test' THEN '"false"' ELSE value END)
      FROM json_each(CASE WHEN json_typeof(data -> 'plan') = 'object' THEN data -> 'plan' ELSE '{}' END)))
    ELSE '{}'
  END::json
$$;
--> statement-breakpoint
CREATE FUNCTION redacted_data(kind text, data json, note json) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT json_object_agg(key, value) FROM (
    SELECT key, value FROM json_each(CASE WHEN json_typeof(data) = 'object' THEN data ELSE '{}' END)
    WHERE key = ANY (kept_when_redacted(kind))
    UNION ALL
    SELECT key, value FROM json_each(empty_when_redacted(kind, data))
    UNION ALL
    SELECT 'redacted', note
  ) AS parts
$$;
--> statement-breakpoint
-- What a redaction makes of an event.
CREATE FUNCTION tombstone_of(event messages, redaction messages) RETURNS messages LANGUAGE plpgsql STABLE AS $$
BEGIN
  event.content := CASE WHEN event.content IS NOT NULL THEN '[Redacted]' END;
  event.data := redacted_data(event.kind, event.data, json_strip_nulls(json_build_object(
    'event', redaction.id, 'at', to_char(redaction.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'by', redaction.data -> 'by', 'reason', redaction.data -> 'reason')));
  RETURN event;
END
$$;
--> statement-breakpoint
CREATE FUNCTION replace_by_tombstone() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  redaction messages := current_redaction();
BEGIN
  IF redaction.id IS NULL OR OLD.kind = 'redacted' THEN
    RAISE EXCEPTION 'The log is immutable: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN tombstone_of(OLD, redaction);
END
$$;
--> statement-breakpoint
CREATE TRIGGER updates_make_tombstones BEFORE UPDATE ON "messages"
  FOR EACH ROW EXECUTE FUNCTION replace_by_tombstone();
--> statement-breakpoint
ALTER TABLE "messages" ENABLE ALWAYS TRIGGER updates_make_tombstones;
--> statement-breakpoint
-- Without the salts nothing of the content can be guessed by its hash, and the chain stays. Of that hash and the rest of the row the leaf is made.
CREATE FUNCTION drop_salts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.salts IS NOT NULL AND EXISTS (SELECT FROM messages WHERE id = OLD.event_id AND data -> 'redacted' IS NOT NULL) THEN
    OLD.salts := NULL;
    OLD.content_hash := NEW.content_hash;
    OLD.data_hash := NEW.data_hash;
  END IF;
  RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER updates_drop_salts BEFORE UPDATE ON "event_hashes" FOR EACH ROW EXECUTE FUNCTION drop_salts();
--> statement-breakpoint
ALTER TABLE "event_hashes" ENABLE ALWAYS TRIGGER updates_drop_salts;
--> statement-breakpoint
CREATE FUNCTION refuse_deletion_of_used_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM attachments WHERE sha256 = OLD.sha256) THEN
    RAISE EXCEPTION 'The log is immutable: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER used_files_stay BEFORE DELETE ON "blobs" FOR EACH ROW EXECUTE FUNCTION refuse_deletion_of_used_file();
--> statement-breakpoint
ALTER TABLE "blobs" ENABLE ALWAYS TRIGGER used_files_stay;
--> statement-breakpoint
CREATE FUNCTION refuse_unless_event_is_redacted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM messages WHERE id = OLD.event_id AND data -> 'redacted' IS NULL) THEN
    RAISE EXCEPTION 'The log is immutable: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER files_of_events_stay BEFORE DELETE ON "attachments"
  FOR EACH ROW EXECUTE FUNCTION refuse_unless_event_is_redacted();
--> statement-breakpoint
ALTER TABLE "attachments" ENABLE ALWAYS TRIGGER files_of_events_stay;
--> statement-breakpoint
-- The ids of the calls in an answer.
CREATE FUNCTION calls_in(data json) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT block ->> 'id'
  FROM json_array_elements(CASE WHEN json_typeof(data -> 'blocks') = 'array' THEN data -> 'blocks' ELSE '[]' END) AS block
  WHERE block ->> 'type' = 'tool_call'
$$;
--> statement-breakpoint
-- The events that are redacted together: of one event, those of the same turn that repeat its content; of an agent (`event` null),
-- all of its events and the copies of its mail in other agents. Events that are tombstones already are left out.
CREATE FUNCTION redacted_together(target uuid, event bigint) RETURNS bigint[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  chosen messages;
  answer messages;
  calls text[];
  found bigint[];
BEGIN
  IF event IS NULL THEN
    SELECT array_agg(id) INTO found FROM messages
    WHERE agent_uuid = target AND kind <> 'redacted' AND data -> 'redacted' IS NULL;
    RETURN coalesce(found, '{}') || ARRAY(
      SELECT DISTINCT copy.id
      FROM mail
      JOIN messages AS receipt ON receipt.agent_uuid = mail.to_agent AND receipt.kind = 'mail'
        AND receipt.data ->> 'mail_id' = mail.id::text
      JOIN messages AS copy ON copy.agent_uuid = receipt.agent_uuid AND (copy.id = receipt.id OR copy.kind = 'tool_result'
        AND copy.turn_id = receipt.turn_id AND copy.data ->> 'tool_call_id' = receipt.data ->> 'tool_call_id')
      WHERE mail.from_agent = target AND mail.to_agent <> target AND copy.data -> 'redacted' IS NULL);
  END IF;
  SELECT * INTO chosen FROM messages WHERE id = event AND agent_uuid = target AND kind <> 'redacted' AND data -> 'redacted' IS NULL;
  IF chosen.id IS NULL THEN
    RETURN '{}';
  END IF;
  answer := chosen;
  IF chosen.kind = 'tool_call' THEN
    SELECT * INTO answer FROM messages
    WHERE agent_uuid = target AND id < event AND kind = 'assistant' AND turn_id IS NOT DISTINCT FROM chosen.turn_id
      AND chosen.data ->> 'tool_call_id' IN (SELECT calls_in(data))
    ORDER BY id DESC LIMIT 1;
  END IF;
  calls := ARRAY(SELECT calls_in(answer.data));
  SELECT array_agg(id) INTO found FROM messages
  WHERE agent_uuid = target AND turn_id IS NOT DISTINCT FROM chosen.turn_id AND data -> 'redacted' IS NULL AND (
    id = answer.id AND kind = 'assistant'
    OR kind = 'tool_call' AND id > answer.id AND data ->> 'tool_call_id' = ANY (calls)
    OR chosen.kind IN ('mail', 'tool_result') AND kind IN ('mail', 'tool_result')
      AND data ->> 'tool_call_id' = chosen.data ->> 'tool_call_id');
  RETURN ARRAY(SELECT DISTINCT unnest(found || event));
END
$$;
--> statement-breakpoint
-- Mail that events record, or that an agent sent or got.
CREATE FUNCTION redacted_mail(target uuid, event bigint, ids bigint[]) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT mail.id FROM mail WHERE event IS NULL AND target IN (mail.from_agent, mail.to_agent)
    UNION
    SELECT mail.id FROM messages JOIN mail ON mail.id::text = messages.data ->> 'mail_id' AND mail.to_agent = messages.agent_uuid
    WHERE messages.id = ANY (ids) AND messages.kind = 'mail')
$$;
--> statement-breakpoint
-- Whether a text that is not sent yet repeats the text of an event. A short one has to be the same.
CREATE FUNCTION repeats(unsent text, words text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT words IS NOT NULL AND words <> '' AND (unsent = words OR length(words) >= 8 AND position(words IN unsent) > 0)
$$;
--> statement-breakpoint
-- By agent, a hash of what a redaction leaves of events that have hashes (docs/behaviour/storage.md#hashes). Events without
-- hashes get those of their tombstones.
CREATE FUNCTION tombstone_hashes(ids bigint[], redaction messages) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT coalesce(json_object_agg(agent_uuid, hash ORDER BY agent_uuid), '{}') FROM (
    SELECT tombstone.agent_uuid, encode(text_hash(format('[%s]', string_agg(format(
      '{"content":%s,"data":%s,"event":%s}', json_or_null(encode(text_hash(tombstone.content), 'hex')),
      json_or_null(encode(text_hash(tombstone.data::text), 'hex')), tombstone.id), ',' ORDER BY tombstone.id))), 'hex') AS hash
    FROM messages AS message
    JOIN event_hashes ON event_id = message.id
    CROSS JOIN LATERAL tombstone_of(message, redaction) AS tombstone
    WHERE message.id = ANY (ids)
    GROUP BY tombstone.agent_uuid
  ) AS agents
$$;
--> statement-breakpoint
-- Redacts an event, or all events of an agent (`event` null), in one transaction with the event that records it. `new_name`: the
-- agent's name from here on; null: it stays. The hashes of what is removed are kept. Returns the recorded event, the agent, and the
-- files with output of tools.
CREATE FUNCTION redact_log(session bigint, target uuid, event bigint, why text, new_name text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[];
  letters bigint[];
  redaction messages;
  hashed bigint[];
  content_hashes bytea[];
  data_hashes bytea[];
  agent agents;
  words text;
  turn uuid;
  outputs json;
  hashes text[];
  uploads uuid[];
BEGIN
  -- Kills, commits to the agent, and hashes, which would otherwise be made of the content as it was.
  PERFORM pg_advisory_xact_lock_shared(454426);
  PERFORM pg_advisory_xact_lock(hashtextextended(target::text, 1));
  PERFORM pg_advisory_xact_lock(454429);
  ids := redacted_together(target, event);
  PERFORM refuse_commit(ids = '{}', 'There is nothing to redact: no such message, or it is redacted already.');
  letters := redacted_mail(target, event, ids);
  SELECT content, turn_id INTO words, turn FROM messages WHERE id = event;

  -- The event that records it says what is left of the others, which says which event recorded it.
  redaction.id := nextval(pg_get_serial_sequence('messages', 'id'));
  redaction.created_at := clock_timestamp();
  redaction.data := json_strip_nulls(json_build_object('by', 'user', 'reason', why));
  INSERT INTO messages (id, session_id, agent_uuid, kind, data, created_at)
  VALUES (redaction.id, session, target, 'redacted', json_strip_nulls(json_build_object(
    'by', 'user', 'event_id', event, 'kind', (SELECT kind FROM messages WHERE id = event), 'events', cardinality(ids), 'reason', why,
    'tombstones', tombstone_hashes(ids, redaction))), redaction.created_at)
  RETURNING * INTO redaction;
  PERFORM set_config('ikigai.redaction', redaction.id::text, true);

  SELECT json_agg(data ->> 'full_output') INTO outputs FROM messages
  WHERE id = ANY (ids) AND kind = 'tool_result' AND data ->> 'full_output' IS NOT NULL;
  SELECT
    array_agg(event_id), array_agg(salted_hash(substring(salts FROM 1 FOR 16), content)),
    array_agg(salted_hash(substring(salts FROM 17), messages.data::text))
  INTO hashed, content_hashes, data_hashes FROM messages JOIN event_hashes ON event_id = id WHERE id = ANY (ids);
  UPDATE messages SET content = NULL WHERE id = ANY (ids);
  UPDATE event_hashes SET salts = NULL, content_hash = kept.content, data_hash = kept.data
  FROM unnest(hashed, content_hashes, data_hashes) AS kept(event, content, data) WHERE event_id = kept.event;

  WITH gone AS (DELETE FROM attachments WHERE event_id = ANY (ids) RETURNING sha256)
  SELECT array_agg(DISTINCT sha256) INTO hashes FROM gone;
  UPDATE mail SET content = '[Redacted]' WHERE id = ANY (letters);
  DELETE FROM stream_journal WHERE agent_uuid = target AND (event IS NULL OR turn_id = turn);
  DELETE FROM drafts WHERE agent_uuid = target AND (event IS NULL OR repeats(content, words));
  DELETE FROM queued_prompts WHERE agent_uuid = target AND (event IS NULL OR repeats(content, words));
  IF new_name IS NOT NULL THEN
    -- Reruns have copies of the note.
    DELETE FROM settings WHERE key LIKE 'agent\_identity:%' AND position('(id ' || target || ', called ' IN value #>> '{}') > 0;
  END IF;
  UPDATE agents SET name = coalesce(new_name, name),
    queued_prompts = (SELECT count(*) FROM queued_prompts WHERE agent_uuid = target)
  WHERE uuid = target RETURNING * INTO agent;

  WITH gone AS (
    DELETE FROM blobs WHERE sha256 = ANY (hashes)
      AND NOT EXISTS (SELECT FROM attachments WHERE attachments.sha256 = blobs.sha256)
      AND NOT EXISTS (SELECT FROM drafts WHERE position(blobs.sha256 IN attachments::text) > 0)
      AND NOT EXISTS (SELECT FROM queued_prompts WHERE position(blobs.sha256 IN attachments::text) > 0)
    RETURNING upload)
  SELECT array_agg(upload) INTO uploads FROM gone;
  DELETE FROM blob_pieces WHERE upload = ANY (uploads);

  -- What the disk still contains is removed afterwards. Older versions wrote only the id, of redactions with or without files.
  INSERT INTO settings (key, value) VALUES ('purge_due', json_build_object('redaction', redaction.id, 'files', uploads IS NOT NULL))
  ON CONFLICT (key) DO UPDATE SET updated_at = clock_timestamp(), value = json_build_object(
    'redaction', redaction.id, 'files', uploads IS NOT NULL OR json_typeof(settings.value) = 'number' OR (settings.value ->> 'files')::boolean);
  PERFORM set_config('ikigai.redaction', '', true);
  PERFORM pg_notify('ikigai_commit', session::text || ':' || redaction.id || ',' || target);
  RETURN json_build_object(
    'id', redaction.id, 'created_at', redaction.created_at, 'data', redaction.data, 'agent', row_to_json(agent),
    'outputs', coalesce(outputs, '[]'::json), 'mail', cardinality(letters), 'files', coalesce(cardinality(uploads), 0));
END
$$;
--> statement-breakpoint
-- The folder that an agent's work is about: that of its worktree's parent, its own, or its root's. Null: none was chosen. Each home
-- keeps folders and worktrees under keys of its own.
CREATE FUNCTION worked_folder(agent uuid, root uuid) RETURNS text LANGUAGE sql STABLE AS $$
  WITH own AS (SELECT coalesce('home:' || home || ':', '') AS prefix FROM agents WHERE uuid = agent)
  SELECT coalesce(
    (SELECT value -> agent::text ->> 'parentFolder' FROM settings, own WHERE key = own.prefix || 'agent_worktrees'),
    (SELECT value ->> agent::text FROM settings, own WHERE key = own.prefix || 'agent_folders'),
    (SELECT nullif(value #>> '{}', '') FROM settings, own WHERE key = own.prefix || 'agent_folder:' || root)
  )
$$;
--> statement-breakpoint
-- The role that reads the log may not read settings; of those it gets the folders of agents only.
ALTER FUNCTION worked_folder(uuid, uuid) SECURITY DEFINER;
--> statement-breakpoint
ALTER FUNCTION worked_folder(uuid, uuid) SET search_path FROM CURRENT;
--> statement-breakpoint
ALTER FUNCTION worked_folder(uuid, uuid) SECURITY DEFINER;
--> statement-breakpoint
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
-- Removes files that nothing refers to. An engine that was told that a file is stored may refer to it in its next commit: a file is
-- kept for `kept_for` after that, and while the row of the file is locked by one that asks.
CREATE FUNCTION remove_unused_files(kept_for interval) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  candidates text[];
  removed text[];
  uploads uuid[];
BEGIN
  candidates := ARRAY(
    SELECT sha256 FROM blobs
    WHERE created_at < clock_timestamp() - kept_for
      AND NOT EXISTS (SELECT FROM attachments WHERE attachments.sha256 = blobs.sha256)
      AND NOT EXISTS (SELECT FROM file_uses WHERE file_uses.sha256 = blobs.sha256 AND used_at > clock_timestamp() - kept_for)
    ORDER BY sha256 LIMIT 1000 FOR UPDATE SKIP LOCKED);
  IF candidates = '{}' THEN
    RETURN 0;
  END IF;
  PERFORM set_config('ikigai.removing_files', 'on', true);
  -- A statement of its own: it reads what was committed before the rows were locked.
  WITH gone AS (
    DELETE FROM blobs WHERE sha256 = ANY (candidates)
      AND NOT EXISTS (SELECT FROM attachments WHERE attachments.sha256 = blobs.sha256)
      AND NOT EXISTS (SELECT FROM file_uses WHERE file_uses.sha256 = blobs.sha256 AND used_at > clock_timestamp() - kept_for)
      AND NOT EXISTS (SELECT FROM drafts WHERE position(blobs.sha256 IN attachments::text) > 0)
      AND NOT EXISTS (SELECT FROM queued_prompts WHERE position(blobs.sha256 IN attachments::text) > 0)
      AND NOT EXISTS (SELECT FROM stream_journal WHERE position(blobs.sha256 IN events::text) > 0)
      AND NOT EXISTS (SELECT FROM settings WHERE position(blobs.sha256 IN value::text) > 0)
    RETURNING sha256, upload)
  SELECT array_agg(sha256), array_agg(upload) INTO removed, uploads FROM gone;
  DELETE FROM blob_pieces WHERE upload = ANY (uploads);
  DELETE FROM file_uses WHERE sha256 = ANY (removed);
  PERFORM set_config('ikigai.removing_files', '', true);
  RETURN coalesce(cardinality(removed), 0);
END
$$;
--> statement-breakpoint
CREATE FUNCTION refuse_unless_removing_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('ikigai.removing_files', true) IS DISTINCT FROM 'on' AND (current_redaction()).id IS NULL THEN
    RAISE EXCEPTION 'The log is immutable: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER only_unused_files_are_deleted BEFORE DELETE ON "blobs"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unless_removing_files();
--> statement-breakpoint
ALTER TABLE "blobs" ENABLE ALWAYS TRIGGER only_unused_files_are_deleted;
--> statement-breakpoint
-- The views are for the user's own questions (docs/sql.md): names of their columns are stable.
-- Every response has an agent and a root. A left join says the same, and is left out of questions that name neither.
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
  response.cost_usd, response.cost_source, response.is_lower_bound,
  response.miss_cause, response.missed_tokens, response.missed_usd
FROM responses AS response
LEFT JOIN agents AS agent ON agent.uuid = response.agent_uuid
LEFT JOIN agents AS root ON root.uuid = response.root_uuid;
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
--> statement-breakpoint
-- Data of events may have been written by hand: nothing is cast that might not be what it should. Left out are attempts of races
-- that ended for another reason than what their model did: a limit, the environment, a provider, the user, or a test that passed
-- without any change.
CREATE VIEW "outcomes" AS
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
COMMENT ON VIEW "outcomes" IS 'One row per agent and decision: a vote, a judge''s verdict, an adoption, a race, a checked case of an evaluation.';
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
--> statement-breakpoint
DO $$
BEGIN
  CREATE INDEX "blobs_trigrams" ON "blobs" USING gin (content gin_trgm_ops);
  CREATE INDEX "attachments_trigrams" ON "attachments" USING gin (name gin_trgm_ops);
EXCEPTION
  WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RAISE NOTICE 'Search works without an index on trigrams: %', SQLERRM;
END
$$;
