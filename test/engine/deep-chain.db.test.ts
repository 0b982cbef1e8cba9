import { afterAll, beforeAll, expect, it } from 'vitest'

import type { AgentId } from '../../src/shared/ids.ts'
import { agentsCommand } from '../../src/main/command-line/agents-command.ts'
import { valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'

const DEPTH = 20_000

let real: RealEngine
let ids: readonly AgentId[]

/** A root with one prompt, and forks of forks of it. */
function* chainFile(): Generator<string> {
  yield '{"id":1,"agent_uuid":"a0","kind":"user","content":"A word that only the root has: marzipan"}'
  for (let level = 0; level < DEPTH; level += 1)
    yield JSON.stringify({
      uuid: `a${level}`,
      ...(level > 0 && { parent_uuid: `a${level - 1}`, fork_message_id: 1 }),
      created_at: new Date(level).toISOString(),
    })
}

beforeAll(async () => {
  real = await openRealEngine({})
  ids = valueOf(await real.engine.local.importLines(chainFile())).agents
})

afterAll(() => real.close())

const at = (level: number): AgentId => ids.at(level) ?? ''

it('a chain of 20,000 forks is listed after a restart', async () => {
  await real.reopen()
  let lines = 0
  const count = (text: string) => void (lines += text.split('\n').length - 1)

  expect(await agentsCommand(real.engine, false, { out: count, error: count })).toBe(0)
  expect(lines).toBe(DEPTH)
})

it('its last agent knows what it inherited from the first', async () => {
  const history = valueOf(
    await real.engine.agents.history({ agentId: at(-1), beforeId: Number.MAX_SAFE_INTEGER, limit: 10 }),
  )
  const context = valueOf(await real.engine.agents.context({ agentId: at(-1) }))

  expect(history.events.map(({ content }) => content)).toEqual(['A word that only the root has: marzipan'])
  expect(JSON.stringify(context)).toContain('marzipan')
})

it('is found, forked and exported whole', async () => {
  const { hits } = valueOf(await real.engine.log.search({ text: 'marzipan', limit: 10 }))
  const children = valueOf(await real.engine.agents.fork({ agentId: at(-1), models: [] }))
  let agents = 0
  for await (const line of real.engine.local.exportLines(at(5_000)))
    if (valueOf(line).includes('"type":"agent"')) agents += 1

  expect([hits.length, hits[0]?.inContextOf.length, children[0]?.parentId]).toEqual([1, 1_000, at(-1)])
  expect(agents).toBe(DEPTH + 1)
})

it('is killed near its end, with all below', async () => {
  const killed = valueOf(await real.engine.agents.submit({ agentId: at(-1_000), text: '/kill' }))

  expect(killed.answers.join(' ')).toContain('Killed 1001 agents')
})
