CREATE TABLE "file_uses" (
	"sha256" text PRIMARY KEY NOT NULL,
	"used_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
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
DROP TRIGGER only_redaction_deletes ON "blobs";
--> statement-breakpoint
CREATE TRIGGER only_unused_files_are_deleted BEFORE DELETE ON "blobs"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unless_removing_files();
--> statement-breakpoint
ALTER TABLE "blobs" ENABLE ALWAYS TRIGGER only_unused_files_are_deleted;
