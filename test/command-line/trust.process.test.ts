import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { keepDatabaseUp } from '../support/keep-database-up.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { jsonLines, makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

/** Each test starts several processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 180_000 })

const MODEL = ['--model', 'claude-haiku-4-5/none'] as const

let simulator: Simulator
let workspace: Workspace
let database: Storage
let folder: string

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer('Yes.') })
  workspace = await makeWorkspace(simulator.environment())
  database = await keepDatabaseUp(workspace)
  await mkdir(join(workspace.directory, "it's", '.git'), { recursive: true })
  folder = await realpath(join(workspace.directory, "it's"))
  await writeFile(join(folder, 'AGENTS.md'), 'Use tabs.\n@style.md\n')
  await writeFile(join(folder, 'style.md'), 'Short lines.')
})

afterAll(() => closeAll(database, workspace, simulator))

const ikigai = (...args: readonly string[]) => runIkigai(args, workspace.environment, folder)
const sent = (): string => JSON.stringify(simulator.requests.at(-1)?.body)

it('a run in a folder that is not trusted loads nothing, and says what was found and how to trust it', async () => {
  const run = await ikigai('run', ...MODEL, 'Hello')
  expect([run.code, run.stdout]).toEqual([0, 'Yes.\n'])
  expect(run.stderr).toContain('This folder is not trusted')
  expect(run.stderr).toContain(`Found in ${folder}: AGENTS.md (20 bytes)`)
  expect(run.stderr).toContain(`ikigai trust '${folder.replace("'", `'\\''`)}'`)
  expect(sent()).not.toContain('Use tabs.')
})

it('--trust loads the files and is remembered; --no-instructions switches them off', async () => {
  const run = await ikigai('run', ...MODEL, '--json', '--trust', 'Hello')
  expect([run.code, run.stderr]).toEqual([0, ''])
  expect(sent()).toContain('Use tabs.')
  const events = jsonLines(run.stdout).filter((line) => JSON.stringify(line).includes('"kind":"instructions"'))
  expect(events).toHaveLength(2)
  expect(JSON.stringify(events[1])).toContain(`"imported_by":"${join(folder, 'AGENTS.md')}"`)
  await ikigai('run', ...MODEL, 'Hello')
  expect(sent()).toContain('Short lines.')
  await ikigai('run', ...MODEL, '--no-instructions', 'Hello')
  expect(sent()).not.toContain('Use tabs.')
})

it('ikigai trust shows, changes and removes decisions', async () => {
  expect((await ikigai('trust', '--refuse')).stdout).toBe(`Not trusted: ${folder}\n`)
  expect((await ikigai('trust', '--list')).stdout).toBe(`refused  ${folder}\n`)
  expect((await ikigai('run', ...MODEL, 'Hello')).stderr).toContain('not trusted')
  expect((await ikigai('trust', '--forget')).stdout).toBe(`Undecided again: ${folder}\n`)
  expect((await ikigai('trust', '--list')).stdout).toBe('')
  await mkdir(join(folder, 'deep'))
  expect((await ikigai('trust', 'deep')).stdout).toBe(`Trusted: ${folder}\n`)
  const wrong = await ikigai('trust', '--list', '--forget')
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    '--refuse, --forget and --list cannot be combined. Use one of them.\n',
  ])
  const missing = await ikigai('trust', 'nowhere')
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('there is no such folder')])
})

it('ikigai run sends the prompt of a template, and refuses that of a project that is not trusted', async () => {
  await mkdir(join(folder, '.claude', 'commands'), { recursive: true })
  await writeFile(join(folder, '.claude', 'commands', 'tidy.md'), 'Tidy $ARGUMENTS now.\n/kill\n')
  await ikigai('trust', '--refuse')
  const refused = await ikigai('run', ...MODEL, '/tidy src')
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('its project is not trusted')])
  const run = await ikigai('run', ...MODEL, '--trust', '/tidy src')
  expect([run.code, run.stdout]).toEqual([0, 'Yes.\n'])
  expect(sent()).toContain('Tidy src now.\\n/kill')
})

it('ikigai skills switches a skill, lists all, and says why one is not used', async () => {
  const skills = join(folder, '.agents', 'skills')
  const path = (name: string): string => join(skills, name, 'SKILL.md')
  for (const name of ['broken', 'pdf']) await mkdir(join(skills, name), { recursive: true })
  await writeFile(path('broken'), 'Just text')
  await writeFile(path('pdf'), '---\nname: pdf\ndescription: Reads \u{9b}31mPDF.\n---\nUse the script.\n')
  await ikigai('trust')
  expect((await ikigai('skills', '--off', 'pdf')).stdout).toBe(`Off: pdf, ${path('pdf')}\n`)
  const manifest = { $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json', name: 'tools' }
  const plugin = join(folder, '.agents', 'plugins', 'tools', 'plugin.json')
  await mkdir(join(plugin, '..'), { recursive: true })
  await writeFile(plugin, JSON.stringify(manifest))
  const listed = `on  plugin tools    ${plugin}\n`
  const broken = `refused  broken  SKILL.md has no description  ${path('broken')}\n`
  expect((await ikigai('skills')).stdout).toBe(`${broken}off  pdf  Reads \u{9b}31mPDF.  ${path('pdf')}\n${listed}`)
  expect((await ikigai('skills', '--show', 'tools')).stdout).toBe(`${JSON.stringify(manifest)}\n`)
})
