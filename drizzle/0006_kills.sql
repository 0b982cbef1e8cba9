CREATE INDEX "agents_parent_uuid" ON "agents" USING btree ("parent_uuid");
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
