import type { EventKind } from './agent-event.ts'

/** What the functions and triggers of the database decide by the kind of an event. */
export interface StoredEventRow {
  /** Whether it is a response of a model, which has a row in the table `responses`, and so a cost. */
  readonly isResponse: boolean
  /** The keys of its data that a redaction keeps: ids, figures, and names from fixed lists. Everything else counts as content. */
  readonly kept: readonly string[]
}

const ALL_CONTENT: StoredEventRow = { isResponse: false, kept: [] }

const names = (text: string): readonly string[] => text.trim().split(/\s+/)

const RESPONSE: StoredEventRow = {
  isResponse: true,
  kept: names(`
    provider model requested_model pool thinking_level finish_reason reason failed
    input_tokens output_tokens thinking_tokens cached_tokens total_tokens context_tokens estimated_tokens
    cache_write_tokens server_tool_uses input_modalities output_modalities service_tier speed
    inference_region cost_usd cost_source cost_missing cache_miss first_delta_ms duration_ms thinking_ms
    from_id to_id messages answer_id`),
}

const keeps = (kept: string): StoredEventRow => ({ isResponse: false, kept: names(kept) })

/**
 * All kinds of events. The database has the same facts in drizzle/0000_tables.sql (`kept_when_redacted`,
 * `responses_are_recorded`), and test/adapters/storage/redaction.db.test.ts compares both.
 */
export const STORED_EVENTS: Readonly<Record<EventKind, StoredEventRow>> = {
  system: ALL_CONTENT,
  user: ALL_CONTENT,
  assistant: RESPONSE,
  tool_call: keeps('tool_call_id name'),
  tool_result: keeps('tool_call_id name is_error duration_ms'),
  mark: ALL_CONTENT,
  clear: ALL_CONTENT,
  rewind: keeps('target_id undoes'),
  fork: keeps('child reason answers'),
  command: keeps('ok'),
  summary: RESPONSE,
  model: keeps('provider model thinking_level replaces'),
  interrupted: RESPONSE,
  agent_killed: keeps('by'),
  mail: keeps('from mail_id tool_call_id'),
  error: keeps('category http_status retryable retry_after_ms provider model'),
  keep_warm: RESPONSE,
  options: ALL_CONTENT,
  instructions: keeps('path origin replaces'),
  checkpoint: keeps('cause store folder before after tool_call_id shared from_agent from_state'),
  merge: keeps('sources merged'),
  vote: keeps('answer over withdrawn'),
  verdict: keeps('answers'),
  race: keeps('step attempts agent changes passed exit_code counts duration_ms reason outcome winner event'),
  rerun: keeps('step agent from to type event recorded made choice played reason'),
  evaluation: ALL_CONTENT,
  import: keeps('tool records kept'),
  redacted: ALL_CONTENT,
  outputs_removed: ALL_CONTENT,
  taken_over: ALL_CONTENT,
}
