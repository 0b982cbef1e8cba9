CREATE TABLE "event_hashes" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"agent_uuid" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"salts" "bytea",
	"leaf" "bytea" NOT NULL,
	"chain" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "event_hashes_agent_uuid_seq" ON "event_hashes" USING btree ("agent_uuid","seq");
--> statement-breakpoint
CREATE TRIGGER log_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON "event_hashes"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
ALTER TABLE "event_hashes" ENABLE ALWAYS TRIGGER log_is_immutable;
--> statement-breakpoint
-- Hashes of these events are made later and say nothing about the time before (docs/data-safety.md).
INSERT INTO "settings" ("key", "value")
SELECT 'hashes_since_event', to_json(max(id)) FROM "messages" HAVING max(id) IS NOT NULL;
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
-- The keys are in the order of RFC 8785. `at` is in microseconds since the epoch.
CREATE FUNCTION event_leaf(event messages, seq bigint, salts bytea) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT text_hash(format(
    '{"agent":"%s","at":%s,"content":%s,"data":%s,"event":%s,"kind":%s,"seq":%s,"session":%s,"turn":%s,"v":1}',
    event.agent_uuid,
    (extract(epoch FROM event.created_at) * 1000000)::bigint,
    json_or_null(encode(text_hash(encode(substring(salts FROM 1 FOR 16), 'hex') || event.content), 'hex')),
    json_or_null(encode(text_hash(encode(substring(salts FROM 17), 'hex') || event.data::text), 'hex')),
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
