import { expect, it } from 'vitest'

import { recentFolders } from '../../../src/renderer/prompt/folder-chip.tsx'
import { agentSummary } from '../../support/agent-summary.ts'

const at = (minute: number) => new Date(minute * 60_000).toISOString()
const agent = (minute: number, rest: Parameters<typeof agentSummary>[0]) =>
  agentSummary({ id: `a${minute}`, createdAt: at(0), lastActivityAt: at(minute), ...rest })

it('lists the folders of the agents that were active last, each once', () => {
  const agents = [agent(1, { folder: '/a' }), agent(3, { folder: '/b' }), agent(2, { folder: '/b' }), agent(4, {})]
  expect(recentFolders(agents)).toEqual(['/b', '/a'])
})

it('leaves out worktrees, folders of other homes, and more than six', () => {
  const many = Array.from({ length: 9 }, (_, index) => agent(index, { folder: `/f${index}` }))
  const others = [agent(20, { folder: '/data/worktree', worktree: 'branch' })]
  expect(recentFolders([...many, ...others])).toEqual(['/f8', '/f7', '/f6', '/f5', '/f4', '/f3'])
})
