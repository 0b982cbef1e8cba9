import { expect, it } from 'vitest'

import { previewText, redactCommand, redactionReport } from '../../src/main/command-line/redact-command.ts'
import { ok, refuse } from '../../src/shared/result.ts'
import { agentSummary } from '../support/agent-summary.ts'
import { createFakeEngine } from '../support/fake-engine.ts'
import { SCRIPTED_STATUS } from '../support/scripted-engine.ts'

const AGENT = agentSummary({ id: '3f2a0000-0000-4000-8000-000000000001', name: 'notes' })
const PREVIEW = { events: 3, files: 1, mail: 2, queuedPrompts: 0, hasDraft: true, heirs: 1 }
const REPORT = { events: 3, files: 1, mail: 2, keptOutputs: [], onDisk: null, backupFolder: null }

interface Situation {
  readonly event?: string
  readonly yes?: boolean
  readonly reason?: string
  /** What is typed; null: there is no terminal. */
  readonly typed?: readonly string[] | null
}

/** Runs the command for one agent; `asked` is what the engine was told to redact. */
async function run({ event, typed = null, ...wishes }: Situation) {
  const asked: unknown[] = []
  const engine = createFakeEngine({
    engine: {
      async *subscribe() {
        yield [{ type: 'snapshot', agents: [AGENT], status: SCRIPTED_STATUS }] as const
      },
    },
    redaction: {
      preview: async ({ eventId }) => (eventId === 404 ? refuse('There is nothing to redact.') : ok(PREVIEW)),
      run: async (input) => (asked.push(input), ok(REPORT)),
    },
  })
  let error = ''
  const output = { out: () => undefined, error: (text: string) => void (error += text) }
  const lines = typed?.values()
  const ask = lines === undefined ? null : async () => lines.next().value ?? null
  const code = await redactCommand(engine, ['3f2a', event], wishes, { output, ask })
  return { code, asked, error }
}

it('asks twice, and takes nothing but yes and then the name of the agent or the word', async () => {
  for (const word of ['redact', '3f2a00', 'notes']) {
    expect((await run({ typed: ['yes', word] })).asked).toEqual([{ agentId: AGENT.id }])
  }
  for (const typed of [
    [],
    ['yes'],
    ['y', 'redact'],
    ['redact', 'redact'],
    ['yes', ''],
    ['yes', 'yes'],
    ['yes', '3f2b'],
  ]) {
    expect(await run({ typed })).toMatchObject({ code: 130, asked: [] })
  }
})

it('without a terminal needs --yes', async () => {
  expect(await run({})).toMatchObject({ code: 2, asked: [] })
  expect((await run({ yes: true, event: '12', reason: 'a key' })).asked).toEqual([
    { agentId: AGENT.id, eventId: 12, reason: 'a key' },
  ])
})

it('says what is lost before it asks, and what is not possible', async () => {
  expect((await run({ typed: [] })).error).toContain(
    'This removes the whole content of agent 3f2a00 (notes): 3 messages, 1 attached file, the text of 2 mails, the unsent text in the prompt box.',
  )
  expect(previewText({ agent: AGENT, eventId: 12 }, PREVIEW)).toContain('removes message 12 of')
  expect(await run({ event: '404', yes: true })).toMatchObject({ code: 1, asked: [] })
  for (const event of ['x', '0', '-1', '1.5'])
    expect(await run({ event, yes: true })).toMatchObject({ code: 2, asked: [] })
})

it('names the backup and the files that still contain it', () => {
  const text = redactionReport({ ...REPORT, backupFolder: '/b', keptOutputs: ['/o/1.txt'] })
  expect(text).toContain('The scheduled backup in /b contains it')
  expect(text).toContain('/o/1.txt could not be deleted')
})
