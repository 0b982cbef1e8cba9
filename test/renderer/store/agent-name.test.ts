import { expect, it } from 'vitest'

import { agentName } from '../../../src/renderer/store/agent-name.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { NO_TOTALS } from '../../../src/shared/usage-totals.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const USED = { ...NO_TOTALS, usage: { ...NO_TOTALS.usage, totalTokens: 100 } }

it.each<[string, Partial<AgentSummary>, string]>([
  ['its name', { name: 'Opening hours' }, 'Opening hours'],
  ['its name, as a fork that has not begun', { name: 'Opening hours', parentId: 'root' }, 'Opening hours'],
  ['new, before its first prompt', { name: '' }, 'New agent'],
  ['its short id, once its name was redacted', { name: '', ...USED }, '8f14e4'],
  ['its model, as a fork that has not begun', { name: '', parentId: 'root' }, 'claude-haiku-4-5'],
  [
    'the plain name of its model, with the level',
    {
      name: '',
      parentId: 'root',
      choice: { provider: 'anthropic', model: 'claude-sonnet-5-5', thinkingLevel: 'med' },
      modelName: 'Sonnet 5.5',
    },
    'Sonnet 5.5 · med',
  ],
  ['its short id, as a fork without a model', { name: '', parentId: 'root', choice: null }, '8f14e4'],
])('is %s', (_, fields, name) => {
  expect(agentName(agentSummary(fields))).toBe(name)
})

it('is the short id of an agent that is not known', () => {
  expect(agentName({ id: '8f14e45f-ceea-467f-9c4b-1d2e3f4a5b6c', name: '' })).toBe('8f14e4')
})
