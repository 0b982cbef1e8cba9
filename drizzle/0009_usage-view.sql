-- Every response has an agent and a root. A left join says the same, and is left out of questions that name neither.
CREATE OR REPLACE VIEW "usage_by_response" AS
SELECT
  response.event_id, response.created_at, response.kind,
  response.agent_uuid, agent.name AS agent_name, response.root_uuid, root.name AS root_name,
  response.provider, response.requested_model, response.model, response.pool, response.service_tier,
  response.input_tokens, response.cached_tokens,
  cache_write_5m + cache_write_30m + cache_write_1h + cache_write_12h + cache_write_unknown AS cache_write_tokens,
  response.cache_write_5m, response.cache_write_30m, response.cache_write_1h, response.cache_write_12h,
  response.cache_write_unknown,
  response.output_tokens, response.thinking_tokens, response.total_tokens, response.server_tool_uses,
  response.cost_usd, response.cost_source, response.is_lower_bound
FROM responses AS response
LEFT JOIN agents AS agent ON agent.uuid = response.agent_uuid
LEFT JOIN agents AS root ON root.uuid = response.root_uuid;
