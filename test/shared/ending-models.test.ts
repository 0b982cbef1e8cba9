import { expect, it } from 'vitest'

import { createModelCatalog } from '../../src/main/adapters/providers/model-catalog.ts'
import { endingModels } from '../../src/shared/ending-models.ts'
import { agentRecord } from '../support/agent-summary.ts'

const choice = (model: string) => ({ provider: 'openai', model, thinkingLevel: 'none' }) as const

it('announces the models of living agents whose end is near or past, the earliest first', () => {
  const ends: Readonly<Record<string, string>> = { old: '2026-11-01', soon: '2027-01-14', later: '2027-04-01' }
  const agents = [
    agentRecord({ id: 'one', choice: choice('soon') }),
    agentRecord({ id: 'two', choice: choice('old') }),
    agentRecord({ id: 'three', choice: choice('later') }),
    agentRecord({ id: 'four', choice: choice('soon') }),
    agentRecord({ id: 'five', choice: choice('soon'), status: 'killed' }),
    agentRecord({ id: 'six', choice: choice('lasting') }),
    agentRecord({ id: 'seven' }),
  ]
  const found = endingModels(agents, {
    today: '2026-11-30',
    announced: '2027-01-29',
    endOf: ({ model }) => {
      const endsOn = ends[model]
      return endsOn === undefined ? null : { endsOn, successor: null }
    },
  })
  expect(found.map(({ model, hasEnded, agents: users }) => [model, hasEnded, users])).toEqual([
    ['old', true, ['two']],
    ['soon', false, ['one', 'four']],
  ])
})

it('lets the list of a provider decide over the table of ends', () => {
  const row = { id: 'claude-sonnet-4-5', name: 'Sonnet', contextWindow: null, maxOutput: null, price: null }
  const endOf = (more: object) => {
    const file = { source: { renewedOn: '2028-01-01' }, models: { anthropic: [{ ...row, ...more }] } }
    const catalog = createModelCatalog(file)
    return [catalog.find('anthropic', row.id)?.endsOn, catalog.successor('anthropic', row.id, '2027-06-01')]
  }
  expect(endOf({})).toEqual(['2026-11-30', 'claude-sonnet-5-5'])
  expect(endOf({ endsOn: null })).toEqual([null, null])
  expect(endOf({ endsOn: '2027-12-31' })).toEqual(['2027-12-31', null])
})
