import type { AgentEvent, NewEvent } from '../../src/shared/agent-event.ts'
import { untyped } from './untyped.ts'

/** Assigns ids and times to events, as the database would. */
export function eventLog(agentId = 'a'): {
  add(event: Pick<NewEvent, 'kind'> & Partial<Pick<NewEvent, 'content' | 'data' | 'turnId'>>): AgentEvent
  user(content: string): AgentEvent
  assistant(content: string): AgentEvent
  mark(name: string): AgentEvent
  rewind(targetId: number, mark?: string): AgentEvent
  clear(): AgentEvent
} {
  let lastId = 0
  const add = (event: Pick<NewEvent, 'kind'> & Partial<Pick<NewEvent, 'content' | 'data' | 'turnId'>>): AgentEvent => {
    lastId += 1
    const row = { agentId, turnId: null, content: null, data: null, ...event, id: lastId, sessionId: 1, createdAt: '' }
    // The callers pass matching kinds and data, which the type of the union cannot express.
    return untyped<AgentEvent>(row)
  }
  return {
    add,
    user: (content) => add({ kind: 'user', content }),
    assistant: (content) => add({ kind: 'assistant', content, data: {} }),
    mark: (name) => add({ kind: 'mark', data: { name } }),
    rewind: (targetId, mark) =>
      add({ kind: 'rewind', data: { target_id: targetId, ...(mark === undefined ? {} : { mark }) } }),
    clear: () => add({ kind: 'clear' }),
  }
}
