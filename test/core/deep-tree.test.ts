import { describe, expect, it } from 'vitest'

import { agentsCommand } from '../../src/main/command-line/agents-command.ts'
import { AgentTree } from '../../src/main/core/agents/agent-tree.ts'
import { AgentContexts } from '../../src/main/core/context/agent-contexts.ts'
import { contextHolders } from '../../src/main/core/search/context-holders.ts'
import { planImport } from '../../src/main/core/transfer/plan-import.ts'
import { readRows } from '../../src/main/core/transfer/read-rows.ts'
import { agentPath, pathText, treeRows } from '../../src/renderer/store/tree-rows.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import type { AgentSummary } from '../../src/shared/agent-summary.ts'
import { budgetTokens } from '../../src/shared/budget.ts'
import { NO_TOKENS } from '../../src/shared/usage.ts'
import { subtreeTotals } from '../../src/shared/usage-totals.ts'
import { agentSummary } from '../support/agent-summary.ts'
import { createFakeEngine } from '../support/fake-engine.ts'
import { SCRIPTED_STATUS } from '../support/scripted-engine.ts'

const DEPTH = 20_000

const idAt = (level: number) => `00000000-0000-4000-8000-${String(level).padStart(12, '0')}`
const LAST = idAt(DEPTH - 1)

/** Each agent is a fork of the one before it; the root has one prompt, which all of them inherit. */
const CHAIN: readonly AgentSummary[] = Array.from({ length: DEPTH }, (_, level) =>
  agentSummary({
    id: idAt(level),
    name: `n${level}`,
    ...(level === 0 ? {} : { parentId: idAt(level - 1), forkEventId: 1 }),
    createdAt: new Date(level).toISOString(),
    usage: { ...NO_TOKENS, totalTokens: 1 },
  }),
)
const PROMPT: AgentEvent = {
  id: 1,
  sessionId: 1,
  agentId: idAt(0),
  turnId: null,
  kind: 'user',
  content: 'Hello',
  data: null,
  createdAt: '2026-11-20T12:00:00.000Z',
}

function chainTree(): AgentTree {
  const tree = new AgentTree()
  for (const agent of CHAIN) tree.put(agent)
  return tree
}

const HERE = { verified: false, sandbox: 'workspace' } as const

describe('a chain of 20,000 forks', () => {
  it('has a lineage, descendants and an outline', () => {
    const tree = chainTree()
    const outline = tree.outline(LAST).split('\n')

    expect(tree.lineage(LAST)).toHaveLength(DEPTH)
    expect([tree.beganAt(LAST), tree.beganAt('unknown')]).toEqual([new Date(0).toISOString(), null])
    expect(tree.withDescendants(idAt(0)).at(-1)?.id).toBe(LAST)
    expect([outline.length, outline.at(-1)?.trim()]).toEqual([
      DEPTH,
      '(level 20000) ● 000000 n19999 · claude-haiku-4-5/none',
    ])
  })

  it('is printed by `ikigai agents`, no line longer than a user can read', async () => {
    const lines: string[] = []
    const engine = createFakeEngine({
      engine: {
        async *subscribe() {
          yield [{ type: 'snapshot', agents: CHAIN, status: SCRIPTED_STATUS }]
        },
      },
    })
    await agentsCommand(engine, false, { out: (text) => void lines.push(text), error: () => undefined })

    expect(lines).toHaveLength(DEPTH)
    expect(lines[0]).toContain('1 tokens (20,000 with its children)')
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(150)
  })

  it('adds up its tokens', () => {
    expect(budgetTokens(CHAIN, idAt(0), 'subtree').used).toBe(DEPTH)
    expect(subtreeTotals(CHAIN).get(idAt(5_000))?.usage.totalTokens).toBe(DEPTH - 5_000)
  })

  it('is a tree in the window, and its path a line', () => {
    const rows = treeRows(CHAIN, new Set())
    const path = agentPath(new Map(CHAIN.map((agent) => [agent.id, agent])), LAST)

    expect([rows.length, rows.at(-1)?.level, rows[0]?.subtree.usage.totalTokens]).toEqual([DEPTH, DEPTH, DEPTH])
    expect(path).toHaveLength(DEPTH)
    expect(pathText(path)).toBe('n0 / n1 / n2 / n3 / … 19992 more … / n19996 / n19997 / n19998 / n19999')
  })

  it('has a context at its end', async () => {
    const tree = chainTree()
    const reads: string[] = []
    const contexts = new AgentContexts(
      {
        events: async ({ agentId }) => {
          reads.push(agentId)
          return { ok: true, value: agentId === PROMPT.agentId ? [PROMPT] : [] }
        },
      },
      (id) => tree.get(id),
    )
    const context = await contexts.contextOf(LAST)

    expect(context.ok && context.value.items).toEqual([PROMPT])
    expect(reads).toHaveLength(DEPTH)
  })

  it('is searched: the nearest 1,000 of the agents that inherit an event are named', async () => {
    const contextEdits = async () => ({ ok: true as const, value: [] })
    const found = await contextHolders([PROMPT], { log: { contextEdits }, tree: chainTree() })

    expect(found.ok && found.value.get(1)).toEqual(CHAIN.slice(0, 1_000).map(({ id }) => id))
  })

  it('is planned as an import, and an agent in it that is its own ancestor is named', async () => {
    const rows = CHAIN.map(({ id, parentId }) => JSON.stringify({ uuid: id, parent_uuid: parentId }))
    const read = await readRows(rows.toReversed())
    if (!read.ok) throw new Error(read.error.message)
    let next = 0
    const plan = planImport(read.value, { events: [], mail: [], uuid: () => `new-${(next += 1)}` }, HERE)
    const circle = await readRows(
      CHAIN.map(({ id }, at) => JSON.stringify({ uuid: id, parent_uuid: idAt(at + 1 === DEPTH ? 0 : at + 1) })),
    )
    if (!circle.ok) throw new Error(circle.error.message)
    const refused = planImport(circle.value, { events: [], mail: [], uuid: () => '' }, HERE)

    expect(plan.ok && plan.value.agents.map(({ parentId }) => parentId).slice(0, 3)).toEqual([null, 'new-1', 'new-2'])
    expect(refused.ok ? '' : refused.error.message).toContain('it is its own ancestor')
  })
})
