import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { TestCommand } from '../../src/main/core/ports/test-command-ports.ts'
import { keyAtHome } from '../../src/shared/home-settings.ts'
import type { AgentId } from '../../src/shared/ids.ts'
import { DEFAULT_PLAN } from '../../src/shared/race.ts'
import { ok } from '../../src/shared/result.ts'
import { clientOf } from '../adapters/storage/support/test-storage.ts'
import { valueOf } from '../support/drive-agent.ts'
import { type GitFolder, gitFolder } from '../support/git-folder.ts'
import { openRealEngine, ownKey, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const MODEL = 'claude-haiku-4-5/none'
const EVIL = 'touch /planted'

let simulator: Simulator
let real: RealEngine
let git: GitFolder
/** The test commands that were to run, and whether they could have run without a sandbox. */
let ran: Pick<TestCommand, 'command' | 'unconfined'>[]

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('Done.') })
  const testCommands = {
    problem: async () => ok(null),
    run: async ({ command, unconfined }: TestCommand) => {
      ran.push({ command, unconfined })
      return ok({ output: '', isWhole: true, exitCode: 0, note: null, durationMs: 1 })
    },
  }
  real = await openRealEngine(simulator.environment(), {
    wrapPorts: (ports) => ({ ...ports, testCommands: () => testCommands }),
  })
})
afterAll(() => closeAll(real, simulator))

beforeEach(async () => {
  ran = []
  git = await gitFolder()
  await git.write('a.txt', 'a')
  await git.git('add', '.')
  await git.git('commit', '--quiet', '-m', 'a')
})
afterEach(() => git.remove())

async function sql(text: string, values: readonly string[]): Promise<void> {
  const client = clientOf(real.databaseUrl)
  await client.unsafe(text, [...values])
  await client.end()
}

/** Another program writes an event of a race or an evaluation. */
const forge = (agentId: AgentId, kind: string, data: unknown): Promise<void> =>
  sql(
    `insert into messages (session_id, agent_uuid, kind, data) select max(id), $1, $2, $3::text::json from sessions`,
    [agentId, kind, JSON.stringify(data)],
  )

const setting = (key: string, value: unknown): Promise<void> =>
  sql('insert into settings (key, value) values ($1, $2::text::json)', [key, JSON.stringify(value)])

/** A race that has not begun to run. */
async function race(unconfined: boolean): Promise<AgentId> {
  const plan = { ...DEFAULT_PLAN, task: 'Mend it', test: 'npm test', retries: 0, unconfined, go_on: 'always' } as const
  const { local } = real.engine
  const agent = valueOf(await local.createAgent({ folder: git.folder, model: MODEL, name: 'Race' }))
  const request = { agentId: agent.id, isNew: true, models: [MODEL], attempts: 1, plan, allowsEdits: true }
  return valueOf(await local.races.create(request))
}

async function resumed(raceId: AgentId): Promise<void> {
  await real.reopen()
  await real.engine.local.races.run(raceId)
}

const wide = { ...DEFAULT_PLAN, task: 'Mend it', test: EVIL, retries: 0, unconfined: true }

/** What another program does to a race that a user began, before the user goes on with it. */
const FORMS: readonly (readonly [string, boolean, (raceId: AgentId) => Promise<void>])[] = [
  ['with a second beginning', false, (id) => forge(id, 'race', { step: 'begun', plan: wide, attempts: [] })],
  [
    'with a second beginning, allowed before',
    true,
    (id) => forge(id, 'race', { step: 'begun', plan: wide, attempts: [] }),
  ],
  [
    'with two more beginnings',
    false,
    async (id) => {
      for (const attempts of [[], [id]]) await forge(id, 'race', { step: 'begun', plan: wide, attempts })
    },
  ],
  ['with a plan in another step', false, (id) => forge(id, 'race', { step: 'resumed', plan: wide })],
  ['allowed without a home', false, (id) => setting(`unconfined_run:${id}`, true)],
  ['allowed at another home', false, (id) => setting(keyAtHome(`unconfined_run:${id}`, randomUUID()), true)],
  ['allowed by a word', false, (id) => setting(ownKey(real, `unconfined_run:${id}`), 'yes')],
  ['allowed for another race', false, () => setting(ownKey(real, `unconfined_run:${randomUUID()}`), true)],
  [
    'whose permission did not come along',
    true,
    (id) => sql('delete from settings where key = $1', [ownKey(real, `unconfined_run:${id}`)]),
  ],
  [
    'whose permission is that of another home now',
    true,
    (id) =>
      sql('update settings set key = $2 where key = $1', [
        ownKey(real, `unconfined_run:${id}`),
        keyAtHome(`unconfined_run:${id}`, randomUUID()),
      ]),
  ],
]

/** The run before any request, and that of the answer. */
const testedTwice = (unconfined: boolean) => Array.from({ length: 2 }, () => ({ command: 'npm test', unconfined }))

describe('a race', () => {
  it.each(FORMS)('%s runs only what the user has named, and where the user has said', async (_name, allowed, alter) => {
    const raceId = await race(allowed)
    await alter(raceId)
    await resumed(raceId)
    const stays = allowed && _name.startsWith('with a second')
    expect(ran).toEqual(testedTwice(stays))
  })

  it('runs its test without a sandbox where the user has allowed it, also after a restart', async () => {
    await resumed(await race(true))
    expect(ran).toEqual(testedTwice(true))
  })
})

describe('an evaluation', () => {
  const begun = async (unconfined: boolean) => {
    const file = join(git.parent, `${randomUUID()}.json`)
    const tasks = [{ name: 'one', prompt: 'Do it', folder: git.folder, commit: 'HEAD', checks: [{ test: 'npm test' }] }]
    await writeFile(file, JSON.stringify({ name: 'tasks', tasks }))
    const settings = { repeat: 1, atOnce: 1, maxUsd: 1, unconfined, goOn: 'always', isNew: true } as const
    const opened = valueOf(await real.engine.local.evaluations.open({ file, models: [MODEL], ...settings }))
    const settingsOfRun = { at_once: 1, max_usd: 1, unconfined: true, go_on: 'always' }
    await forge(opened.evaluationId, 'evaluation', {
      step: 'run',
      tasks: ['one'],
      models: [MODEL],
      repeat: 1,
      ...settingsOfRun,
    })
    await real.reopen()
    valueOf(await real.engine.evaluations.resume({ evaluationId: opened.evaluationId }))
    await expect.poll(() => ran.length, { timeout: 20_000 }).toBe(2)
    return ran
  }

  it.each([false, true])('goes on without a sandbox only if a user here has allowed it: %s', async (allowed) => {
    expect(await begun(allowed)).toEqual(testedTwice(allowed))
  })
})
