CREATE TABLE "homes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "home" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "home" uuid;--> statement-breakpoint
ALTER TABLE "queued_prompts" ADD COLUMN "home" uuid;