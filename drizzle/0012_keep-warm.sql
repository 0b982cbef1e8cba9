-- Requests that keep a cache warm are responses too. The same kinds as in src/shared/cost-sum.ts.
DROP TRIGGER responses_are_recorded ON "messages";
--> statement-breakpoint
CREATE TRIGGER responses_are_recorded AFTER INSERT ON "messages" FOR EACH ROW
  WHEN (NEW.kind IN ('assistant', 'interrupted', 'summary', 'keep_warm')) EXECUTE FUNCTION record_response();
--> statement-breakpoint
ALTER TABLE "messages" ENABLE ALWAYS TRIGGER responses_are_recorded;
--> statement-breakpoint
-- Tokens of an agent are those of all its responses, as its costs are. They were those of its answers.
UPDATE agents SET input_tokens = sums.input, output_tokens = sums.output, thinking_tokens = sums.thinking,
  cached_tokens = sums.cached, total_tokens = sums.total
FROM (
  SELECT agent_uuid, coalesce(sum(input_tokens), 0) AS input, coalesce(sum(output_tokens), 0) AS output,
    coalesce(sum(thinking_tokens), 0) AS thinking, coalesce(sum(cached_tokens), 0) AS cached,
    coalesce(sum(total_tokens), 0) AS total
  FROM responses GROUP BY agent_uuid
) AS sums
WHERE sums.agent_uuid = agents.uuid;
