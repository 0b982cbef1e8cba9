import { describe, expect, it } from 'vitest'

import { systemBlocks, withIdentities } from '../../../src/main/core/agents/agent-identity.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'

const event = (id: number, agentId: string): AgentEvent => ({
  id,
  sessionId: 1,
  agentId,
  turnId: null,
  kind: 'user',
  content: `${agentId} ${id}`,
  data: null,
  createdAt: '2026-01-01T00:00:00.000Z',
})
const about = (agentId: string) => ({ agentId, text: `about ${agentId}` })
const contents = (items: readonly AgentEvent[]): readonly (string | null)[] => items.map(({ content }) => content)

describe('what an agent is told about itself', () => {
  it('stands behind the system prompt for the root, also in its forks, and nowhere else', () => {
    expect(systemBlocks('Be brief.', [about('root'), about('child')])).toEqual(['Be brief.', 'about root'])
    expect(systemBlocks(null, [{ agentId: 'root', text: '' }])).toEqual([])
    const items = [event(1, 'root'), event(2, 'root')]
    expect(withIdentities(items, [about('root')])).toBe(items)
  })

  it('stands where a fork begins, so that the request begins as that of its parent', () => {
    const inherited = [event(1, 'root'), event(2, 'root')]
    const identities = [about('root'), about('child')]
    expect(contents(withIdentities(inherited, identities))).toEqual(['root 1', 'root 2', 'about child'])
    const child = withIdentities([...inherited, event(5, 'child')], identities)
    expect(contents(child)).toEqual(['root 1', 'root 2', 'about child', 'child 5'])
    const grandchild = withIdentities(
      [...inherited, event(5, 'child'), event(9, 'third')],
      [...identities, about('third')],
    )
    expect(contents(grandchild)).toEqual([...contents(child), 'about third', 'third 9'])
  })

  it('stays at the beginning of a context that was cleared, without the notes of those above', () => {
    const identities = [about('root'), about('child'), about('third')]
    expect(contents(withIdentities([event(9, 'third')], identities))).toEqual(['about third', 'third 9'])
    expect(contents(withIdentities([], identities))).toEqual(['about third'])
  })
})
