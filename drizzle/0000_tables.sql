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
	"total_tokens" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"agent_uuid" uuid PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
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
	"ended_at" timestamp with time zone
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
ALTER TABLE "agents" ADD CONSTRAINT "agents_parent_uuid_agents_uuid_fk" FOREIGN KEY ("parent_uuid") REFERENCES "public"."agents"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_from_agent_agents_uuid_fk" FOREIGN KEY ("from_agent") REFERENCES "public"."agents"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_to_agent_agents_uuid_fk" FOREIGN KEY ("to_agent") REFERENCES "public"."agents"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_agent_uuid_agents_uuid_fk" FOREIGN KEY ("agent_uuid") REFERENCES "public"."agents"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_to_agent_id" ON "mail" USING btree ("to_agent","id");--> statement-breakpoint
CREATE INDEX "messages_agent_uuid_id" ON "messages" USING btree ("agent_uuid","id");