import {
  blankResult,
  blankText,
  callsAfterAnswer,
  contentAfterCalls,
  emptyMessage,
  filesInErrors,
  type Finder,
  foreignBlocks,
  invalidIds,
  namesWithoutFormat,
  refusedFiles,
  refusedNames,
  repeatedIds,
  repeatedResults,
  resultsWithoutCalls,
  resultsOutOfOrder,
  repeatedRole,
  trailingThinking,
  tooManyTools,
  toolTurnWithoutThinking,
  unansweredCalls,
  uncalledResults,
  unequalCounts,
  userAfterResults,
  wrongFirstRole,
  wrongLastRole,
} from './transcript-findings.ts'
import type { ProviderRow } from '../../../shared/provider-row.ts'
import { MAX_CHAT_ID, MAX_ID } from '../../../shared/transcript-traits.ts'
import { isResponses, apiRowOf, type TranscriptTarget } from './transcript-target.ts'

/**
 * Rules by their ids in the table of provider errors (test/fixtures/wire/strict-rules.json); `transcript.…` are
 * ikigai's own.
 */
export type RuleTable = Readonly<Record<string, Finder>>

const ANY_ID = /^[^]+$/

const EVERYWHERE: RuleTable = {
  'transcript.tool_id_unique': repeatedIds,
  'transcript.result_order': resultsOutOfOrder,
  'transcript.empty_message': emptyMessage,
  'transcript.blank_text': blankText,
  'transcript.blank_result': blankResult,
  'transcript.first_role': wrongFirstRole,
  'transcript.last_role': wrongLastRole,
  'transcript.alternation': repeatedRole,
  'transcript.foreign_thinking': foreignBlocks,
  'transcript.tool_name': refusedNames,
  'transcript.tool_count': tooManyTools,
  'transcript.file': refusedFiles,
  'transcript.file_name': namesWithoutFormat,
}

const ANTHROPIC: RuleTable = {
  'anthropic.tool_result_missing': both(unansweredCalls, contentAfterCalls),
  'anthropic.tool_result_orphan': uncalledResults,
  'anthropic.tool_result_duplicate': repeatedResults,
  'anthropic.tool_id_pattern': invalidIds(/^[a-zA-Z0-9_-]+$/, MAX_ID),
  'anthropic.tool_id_unique': repeatedIds,
  'anthropic.tool_name_pattern': refusedNames,
  'anthropic.thinking_first': toolTurnWithoutThinking,
  'anthropic.signature_invalid': foreignBlocks,
  'anthropic.prefill': wrongLastRole,
  'anthropic.error_result_text': filesInErrors,
  'anthropic.whitespace_text': blankText,
}

const CHAT: RuleTable = {
  'chat.tool_missing': unansweredCalls,
  'chat.tool_orphan': uncalledResults,
  'chat.tool_id_len': invalidIds(ANY_ID, MAX_CHAT_ID),
  'chat.tool_name': refusedNames,
}

const RESPONSES: RuleTable = {
  'responses.tool_output_missing': unansweredCalls,
  'responses.tool_call_missing': uncalledResults,
  'responses.call_id_len': invalidIds(ANY_ID, MAX_ID),
  'responses.encrypted': foreignBlocks,
  'responses.reasoning_unfollowed': trailingThinking,
}

const GEMINI: RuleTable = {
  'gemini.parts_count': unequalCounts,
  'gemini.call_turn_order': callsAfterAnswer,
  'gemini.response_turn_order': resultsWithoutCalls,
  'gemini.empty_parts': emptyMessage,
  'gemini.part_data': blankText,
}

const MISTRAL: RuleTable = {
  ...CHAT,
  'mistral.tool_id': invalidIds(/^[a-zA-Z0-9]{9}$/, MAX_ID),
  'mistral.count': unequalCounts,
  'mistral.order': userAfterResults,
  'mistral.last_role': wrongLastRole,
}

/** Kimi's own id format is longer than OpenAI's Chat Completions accepts. */
const MOONSHOT: RuleTable = {
  'moonshot.tool_id': both(uncalledResults, invalidIds(/^functions\.[A-Za-z][A-Za-z0-9_-]*:\d+$/, MAX_ID)),
  'moonshot.tool_missing': unansweredCalls,
  'moonshot.tool_name': refusedNames,
}

/** Returns the rules that a transcript for this target must satisfy. */
export function rulesFor(target: TranscriptTarget): RuleTable {
  const own = TABLES[apiRowOf(target).rules](target)
  // Check a rule only once if the provider has its own id for it.
  const known = new Set(Object.values(own))
  return { ...Object.fromEntries(Object.entries(EVERYWHERE).filter(([, find]) => !known.has(find))), ...own }
}

const TABLES: Readonly<Record<ProviderRow['rules'], (target: TranscriptTarget) => RuleTable>> = {
  anthropic: () => ANTHROPIC,
  gemini: () => GEMINI,
  mistral: () => MISTRAL,
  moonshot: () => MOONSHOT,
  openai: (target) => (isResponses(target) ? RESPONSES : CHAT),
}

function both(first: Finder, second: Finder): Finder {
  return (inspected) => [...first(inspected), ...second(inspected)]
}
