import { describe, expect, it } from 'vitest'

import { toolChoice, usableTools } from '../../../src/main/core/context/tools-for-context.ts'
import type { Tool } from '../../../src/main/core/ports/tool-ports.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'

const tool = (name: string, server?: string): Tool => ({
  definition: { name, description: 'Does it.', parameters: { type: 'object', properties: {} } },
  ...(server !== undefined && { server }),
  prepare: async () => ({ ok: false, message: '' }),
})

const OWN = [tool('bash'), tool('call_tool'), tool('find_tools')]
const SERVERS = Array.from({ length: 100 }, (_, index) => tool(`s${index % 2}__tool_${index}`, `s${index % 2}`))
const ALL = [...OWN, ...SERVERS]

function result(name: string, isError: boolean): AgentEvent {
  const data = { tool_call_id: 'call_1', name, is_error: isError }
  const of = { sessionId: 1, createdAt: '', agentId: 'a', turnId: 't' }
  return { ...of, id: 1, kind: 'tool_result', content: '', data }
}

const names = (tools: readonly Tool[]) => tools.map(({ definition }) => definition.name)
const chosen = (limit: number | null, tools = ALL, items: readonly AgentEvent[] = []) => {
  const { sent, findable } = toolChoice(items, tools, { toolSearchAbove: limit })
  return { sent: names(sent), findable: names(findable) }
}

describe('the tools of a request', () => {
  it('are all of them up to the limit, without those of the search', () => {
    const all = ['bash', ...names(SERVERS)]
    expect(chosen(1_000_000)).toEqual({ sent: all, findable: [] })
    expect(chosen(null)).toEqual({ sent: all, findable: [] })
    expect(chosen(0, OWN)).toEqual({ sent: ['bash'], findable: [] })
  })

  it('are those that are built in above it, and the others can be found', () => {
    expect(chosen(100)).toEqual({ sent: names(OWN), findable: names(SERVERS) })
    const { sent } = toolChoice([], ALL, { toolSearchAbove: 100 })
    expect(sent.at(-1)?.definition.description).toBe('Does it. Servers: s0, s1.')
  })

  it('stay those of the search where tools were found, whatever servers are left', () => {
    const found = [result('find_tools', false)]
    expect(chosen(1_000_000, ALL, found)).toEqual({ sent: names(OWN), findable: names(SERVERS) })
    expect(chosen(1_000_000, OWN, found)).toEqual({ sent: names(OWN), findable: [] })
    expect(chosen(1_000_000, ALL, [result('find_tools', true), result('bash', false)]).findable).toEqual([])
    // The setting is the user's own decision.
    expect(chosen(null, ALL, found).findable).toEqual([])
  })

  it('are not searched without a tool to search with', () => {
    expect(chosen(0, SERVERS)).toEqual({ sent: names(SERVERS), findable: [] })
  })

  it('give the same choice again when they are those of a turn', () => {
    for (const toolSearchAbove of [0, 1_000_000, null]) {
      const usable = usableTools([], ALL, { toolSearchAbove })
      expect(toolChoice([], usable, { toolSearchAbove })).toEqual(toolChoice([], ALL, { toolSearchAbove }))
    }
  })
})
