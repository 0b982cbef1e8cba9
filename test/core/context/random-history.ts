import fc from 'fast-check'

import { AgentContexts } from '../../../src/main/core/context/agent-contexts.ts'
import { summaryRange } from '../../../src/main/core/context/summary-range.ts'
import type { EventRange, Store } from '../../../src/main/core/ports/log-ports.ts'
import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import type { AgentRecord } from '../../../src/shared/agent-summary.ts'
import { agentRecord } from '../../support/agent-summary.ts'
import { untyped } from '../../support/untyped.ts'

/** One random step; the numbers choose among what is there. */
export const step = fc.record({
  act: fc.constantFrom(
    'user',
    'assistant',
    'user',
    'assistant',
    'mark',
    'clear',
    'rewind',
    'discard',
    'undo',
    'summary',
    'system',
    'noise',
    'fork',
    'fork at',
    'fork mark',
  ),
  agent: fc.nat(),
  pick: fc.nat(),
})
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** A log in memory with the contexts that live on it, as the engine keeps them. */
export class RandomHistory {
  readonly log: AgentEvent[] = []
  readonly agents = new Map<string, AgentRecord>()
  readonly live: AgentContexts

  constructor() {
    this.live = this.contexts()
    this.newAgent(null, null, null)
  }

  contexts(): AgentContexts {
    const events = ({ agentId, afterId = 0, upToId = Number.MAX_SAFE_INTEGER, limit }: EventRange) => {
      const range = this.log.filter((event) => event.agentId === agentId && event.id > afterId && event.id <= upToId)
      return Promise.resolve({ ok: true as const, value: limit === undefined ? range : range.slice(-limit) })
    }
    const store: Pick<Store, 'events'> = { events }
    return new AgentContexts(store, (id) => this.agents.get(id))
  }

  newAgent(parentId: string | null, forkEventId: number | null, forkFromId: number | null): void {
    const id = `agent ${this.agents.size}`
    this.agents.set(id, agentRecord({ id, parentId, forkEventId, forkFromId }))
  }

  async record(agentId: string, event: Pick<NewEvent, 'kind' | 'content' | 'data'>): Promise<void> {
    const id = this.log.length + 1
    // The union of the kinds can't follow data that is chosen at run time.
    const row = untyped<AgentEvent>({ ...event, agentId, turnId: null, id, sessionId: 1, createdAt: '' })
    this.log.push(row)
    await this.live.extend(row)
  }

  async take({ act, agent, pick }: Step): Promise<void> {
    const id = `agent ${agent % this.agents.size}`
    const found = await this.live.contextOf(id)
    if (!found.ok) throw new Error(found.error.message)
    const context = found.value
    const marks = [...context.marks]
    const mark = marks[pick % Math.max(1, marks.length)]
    const rewind = (data: { target_id: number; undoes?: number; mark?: string }) =>
      this.record(id, { kind: 'rewind', content: null, data })
    switch (act) {
      case 'user':
        return this.record(id, { kind: act, content: `words ${pick}`, data: null })
      case 'assistant':
        return this.record(id, { kind: act, content: `words ${pick}`, data: {} })
      case 'system':
        return this.record(id, { kind: act, content: `be ${pick}`, data: null })
      case 'clear':
        return this.record(id, { kind: act, content: null, data: null })
      case 'noise':
        return this.record(id, { kind: 'command', content: '/help', data: { answer: '', ok: true } })
      case 'mark':
        return this.record(id, { kind: act, content: null, data: { name: `M${pick % 4}` } })
      case 'rewind':
        return mark === undefined ? undefined : rewind({ mark: mark[0], target_id: mark[1] })
      case 'discard': {
        const last = context.items.at(-1)
        return last === undefined || last.kind === 'summary' ? undefined : rewind({ target_id: last.id })
      }
      case 'undo':
        return context.lastEdit === null
          ? undefined
          : rewind({ target_id: context.lastEdit.id, undoes: context.lastEdit.id })
      case 'summary': {
        const range = summaryRange(context.items, pick % 2 === 0 ? 0 : (mark?.[1] ?? 0))
        if (range === null) return undefined
        const data = { from_id: range.fromId, to_id: range.toId, messages: range.items.length }
        return this.record(id, { kind: act, content: `summary ${pick}`, data })
      }
      case 'fork':
        return this.newAgent(id, context.lastId, null)
      case 'fork at':
        return this.newAgent(id, pick % (context.lastId + 1), null)
      case 'fork mark':
        return mark === undefined ? undefined : this.newAgent(id, context.lastId, mark[1])
    }
  }
}
