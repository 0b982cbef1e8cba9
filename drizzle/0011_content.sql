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
ALTER TABLE "drafts" ADD COLUMN "attachments" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "queued_prompts" ADD COLUMN "attachments" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
CREATE INDEX "attachments_sha256" ON "attachments" USING btree ("sha256");
--> statement-breakpoint
-- Pictures and PDFs are compressed already.
ALTER TABLE "blob_pieces" ALTER COLUMN "data" SET STORAGE EXTERNAL;
--> statement-breakpoint
CREATE TRIGGER log_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON "blobs"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
ALTER TABLE "blobs" ENABLE ALWAYS TRIGGER log_is_immutable;
--> statement-breakpoint
CREATE TRIGGER log_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON "attachments"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
ALTER TABLE "attachments" ENABLE ALWAYS TRIGGER log_is_immutable;
--> statement-breakpoint
CREATE TRIGGER pieces_are_immutable BEFORE UPDATE OR TRUNCATE ON "blob_pieces"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
ALTER TABLE "blob_pieces" ENABLE ALWAYS TRIGGER pieces_are_immutable;
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
-- The condition reads the stored text without parsing it: nearly every event has no file.
CREATE TRIGGER attachments_are_recorded AFTER INSERT ON "messages" FOR EACH ROW
  WHEN (NEW.data::text LIKE '%"type":"attachment"%') EXECUTE FUNCTION record_attachments();
--> statement-breakpoint
ALTER TABLE "messages" ENABLE ALWAYS TRIGGER attachments_are_recorded;
--> statement-breakpoint
CREATE INDEX "blobs_words" ON "blobs" USING gin (to_tsvector('simple'::regconfig, left(coalesce(content, ''), 100000)));
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
