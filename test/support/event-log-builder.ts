import type { AgentEvent, NewEvent } from '../../src/shared/agent-event.ts'

/** Gives events the ids and times that the database would. */
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
    // The kinds and their data are put together by the callers below and by the tests, which the union can't follow.
    return row as unknown as AgentEvent
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
