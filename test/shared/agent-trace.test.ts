import { expect, it } from 'vitest'

import { agentTrace } from '../../src/shared/agent-trace.ts'
import { NO_COST } from '../../src/shared/cost-sum.ts'

it('writes one conversation for each agent and model, with lines from 1', () => {
  const model = { provider: 'anthropic', name: 'claude-haiku-4-5' }
  const line = { eventId: 7, agentId: 'a', prompt: null, merged: [], cost: NO_COST }
  const ranges = [
    { ...line, start: 1, end: 2, model },
    { ...line, start: 4, end: 4, model, eventId: 9 },
    { ...line, start: 5, end: 5, model: null, agentId: 'b' },
  ]
  const options = { path: 'src/a.ts', id: 'x', timestamp: '2026-11-22T10:00:00Z', version: '2.0.0' }
  expect(agentTrace({ lineCount: 5, ranges }, options)).toEqual({
    version: '0.1.0',
    id: 'x',
    timestamp: '2026-11-22T10:00:00Z',
    tool: { name: 'ikigai', version: '2.0.0' },
    files: [
      {
        path: 'src/a.ts',
        conversations: [
          {
            contributor: { type: 'ai', model_id: 'anthropic/claude-haiku-4-5' },
            ranges: [
              { start_line: 1, end_line: 2 },
              { start_line: 4, end_line: 4 },
            ],
          },
          { contributor: { type: 'ai' }, ranges: [{ start_line: 5, end_line: 5 }] },
        ],
      },
    ],
    metadata: { ikigai: { events: [7, 9] } },
  })
})
