import { describe, expect, it } from 'vitest'

import { AgentIdentities, systemBlocks, withIdentities } from '../../../src/main/core/agents/agent-identity.ts'
import { AgentTree } from '../../../src/main/core/agents/agent-tree.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { ok } from '../../../src/shared/result.ts'
import { agentSummary } from '../../support/agent-summary.ts'
import { valueOf } from '../../support/drive-agent.ts'
import { memorySettings } from '../../support/memory-settings.ts'

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

describe('the texts of a root, a fork and a fork with a task', () => {
  const settings = memorySettings()
  const identities = () => {
    const tree = new AgentTree()
    tree.put(agentSummary({ id: 'root', name: 'The beginning' }))
    for (const id of ['plain', 'task']) tree.put(agentSummary({ id, parentId: 'root' }))
    const forks = { isDelegated: async (id: string) => ok(id === 'task') }
    return new AgentIdentities({ settings, tree, forks, folderOf: async () => ok('/work'), platform: 'Linux' })
  }
  const texts = async (id: string) => valueOf(await identities().identitiesOf(id, [], true)).map(({ text }) => text)

  it('say who it is only to the one with a task', async () => {
    const [shared = ''] = await texts('root')
    expect(shared).toMatch(/\/work.*`send parent MESSAGE`/s)
    expect(shared).not.toMatch(/id root|The beginning/)
    expect(await texts('plain')).toEqual([shared, ''])
    expect(await texts('task')).toEqual([shared, expect.stringMatching(/^\[A fork begins here.*id task/)])
  })

  it('ask all of them for longer fences around a block that contains fences', async () => {
    for (const id of ['root', 'plain', 'task']) expect((await texts(id))[0]).toContain('between longer fences')
  })

  it('stay as they were first written, in conversations of earlier versions too', async () => {
    await settings.set('agent_identity:root', 'About you: you are the agent root.')
    await settings.set('agent_identity:plain', '[A fork begins here. You are the agent plain.]')
    expect(await texts('plain')).toEqual([
      'About you: you are the agent root.',
      '[A fork begins here. You are the agent plain.]',
    ])
  })
})
