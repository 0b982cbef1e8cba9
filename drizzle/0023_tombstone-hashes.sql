ALTER TABLE "event_hashes" ADD COLUMN "content_hash" "bytea";--> statement-breakpoint
ALTER TABLE "event_hashes" ADD COLUMN "data_hash" "bytea";
--> statement-breakpoint
-- The hash of a content or of data, of which a leaf is made. Null: there is none.
CREATE FUNCTION salted_hash(salt bytea, value text) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT text_hash(encode(salt, 'hex') || value)
$$;
--> statement-breakpoint
-- As before.
CREATE OR REPLACE FUNCTION event_leaf(event messages, seq bigint, salts bytea) RETURNS bytea LANGUAGE sql STABLE AS $$
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
CREATE OR REPLACE FUNCTION replace_by_tombstone() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- Without the salts nothing of the content can be guessed by its hash. Of that hash and the rest of the row the leaf is made.
CREATE OR REPLACE FUNCTION drop_salts() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- As before; the hashes of what is removed are kept.
CREATE OR REPLACE FUNCTION redact_log(session bigint, target uuid, event bigint, why text, new_name text) RETURNS json LANGUAGE plpgsql AS $$
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
