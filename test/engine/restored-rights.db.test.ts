import { hash } from 'node:crypto'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

import { closeAll } from '../support/close-all.ts'
import { openBackupFolder } from '../../src/main/adapters/backup/backup-folder.ts'
import { createBackupStore } from '../../src/main/adapters/backup/backup-store.ts'
import { backupRowReader } from '../../src/main/adapters/storage/backup-rows.ts'
import { readBackupBranch } from '../../src/main/core/backup/backup-branch.ts'
import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import { LogExporter } from '../../src/main/core/transfer/log-exporter.ts'
import { AGENT_ATTRIBUTES } from '../../src/shared/agent-attributes.ts'
import type { AgentRecord, AgentSummary } from '../../src/shared/agent-summary.ts'
import type { ImportResult } from '../../src/shared/log-row.ts'
import type { Result } from '../../src/shared/result.ts'
import { backUp, CHEAP } from '../adapters/storage/support/backup-database.ts'
import { clientOf, temporaryDirectory } from '../adapters/storage/support/test-storage.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const MODEL = 'claude-haiku-4-5/none'
const DENY = { tool: 'bash', pattern: 'rm *', action: 'deny' } as const
const ALLOW = { tool: 'bash', pattern: 'ls', action: 'allow' } as const

function tool(name: string): Tool {
  return {
    definition: { name, description: 'Does nothing.', parameters: { type: 'object', properties: {} } },
    prepare: async () => {
      const run = async () => ({ content: `${name} ran`, isError: false })
      return { ok: true, call: { subject: name, access: 'execute', paths: [], isInFolder: true, run } }
    },
  }
}

const directory = temporaryDirectory()
let child: Pane

const shared = engineForTests(
  { answerWith: () => textAnswer('Yes.') },
  {
    tools: ['ask', 'bash', 'file_edit', 'file_read', 'grep'].map(tool),
    config: {
      profiles: {
        careful: {
          description: '',
          systemPrompt: null,
          model: null,
          tools: ['bash', 'file_read'],
          rules: [DENY, ALLOW],
          budget: null,
          sandbox: 'off',
        },
      },
    },
  },
)
beforeAll(async () => {
  child = await everyAttribute()
})

afterAll(() => closeAll(directory))

/** A fork in which every attribute differs from that of a new agent, and which was killed. */
async function everyAttribute(): Promise<Pane> {
  const { agents } = shared.real.engine
  const root = await Pane.open(
    shared.real.engine,
    valueOf(await agents.create({ profile: 'read-only', model: MODEL })).id,
  )
  for (const line of ['a', '/mark M', 'b']) await root.type(line)
  const fork = await root.fork({ mark: 'M', profile: 'careful' })
  await fork.type('c')
  await root.type(`/send ${fork.agentId} a letter`)
  const prompt = { id: crypto.randomUUID(), text: 'later', asText: false }
  valueOf(await shared.real.storage.promptQueue.add(fork.agentId, prompt))
  await fork.type('/kill')
  // Set before the end, the unread mail would begin a turn and be read by it.
  valueOf(await agents.setWakeOnMail({ agentId: fork.agentId, wakes: true }))
  return fork
}

const recordOf = async (id: string): Promise<AgentSummary> => {
  await shared.real.reopen()
  const found = (await agentsOf(shared.real.engine)).find((agent) => agent.id === id)
  if (found === undefined) throw new Error(`No agent ${id}`)
  return found
}

async function linesOf(lines: AsyncIterable<Result<string>>): Promise<readonly string[]> {
  const read: string[] = []
  for await (const line of lines) read.push(valueOf(line))
  return read
}

async function restored(verified: boolean): Promise<ImportResult> {
  const path = join(directory, crypto.randomUUID())
  const client = clientOf(shared.real.databaseUrl)
  valueOf(await backUp(client, path))
  await client.end()
  const folder = valueOf(await openBackupFolder(createBackupStore(path), null, CHEAP))
  const { agentId, tree, ...parts } = valueOf(await readBackupBranch(folder, backupRowReader, child.agentId))
  const exporter = new LogExporter(tree, { ...parts, sha256: (text) => hash('sha256', text) })
  return valueOf(await shared.real.engine.local.importLines(await linesOf(exporter.lines(agentId)), { verified }))
}

const imported = async (): Promise<ImportResult> =>
  valueOf(
    await shared.real.engine.local.importLines(await linesOf(shared.real.engine.local.exportLines(child.agentId))),
  )

const isAttribute = (name: string): name is keyof AgentRecord => AGENT_ATTRIBUTES.includes(name)
const ATTRIBUTES = AGENT_ATTRIBUTES.filter(isAttribute)

/** New ids, or left out with the reason in `AGENT_COLUMNS`. */
const OTHER: readonly string[] = ['id', 'parentId', 'forkEventId', 'forkFromId', 'queuedPrompts']

it.each([
  ['an import', imported, false],
  ['a backup that is not verified', () => restored(false), false],
  ['a verified backup', () => restored(true), true],
])('every attribute of an agent comes back from %s, but for what is listed', async (_name, bring, verified) => {
  const { agents, withheld = [] } = await bring()
  const before = await recordOf(child.agentId)
  const after = await recordOf(agents[1] ?? '')
  for (const key of ATTRIBUTES) {
    if (OTHER.includes(key)) continue
    if (!verified && (key === 'wakeOnMail' || key === 'profile')) continue
    expect([key, after[key]]).toEqual([key, before[key]])
  }
  expect(after.parentId).toBe(agents[0])
  expect([after.forkEventId, after.forkFromId].every((id) => (id ?? 0) > (before.forkEventId ?? 0))).toBe(true)
  const own = withheld.filter(({ agentId }) => agentId === after.id).map(({ right }) => right)
  expect(own).toEqual(verified ? [] : ['allowed', 'sandbox', 'wake_on_mail'])
  if (verified) return
  expect(after.wakeOnMail).toBe(false)
  expect(after.profile).toEqual({ name: 'careful', tools: ['bash', 'file_read'], rules: [DENY], sandbox: 'workspace' })
})

it('has an agent in which every attribute differs from that of a new one', async () => {
  const before = await recordOf(child.agentId)
  const fresh = await recordOf(valueOf(await shared.real.engine.agents.create({})).id)
  const same = ATTRIBUTES.filter((key) => JSON.stringify(before[key]) === JSON.stringify(fresh[key]))
  // Both are at home here.
  expect(same).toEqual(['home'])
})

const requestSchema = z.object({ tools: z.array(z.object({ name: z.string() })) })

const offered = (): readonly string[] => {
  return requestSchema.parse(shared.simulator.requests.at(-1)?.body).tools.map(({ name }) => name)
}

it.each(['read-only', 'careful', undefined])(
  'the request of an imported agent with the profile %s offers the tools of the original',
  async (profile) => {
    const made = valueOf(
      await shared.real.engine.agents.create({ model: MODEL, ...(profile !== undefined && { profile }) }),
    )
    const pane = await Pane.open(shared.real.engine, made.id)
    await pane.type('Hello')
    const before = offered()
    const lines = await linesOf(shared.real.engine.local.exportLines(made.id))
    const { agents } = valueOf(await shared.real.engine.local.importLines(lines))
    const twin = await Pane.open(shared.real.engine, agents[0] ?? '')
    await twin.type('Hello again')
    expect(offered()).toEqual(before)
    expect(before.includes('bash')).toBe(profile !== 'read-only')
  },
)

it('an agent whose stored profile cannot be read has the strictest one', async () => {
  const made = valueOf(await shared.real.engine.agents.create({ model: MODEL, profile: 'careful' }))
  const client = clientOf(shared.real.databaseUrl)
  await client`update agents set profile = '{"name":"careful","tools":"all"}' where uuid = ${made.id}`
  await client.end()
  await shared.real.reopen()
  const pane = await Pane.open(shared.real.engine, made.id)
  await pane.type('Hello')
  expect(offered()).toEqual(['ask', 'file_read', 'grep', 'slash'])
})
