import { readFailure } from '../sdk-failure.ts'
import { field, textField } from '../wire-value.ts'

/**
 * Matches the 400 for organisations without access to reasoning summaries
 * (docs/behaviour/providers.md#openai-responses).
 */
export function isSummaryRefusal(cause: unknown): boolean {
  const { status, body } = readFailure(cause)
  if (status !== 400) return false
  return field(body, 'param') === 'reasoning.summary' || /reasoning\.summary/.test(textField(body, 'message') ?? '')
}
