ALTER TABLE "agents" ADD COLUMN "unread_mail" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "wake_on_mail" boolean DEFAULT false NOT NULL;