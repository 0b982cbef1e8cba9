import { failedAnswer } from './answer.ts'
import type { FailedAnswer } from './answer.ts'
import { ruleRow } from './rules/rule-table.ts'
import { violationBody } from './rules/rule.ts'

/** The headers of a real answer of this kind. */
const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'anthropic.rate': { 'retry-after': '12', 'anthropic-ratelimit-requests-remaining': '0' },
  'openai.rate': { 'retry-after': '2', 'retry-after-ms': '1200', 'x-ratelimit-remaining-tokens': '0' },
}

/** Returns the answer of a rule that no request breaks by itself: a rate limit, an overload. */
export function scriptedRule(id: string, values: Readonly<Record<string, string>> = {}): FailedAnswer {
  const row = ruleRow(id)
  const failure = { kind: 'bad_request', status: row.http, body: violationBody(row, { values }) } as const
  return failedAnswer(failure, { headers: HEADERS[id] ?? {} })
}
