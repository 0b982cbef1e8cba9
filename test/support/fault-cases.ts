import type { Fault } from './provider-simulator/faults.ts'

/** The APIs of the adapters, with the dialects of Chat Completions. */
export const APIS = [
  'messages',
  'responses',
  'generate_content',
  'chat of a local server',
  'chat of Mistral',
  'chat of Moonshot',
  'chat of OpenRouter',
  'chat of xAI',
  'responses of xAI',
] as const
export type Api = (typeof APIS)[number]

/** The text of the response to which the faults are applied, sent in pieces of eight characters. */
export const FAULTY_TEXT = 'Grüße, 日本! And some more text to have several deltas.'

/** `whole`: all of the text. `other`: another text with a regular end. Otherwise the category of the single error. */
export type Outcomes = string | (Readonly<Partial<Record<Api, string>>> & { readonly others: string })

/** The expected outcome of each fault. */
export const FAULT_CASES: readonly (readonly [Fault, Outcomes])[] = [
  // xAI's error body has no `error` object to put into the event, so the event has no details.
  [
    { type: 'error_mid_stream', afterEvents: 5 },
    { 'responses of xAI': 'SERVER', others: 'OVERLOADED' },
  ],
  [{ type: 'end_before_terminal' }, 'SERVER'],
  [{ type: 'end_after', events: 4 }, 'SERVER'],
  [{ type: 'half_event', event: 6 }, 'SERVER'],
  [{ type: 'pings_and_comments' }, 'whole'],
  [{ type: 'missing_block_stop' }, 'whole'],
  [{ type: 'missing_usage' }, 'whole'],
  [{ type: 'unknown_event' }, 'whole'],
  [{ type: 'unknown_block' }, 'whole'],
  [{ type: 'unknown_finish_reason' }, 'whole'],
  [{ type: 'duplicate_event', event: 5 }, 'other'],
  [{ type: 'swap_events', event: 5 }, 'other'],
  [{ type: 'malformed_json', event: 4 }, 'SERVER'],
  [{ type: 'replace_text', text: 'a lone \ud83d and a \u0000' }, 'other'],
  // In the other formats, a repeated first event is harmless; Gemini's is ordinary text.
  [
    { type: 'second_start', afterEvents: 5 },
    { messages: 'SERVER', generate_content: 'other', others: 'whole' },
  ],
  [{ type: 'socket_reset', afterEvents: 5 }, 'SERVER'],
  [{ type: 'truncate', atByte: 700 }, 'SERVER'],
  [{ type: 'truncate', atByte: 700, ending: 'reset' }, 'SERVER'],
  [{ type: 'trickle', afterEvents: 4, bytes: 60, pauseMs: 1 }, 'whole'],
  [{ type: 'slices', bytes: 1 }, 'whole'],
  [{ type: 'slices', bytes: 7 }, 'whole'],
  [{ type: 'one_write' }, 'whole'],
  [{ type: 'split_utf8' }, 'whole'],
  [{ type: 'split_crlf' }, 'whole'],
  [{ type: 'line_ends_crlf' }, 'whole'],
  [{ type: 'invalid_utf8' }, 'other'],
  [{ type: 'gzip' }, 'whole'],
  [{ type: 'content_type', value: 'application/json' }, 'whole'],
  [{ type: 'content_type', value: 'text/plain' }, 'whole'],
  [{ type: 'html_page' }, 'TIMEOUT'],
  [{ type: 'html_page', status: 200 }, 'UNKNOWN'],
  [{ type: 'html_page', status: 503 }, 'OVERLOADED'],
  [{ type: 'redirect' }, 'NOT_FOUND'],
  [{ type: 'empty_body' }, 'SERVER'],
]

/** Returns the expected outcome for one API. */
export function expectedOf(outcomes: Outcomes, api: Api): string {
  return typeof outcomes === 'string' ? outcomes : (outcomes[api] ?? outcomes.others)
}
