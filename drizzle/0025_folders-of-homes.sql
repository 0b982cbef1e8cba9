-- The folder that an agent's work is about, as 0019 has it: each home keeps folders and worktrees under keys of its own.
CREATE OR REPLACE FUNCTION worked_folder(agent uuid, root uuid) RETURNS text LANGUAGE sql STABLE AS $$
  WITH own AS (SELECT coalesce('home:' || home || ':', '') AS prefix FROM agents WHERE uuid = agent)
  SELECT coalesce(
    (SELECT value -> agent::text ->> 'parentFolder' FROM settings, own WHERE key = own.prefix || 'agent_worktrees'),
    (SELECT value ->> agent::text FROM settings, own WHERE key = own.prefix || 'agent_folders'),
    (SELECT nullif(value #>> '{}', '') FROM settings, own WHERE key = own.prefix || 'agent_folder:' || root)
  )
$$;
--> statement-breakpoint
ALTER FUNCTION worked_folder(uuid, uuid) SECURITY DEFINER;
--> statement-breakpoint
ALTER FUNCTION worked_folder(uuid, uuid) SET search_path FROM CURRENT;
