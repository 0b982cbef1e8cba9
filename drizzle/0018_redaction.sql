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
-- What a tombstone keeps of an event's data: what the order and the pairs of a transcript, sums and other rows depend on.
CREATE FUNCTION kept_when_redacted(kind text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
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
    WHEN kind = 'vote' THEN ARRAY['answer', 'over', 'withdrawn']
    WHEN kind = 'race' THEN ARRAY['step', 'attempts', 'agent', 'changes', 'passed', 'exit_code', 'counts', 'duration_ms', 'reason',
      'winner', 'event']
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
CREATE FUNCTION replace_by_tombstone() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  redaction messages := current_redaction();
BEGIN
  IF redaction.id IS NULL OR OLD.kind = 'redacted' THEN
    RAISE EXCEPTION 'The log is immutable: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  NEW := OLD;
  NEW.content := CASE WHEN OLD.content IS NOT NULL THEN '[Redacted]' END;
  NEW.data := redacted_data(OLD.kind, OLD.data, json_strip_nulls(json_build_object(
    'event', redaction.id, 'at', to_char(redaction.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'by', redaction.data -> 'by', 'reason', redaction.data -> 'reason')));
  RETURN NEW;
END
$$;
--> statement-breakpoint
DROP TRIGGER log_is_immutable ON "messages";
--> statement-breakpoint
CREATE TRIGGER log_is_immutable BEFORE DELETE OR TRUNCATE ON "messages"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
ALTER TABLE "messages" ENABLE ALWAYS TRIGGER log_is_immutable;
--> statement-breakpoint
CREATE TRIGGER only_redaction_updates BEFORE UPDATE ON "messages"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unless_redacting();
--> statement-breakpoint
ALTER TABLE "messages" ENABLE ALWAYS TRIGGER only_redaction_updates;
--> statement-breakpoint
CREATE TRIGGER updates_make_tombstones BEFORE UPDATE ON "messages"
  FOR EACH ROW EXECUTE FUNCTION replace_by_tombstone();
--> statement-breakpoint
ALTER TABLE "messages" ENABLE ALWAYS TRIGGER updates_make_tombstones;
--> statement-breakpoint
-- Without the salts nothing of the content can be guessed by the hash. The hash stays, and the chain with it.
CREATE FUNCTION drop_salts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW := OLD;
  IF EXISTS (SELECT FROM messages WHERE id = OLD.event_id AND data -> 'redacted' IS NOT NULL) THEN
    NEW.salts := NULL;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
DROP TRIGGER log_is_immutable ON "event_hashes";
--> statement-breakpoint
CREATE TRIGGER log_is_immutable BEFORE DELETE OR TRUNCATE ON "event_hashes"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
ALTER TABLE "event_hashes" ENABLE ALWAYS TRIGGER log_is_immutable;
--> statement-breakpoint
CREATE TRIGGER only_redaction_updates BEFORE UPDATE ON "event_hashes"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unless_redacting();
--> statement-breakpoint
ALTER TABLE "event_hashes" ENABLE ALWAYS TRIGGER only_redaction_updates;
--> statement-breakpoint
CREATE TRIGGER updates_drop_salts BEFORE UPDATE ON "event_hashes" FOR EACH ROW EXECUTE FUNCTION drop_salts();
--> statement-breakpoint
ALTER TABLE "event_hashes" ENABLE ALWAYS TRIGGER updates_drop_salts;
--> statement-breakpoint
DROP TRIGGER log_is_immutable ON "blobs";
--> statement-breakpoint
CREATE TRIGGER log_is_immutable BEFORE UPDATE OR TRUNCATE ON "blobs"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
ALTER TABLE "blobs" ENABLE ALWAYS TRIGGER log_is_immutable;
--> statement-breakpoint
CREATE TRIGGER only_redaction_deletes BEFORE DELETE ON "blobs"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unless_redacting();
--> statement-breakpoint
ALTER TABLE "blobs" ENABLE ALWAYS TRIGGER only_redaction_deletes;
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
DROP TRIGGER log_is_immutable ON "attachments";
--> statement-breakpoint
CREATE TRIGGER log_is_immutable BEFORE UPDATE OR TRUNCATE ON "attachments"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
ALTER TABLE "attachments" ENABLE ALWAYS TRIGGER log_is_immutable;
--> statement-breakpoint
CREATE TRIGGER only_redaction_deletes BEFORE DELETE ON "attachments"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unless_redacting();
--> statement-breakpoint
ALTER TABLE "attachments" ENABLE ALWAYS TRIGGER only_redaction_deletes;
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
-- Redacts an event, or all events of an agent (`event` null), in one transaction with the event that records it. `new_name`: the
-- agent's name from here on; null: it stays. Returns the recorded event, the agent, and the files with output of tools.
CREATE FUNCTION redact_log(session bigint, target uuid, event bigint, why text, new_name text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[];
  letters bigint[];
  redaction messages;
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

  INSERT INTO messages (session_id, agent_uuid, kind, data)
  VALUES (session, target, 'redacted', json_strip_nulls(json_build_object(
    'by', 'user', 'event_id', event, 'kind', (SELECT kind FROM messages WHERE id = event), 'events', cardinality(ids), 'reason', why)))
  RETURNING * INTO redaction;
  PERFORM set_config('ikigai.redaction', redaction.id::text, true);

  SELECT json_agg(data ->> 'full_output') INTO outputs FROM messages
  WHERE id = ANY (ids) AND kind = 'tool_result' AND data ->> 'full_output' IS NOT NULL;
  UPDATE messages SET content = NULL WHERE id = ANY (ids);
  UPDATE event_hashes SET salts = NULL WHERE event_id = ANY (ids);

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

  -- What the disk still contains is removed afterwards.
  INSERT INTO settings (key, value) VALUES ('purge_due', to_json(redaction.id))
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = clock_timestamp();
  PERFORM set_config('ikigai.redaction', '', true);
  PERFORM pg_notify('ikigai_commit', session::text || ':' || redaction.id || ',' || target);
  RETURN json_build_object(
    'id', redaction.id, 'created_at', redaction.created_at, 'data', redaction.data, 'agent', row_to_json(agent),
    'outputs', coalesce(outputs, '[]'::json), 'mail', cardinality(letters), 'files', coalesce(cardinality(uploads), 0));
END
$$;
