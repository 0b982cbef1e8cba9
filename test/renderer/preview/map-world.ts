import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import type { PreviewWorld } from './preview-types.ts'
import { TREE, treeWorld } from './tree-world.ts'

/** Of the machine's time zone, so that pictures are the same everywhere. */
const at = (time: string): string => new Date(`2026-11-27T${time}:00`).toISOString()

/** By the name of an agent, or what its name begins with: from when to when, and the times of its prompts. */
const TIMES: readonly (readonly [name: string, from: string, to: string, prompts: readonly string[]])[] = [
  ['Midnight rollover', '09:50', '16:55', ['09:50', '10:20', '10:42', '11:35', '14:50', '16:30']],
  ['Find every date', '10:24', '10:52', ['10:24']],
  ['Keep the old', '16:30', '16:52', ['16:36']],
  ['Six attempts', '16:28', '16:30', []],
  ['Sonnet 5.5 · ', '16:30', '16:52', []],
  ['Which queue', '08:20', '08:58', ['08:20', '08:40', '08:58']],
  ['Sonnet 5.5', '08:58', '12:05', ['11:20']],
  ['GPT-6.1 Sol', '08:58', '09:14', []],
  ['Gemini 4 Argon', '08:58', '09:18', []],
  ['Judge', '09:22', '09:44', []],
  ['Tides from', '12:40', '13:05', ['12:40', '12:55', '13:05']],
  ['Harmonic constituents for', '13:30', '13:50', []],
  ['Harmonic constituents with', '15:20', '15:48', ['15:34']],
  ['Harmonic', '13:05', '15:20', ['13:30', '15:20']],
  ['Nightly', '06:02', '06:02', ['06:02']],
  ['Reply to', '15:55', '16:46', ['15:55', '16:20']],
  ['Privacy', '14:05', '14:42', ['14:05', '14:20']],
]

type RecordedFacts = Pick<AgentEvent, 'id' | 'sessionId' | 'agentId' | 'turnId' | 'createdAt'>

const LONG_PROMPT = 'Explain harmonic constituents to somebody who has only ever read a tide table.'

/** A day of the tree with every kind of row: prompts, forks, a race, a judge, what came back, and agents of other days. */
export function mapWorld(): PreviewWorld {
  const world = treeWorld()
  let lastId = 1_000
  const events = new Map<AgentId, AgentEvent[]>()
  const add = (agentId: AgentId, time: string, recorded: (facts: RecordedFacts) => AgentEvent): void => {
    lastId += 1
    const event = recorded({ id: lastId, sessionId: 1, agentId, turnId: null, createdAt: at(time) })
    events.set(agentId, [...(events.get(agentId) ?? []), event])
  }
  const agents = world.agents.map((agent) => {
    const times = TIMES.find(([name]) => agent.name.startsWith(name))
    if (times === undefined) return agent
    const [, from, to, prompts] = times
    for (const time of prompts) {
      const content = time === '13:30' ? LONG_PROMPT : `${agent.name}?`
      add(agent.id, time, (facts) => ({ ...facts, kind: 'user', content, data: null }))
    }
    return { ...agent, createdAt: at(from), lastActivityAt: at(to), lastMessageId: lastId }
  })
  const data = { from: TREE.subagent, mail_id: 1 }
  add(TREE.root, '11:03', (facts) => ({ ...facts, kind: 'mail', content: 'Found nine places.', data }))
  return { ...world, agents, events }
}
