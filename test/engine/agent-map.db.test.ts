import { beforeAll, expect, it } from 'vitest'

import { mapCommand } from '../../src/main/command-line/map-command.ts'
import type { AgentMapPage } from '../../src/shared/agent-map.ts'
import { shortAgentId } from '../../src/shared/ids.ts'
import { Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const MODEL = 'claude-haiku-4-5/none'
let root: Pane
let fork: Pane
let other: Pane

const shared = engineForTests({ answerWith: () => textAnswer('Use the second lock.') })
beforeAll(async () => {
  root = await Pane.create(shared.real.engine, MODEL)
  await root.type('Which\n  lock?')
  fork = await root.fork()
  await fork.type('Think '.repeat(100))
  other = await Pane.create(shared.real.engine, MODEL)
  await other.type('Something else')
  valueOf(await shared.real.engine.comparisons.mergeBranch({ source: fork.agentId, into: root.agentId }))
  await root.until(({ view }) => view.events.at(-1)?.kind === 'merge')
})

it('says when each agent was asked, where it forked, what was merged, and what it cost', async () => {
  const { lines, olderBefore } = valueOf(await shared.real.engine.log.map({ limit: 100 }))
  expect(olderBefore).toBeNull()
  expect(lines.map(({ agentId }) => agentId)).toEqual([root.agentId, fork.agentId, other.agentId])
  const [first, second] = lines
  expect(first).toMatchObject({ parentId: null, points: [{ kind: 'prompt', text: 'Which lock?', from: [] }, {}] })
  expect(first?.points[1]).toMatchObject({ kind: 'merge', from: [fork.agentId] })
  expect(second).toMatchObject({ parentId: root.agentId, forkReason: 'fork' })
  expect(second?.points).toHaveLength(1)
  expect(second?.points[0]?.text).toMatch(/^Think Think .*…$/)
  expect(second?.points[0]?.text.length).toBeLessThanOrEqual(160)
  expect(second?.lastActivityAt).not.toBeNull()
  expect((first?.cost.usd ?? 0) + (second?.cost.usd ?? 0)).toBeCloseTo(first?.costWithBelow.usd ?? 0, 12)
})

it('gives pages, newest first, each with the agents above its points', async () => {
  const texts: string[] = []
  let beforeId: number | null = null
  do {
    const page: AgentMapPage = valueOf(
      await shared.real.engine.log.map({ limit: 1, ...(beforeId === null ? {} : { beforeId }) }),
    )
    expect(page.lines.flatMap(({ points }) => points)).toHaveLength(1)
    const ids = new Set(page.lines.map(({ agentId }) => agentId))
    for (const { parentId } of page.lines) expect(parentId === null || ids.has(parentId)).toBe(true)
    texts.push(...page.lines.flatMap(({ points }) => points.map(({ text }) => text.slice(0, 5))))
    beforeId = page.olderBefore
  } while (beforeId !== null && texts.length < 10)
  expect(texts.slice(1)).toEqual(['Somet', 'Think', 'Which'])
})

it('gives those of one agent and below it, and what is new', async () => {
  const below = valueOf(await shared.real.engine.log.map({ agentId: fork.agentId, limit: 100 }))
  expect(below.lines.flatMap(({ points }) => points.map(({ text }) => text.slice(0, 5)))).toEqual(['Think'])
  const newest = valueOf(await shared.real.engine.log.map({ afterId: other.last('user')?.id ?? 0, limit: 100 }))
  expect(newest.lines.flatMap(({ points }) => points.map(({ kind }) => kind))).toEqual(['merge'])
  const unknown = '00000000-0000-4000-8000-000000000000'
  expect(refusalOf(await shared.real.engine.log.map({ agentId: unknown, limit: 1 }))).toMatch(/No agent/)
})

it('prints the agents as a tree, or as JSON, and says that there are older ones', async () => {
  const run = async (agent: string | undefined, json: boolean, limit = 100) => {
    const said = { out: '', error: '' }
    const output = {
      out: (text: string) => void (said.out += text),
      error: (text: string) => void (said.error += text),
    }
    return { code: await mapCommand(shared.real.engine, agent, { json, limit, output }), ...said }
  }
  const { code, out, error } = await run(undefined, false)
  expect([code, error]).toEqual([0, ''])
  const [heading, ...rows] = out.trimEnd().split('\n')
  expect(heading).toMatch(/^Agent +Began \(UTC\) +Last \(UTC\) +Prompts +Merged from +Cost +With below$/)
  expect(rows.map((row) => row.trim().slice(0, 6))).toEqual(
    [root, fork, other].map(({ agentId }) => shortAgentId(agentId)),
  )
  expect(rows[1]).toMatch(/^ +/)
  expect(rows[0]).toContain(` ${shortAgentId(fork.agentId)} `)
  const lines = (await run(fork.agentId, true)).out.trimEnd().split('\n')
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { agentId: root.agentId, points: [] },
    { agentId: fork.agentId, points: [{ kind: 'prompt' }] },
  ])
  expect(await run(undefined, true, 2)).toMatchObject({ error: 'For older ones: --limit 4\n' })
  expect(await run('99999', false)).toMatchObject({ code: 2, error: expect.stringContaining('No agent: 99999') })
})
