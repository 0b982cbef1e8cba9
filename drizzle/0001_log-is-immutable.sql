-- The log only grows (docs/behaviour/storage.md#immutability). ALWAYS: also in a session that switches ordinary triggers off.
CREATE FUNCTION refuse_change_of_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The log is immutable: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER log_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON "messages"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
ALTER TABLE "messages" ENABLE ALWAYS TRIGGER log_is_immutable;
