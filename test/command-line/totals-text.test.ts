import { describe, expect, it } from 'vitest'

import { subtreeLine, totalsText } from '../../src/main/command-line/totals-text.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import { NO_TOTALS, usageTotals } from '../../src/shared/usage-totals.ts'
import { eventLog } from '../support/event-log-builder.ts'

const REPORTED = { input_tokens: 1_000, output_tokens: 5, cost_usd: 0.5 }

function textOf(...added: readonly (object | null)[]): string {
  const log = eventLog()
  const events: AgentEvent[] = added.map((data) =>
    data === null ? log.assistant('nothing was reported') : log.add({ kind: 'assistant', data }),
  )
  return totalsText(usageTotals(events))
}

describe('the usage of responses', () => {
  it.each<[string, readonly (object | null)[], string]>([
    ['none', [], '0 tokens in, 0 out'],
    ['reported', [REPORTED], '1,000 tokens in, 5 out, $0.50'],
    ['reported as 0', [{ input_tokens: 0, output_tokens: 0, cost_usd: 0 }], '0 tokens in, 0 out'],
    ['absent', [null], 'tokens not reported, cost unknown'],
    ['absent twice', [null, null], 'tokens not reported, cost unknown'],
    ['only the cost reported', [{ cost_usd: 0.25 }], 'tokens not reported, $0.25'],
    [
      'reported once, absent once',
      [REPORTED, null],
      '1,000 tokens in, 5 out, ≥ $0.50, without 1 response whose cost is not known',
    ],
    [
      'reported once, absent twice',
      [REPORTED, null, null],
      '1,000 tokens in, 5 out, ≥ $0.50, without 2 responses whose cost is not known',
    ],
    ['reported without a price', [{ input_tokens: 3, output_tokens: 4 }], '3 tokens in, 4 out, cost unknown'],
    ['with thinking', [{ ...REPORTED, thinking_tokens: 2 }], '1,000 tokens in, 5 out (2 of them thinking), $0.50'],
  ])('%s', (_, added, expected) => {
    expect(textOf(...added)).toBe(expected)
  })
})

it('is not known for an agent whose descendants reported nothing', () => {
  const log = eventLog()
  const unreported = usageTotals([log.assistant('nothing was reported')])
  expect(subtreeLine('abcdef-1', 'local/m/med', NO_TOTALS, { ...unreported, descendants: 2 })).toBe(
    'abcdef  local/m/med  0 tokens in, 0 out; with 2 below it tokens not reported, cost unknown',
  )
})
