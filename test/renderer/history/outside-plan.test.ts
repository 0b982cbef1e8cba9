import { expect, it } from 'vitest'

import { planOf } from '../../../src/renderer/history/outside-plan.ts'
import type { ContentBlock } from '../../../src/shared/content.ts'

const block = (plan: unknown[], provider = 'acp'): ContentBlock => ({
  type: 'thinking',
  text: 'Plan:\n- [x] Look',
  provider,
  provider_data: JSON.parse(JSON.stringify({ plan })),
})

it('reads the steps of a plan with their states; an unknown state is open', () => {
  const plan = [
    { content: 'Look', status: 'completed', priority: 'high' },
    { content: 'Edit', status: 'in_progress' },
    { content: 'Test', status: 'pending' },
    { content: 'Publish', status: 'dreaming' },
    { content: 'Rest' },
  ]
  expect(planOf(block(plan))?.map(({ content, state }) => `${content} ${state}`)).toEqual([
    'Look done',
    'Edit now',
    'Test open',
    'Publish open',
    'Rest open',
  ])
})

it('leaves what is no plan as thinking: an empty one, one of another form, one that a model claims', () => {
  expect(planOf(block([]))).toBeNull()
  expect(planOf(block([{ content: 1 }]))).toBeNull()
  expect(planOf(block([{ content: 'Look' }], 'anthropic'))).toBeNull()
  expect(planOf({ type: 'text', text: 'Plan' })).toBeNull()
})
