import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { jsonLines, makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

vi.setConfig({ testTimeout: 180_000 })

let simulator: Simulator
let workspace: Workspace
let database: Storage
let agent: string

const run = (args: readonly string[]) => runIkigai(args, workspace.environment, workspace.directory)

beforeAll(async () => {
  simulator = await startSimulator()
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
  simulator.enqueue('openai', textAnswer('Hello.'))
  const ran = await run(['run', '--model', 'gpt-6-sol/none', '--output', 'json', 'Hi'])
  agent = String(jsonLines(ran.stdout)[0]?.['agent'])
})

afterAll(() => closeAll(database, workspace, simulator))

/** `AGENT` stands for the id of an agent with one answer. */
const COMMANDS = [
  'agents',
  'changes AGENT',
  'context AGENT',
  'log AGENT',
  'models',
  'profiles',
  'search Hello',
  'sessions',
  'size',
  'skills',
  'standing',
  'tokens',
  'tools',
  'transcript AGENT',
  'usage',
  'verify',
  'import --find',
]

describe('stdout for programs', () => {
  it.each(COMMANDS)('of ikigai %s --json is JSON, whole lines of it and nothing else', async (line) => {
    const ran = await run([...line.split(' ').map((word) => (word === 'AGENT' ? agent : word)), '--json'])
    expect(ran.code).toBe(0)
    expect(ran.stdout === '' || ran.stdout.endsWith('\n')).toBe(true)
    const lines = jsonLines(ran.stdout)
    expect(lines.filter((value) => typeof value !== 'object')).toEqual([])
  })

  it.each(['log', 'context', 'changes', 'transcript'])(
    'of ikigai %s --json is empty for an unknown agent',
    async (name) => {
      const ran = await run([name, 'ffffffff', '--json'])
      expect([ran.code, ran.stdout]).toEqual([2, ''])
      expect(ran.stderr).toContain('No agent: ffffffff')
    },
  )
})
