import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
import { describe, expect, it } from 'vitest'

import { toolChoice, usableTools } from '../../../src/main/core/context/tools-for-context.ts'
import type { Tool } from '../../../src/main/core/ports/tool-ports.ts'
import { PROVIDER_NAMES, PROVIDERS, type ProviderName } from '../../../src/shared/providers.ts'
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
const chosen = (
  limit: number | null,
  tools = ALL,
  items: readonly AgentEvent[] = [],
  provider: ProviderName = 'anthropic',
) => {
  const { sent, findable } = toolChoice(items, tools, { ...DEFAULT_CONFIG, toolSearchAbove: limit }, provider)
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
    const { sent } = toolChoice([], ALL, { ...DEFAULT_CONFIG, toolSearchAbove: 100 }, 'anthropic')
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
      const usable = usableTools([], ALL, { ...DEFAULT_CONFIG, toolSearchAbove }, 'anthropic')
      expect(toolChoice([], usable, { ...DEFAULT_CONFIG, toolSearchAbove }, 'anthropic')).toEqual(
        toolChoice([], ALL, { ...DEFAULT_CONFIG, toolSearchAbove }, 'anthropic'),
      )
    }
  })

  it('are as many as the API accepts: more of them are found, whatever the setting says', () => {
    const many = [...OWN, ...Array.from({ length: 200 }, (_, index) => tool(`s__tool_${index}`, 's'))]
    for (const provider of PROVIDER_NAMES) {
      const { maxTools } = PROVIDERS[provider].tools
      const { sent, findable, leftOut } = toolChoice([], many, { ...DEFAULT_CONFIG, toolSearchAbove: null }, provider)
      expect({ provider, found: findable.length }).toEqual({ provider, found: maxTools === null ? 0 : 200 })
      expect(sent.length).toBeLessThanOrEqual(maxTools ?? many.length)
      expect(leftOut).toEqual([])
    }
  })

  it('are cut, and named, where too many can neither be sent nor found', () => {
    const many = [tool('bash'), ...Array.from({ length: 130 }, (_, index) => tool(`s__tool_${index}`, 's'))]
    const { sent, leftOut } = toolChoice([], many, { ...DEFAULT_CONFIG, toolSearchAbove: null }, 'openai')
    expect(names(sent)).toContain('bash')
    expect(sent).toHaveLength(126)
    expect(names(leftOut)).toEqual(['s__tool_125', 's__tool_126', 's__tool_127', 's__tool_128', 's__tool_129'])
    expect(toolChoice([], many, { ...DEFAULT_CONFIG, toolSearchAbove: null }, 'anthropic').leftOut).toEqual([])
  })
})
