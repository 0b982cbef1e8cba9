CREATE TABLE "queued_prompts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_uuid" uuid NOT NULL,
	"position" bigserial NOT NULL,
	"content" text NOT NULL,
	"as_text" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "queued_prompts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "as_text" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "queued_prompts" ADD CONSTRAINT "queued_prompts_agent_uuid_agents_uuid_fk" FOREIGN KEY ("agent_uuid") REFERENCES "public"."agents"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "queued_prompts_agent_uuid_position" ON "queued_prompts" USING btree ("agent_uuid","position");
--> statement-breakpoint
-- Windows kept their queues as settings: arrays of texts, or of objects. A prompt that a window was sending when it went
-- away is left out if the agent was sent it after all.
INSERT INTO "queued_prompts" ("id", "agent_uuid", "content")
SELECT gen_random_uuid(), kept.uuid, kept.content
FROM (
  SELECT agents.uuid, entry.position, settings.updated_at,
    CASE
      WHEN json_typeof(entry.value) = 'string' THEN entry.value #>> '{}'
      WHEN json_typeof(entry.value) = 'object' AND json_typeof(entry.value -> 'text') = 'string' THEN entry.value ->> 'text'
    END AS content,
    CASE json_typeof(entry.value) WHEN 'object' THEN coalesce(entry.value ->> 'sending' = 'true', false) ELSE false END AS was_sending
  FROM settings
  JOIN agents ON settings.key = 'queue:' || agents.uuid::text
  CROSS JOIN LATERAL json_array_elements(
    CASE json_typeof(settings.value) WHEN 'array' THEN settings.value ELSE '[]'::json END
  ) WITH ORDINALITY AS entry(value, position)
) AS kept
WHERE kept.content IS NOT NULL AND NOT (kept.was_sending AND EXISTS (
  SELECT FROM messages
  WHERE agent_uuid = kept.uuid AND kind = 'user' AND content = kept.content AND created_at >= kept.updated_at
))
ORDER BY kept.uuid, kept.position;
--> statement-breakpoint
UPDATE "agents" SET "queued_prompts" = (SELECT count(*) FROM "queued_prompts" WHERE "agent_uuid" = "agents"."uuid")
WHERE "uuid" IN (SELECT "agent_uuid" FROM "queued_prompts");
--> statement-breakpoint
DELETE FROM "settings" WHERE "key" LIKE 'queue:%';
