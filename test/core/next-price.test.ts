import { expect, it } from 'vitest'

import { AgentTree } from '../../src/main/core/agents/agent-tree.ts'
import { expectedOutput, relativesOf } from '../../src/main/core/budgets/next-price.ts'
import { reportedAnswers } from '../../src/main/core/context/reported-size.ts'
import { agentSummary } from '../support/agent-summary.ts'
import { eventLog } from '../support/event-log-builder.ts'

it('expects the agent’s own recent length, else that of the model’s recent answers, else nothing', () => {
  const log = eventLog()
  const answers = [900, 100, 200, 300, 400, 500].map((output) =>
    log.add({ kind: 'assistant', content: 'x', data: { input_tokens: 1, output_tokens: output } }),
  )
  const reported = reportedAnswers(answers)
  expect([expectedOutput(reported, 7_000), expectedOutput([], 620.4), expectedOutput([], null)]).toEqual([300, 620, 0])
})

it('asks the agents above first, then those below, then the rest of the tree, and no other tree', () => {
  const tree = new AgentTree()
  const put = (id: string, parentId: string | null, second: number) =>
    tree.put(agentSummary({ id, parentId, createdAt: `2026-11-22T12:00:${second}Z` }))
  put('root', null, 10)
  put('parent', 'root', 11)
  put('me', 'parent', 12)
  put('sibling', 'parent', 13)
  put('child', 'me', 14)
  put('stranger', null, 15)
  expect(relativesOf(tree, 'me')).toEqual(['parent', 'root', 'child', 'sibling'])
  for (let at = 0; at < 40; at += 1) put(`more ${at}`, 'parent', 16 + at)
  expect(relativesOf(tree, 'me')).toHaveLength(32)
})
