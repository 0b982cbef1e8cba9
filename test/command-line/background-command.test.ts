import { expect, it } from 'vitest'

import { backgroundCommand } from '../../src/main/command-line/background-command.ts'
import { ok, refuse } from '../../src/shared/result.ts'
import { agentSummary } from '../support/agent-summary.ts'
import { createFakeEngine } from '../support/fake-engine.ts'
import { SCRIPTED_STATUS } from '../support/scripted-engine.ts'

const AGENTS = [
  agentSummary({ id: '3f2a0000-0000-4000-8000-000000000001', name: 'site' }),
  agentSummary({ id: '7c1d0000-0000-4000-8000-000000000002', name: '' }),
]
const [SITE = '', NAMELESS = ''] = AGENTS.map(({ id }) => id)
const COMMANDS = [
  { agentId: SITE, id: 'b1', command: 'npm run dev', startedAt: Date.UTC(2026, 10, 20, 9, 5), ports: [5173, 24678] },
  { agentId: NAMELESS, id: 'b2', command: 'make\nwatch', startedAt: Date.UTC(2026, 10, 20, 9, 6) },
]

async function run(agent: string | undefined, json: boolean, listed: typeof COMMANDS | null = COMMANDS) {
  const engine = createFakeEngine({
    engine: {
      async *subscribe() {
        yield [{ type: 'snapshot', agents: AGENTS, status: SCRIPTED_STATUS }] as const
      },
    },
    agents: { background: async () => (listed === null ? refuse('It could not be read.') : ok(listed)) },
  })
  const said = { out: '', error: '' }
  const output = { out: (text: string) => void (said.out += text), error: (text: string) => void (said.error += text) }
  return { code: await backgroundCommand(engine, agent, { json, output }), ...said }
}

it('prints agent, time, ports and command of each', async () => {
  const { code, out } = await run(undefined, false)
  expect([code, ...out.trimEnd().split('\n')]).toEqual([
    0,
    'agent        id  started (UTC)     ports        command',
    '3f2a00 site  b1  2026-11-20 09:05  5173, 24678  npm run dev',
    '7c1d00       b2  2026-11-20 09:06               make watch',
  ])
})

it('prints those of one agent, and all of them as JSON', async () => {
  expect((await run('7c', false)).out).not.toContain('npm')
  const lines = (await run(undefined, true)).out.trimEnd().split('\n')
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(COMMANDS)
})

it('says what is missing', async () => {
  expect(await run(undefined, false, [])).toEqual({ code: 0, out: '', error: 'No command runs in the background.\n' })
  expect(await run(undefined, true, [])).toEqual({ code: 0, out: '', error: '' })
  expect(await run('9', false)).toMatchObject({ code: 2, error: expect.stringContaining('No agent: 9.') })
  expect(await run(undefined, false, null)).toMatchObject({ error: 'It could not be read.\n' })
})
