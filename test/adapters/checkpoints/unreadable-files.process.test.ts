import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Checkpoints, SavedFolder } from '../../../src/main/core/ports/checkpoint-ports.ts'
import { type GitFolder, GIT_ENVIRONMENT, gitFolder } from '../../support/git-folder.ts'

const AGENT = '11111111-1111-4111-8111-111111111111'
/** Bit of CAP_DAC_OVERRIDE in /proc/PID/status (capabilities(7)): such a process may read everything. */
const READS_EVERYTHING = 1n << 1n
const MAY_READ_EVERYTHING = process.getuid?.() === 0 && (effectiveRights() & READS_EVERYTHING) !== 0n
/** Processes of a save without such files, and what a search for refused files may add. */
const MAX_PROCESSES = 80

let project: GitFolder
let checkpoints: Checkpoints
let calls: string

function effectiveRights(): bigint {
  if (process.platform !== 'linux') return READS_EVERYTHING
  const found = /^CapEff:\s*([\da-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))
  return BigInt(`0x${found?.[1] ?? '0'}`)
}

beforeEach(async () => {
  project = await gitFolder()
  calls = join(project.parent, 'calls')
  const programs = join(project.parent, 'programs')
  await mkdir(programs)
  const script = `#!/bin/sh\necho "$1" >> ${calls}\nPATH=${GIT_ENVIRONMENT.PATH} exec git "$@"\n`
  await writeFile(join(programs, 'git'), script, { mode: 0o755 })
  checkpoints = project.checkpoints({ path: `${programs}:${GIT_ENVIRONMENT.PATH}` })
  await project.write('first.txt', 'first')
})
afterEach(() => project.remove())

async function save(): Promise<SavedFolder> {
  const saved = await checkpoints.save({ agentId: AGENT, folder: project.folder, touched: [] })
  if (!saved.ok) throw new Error(saved.error.message)
  return saved.value
}

const numbered = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`)

async function write(paths: readonly string[], mode = 0o644): Promise<void> {
  for (const path of paths) {
    await project.write(path, path)
    await chmod(join(project.folder, path), mode)
  }
}

/** What a second save does with new files: saved, reported as unreadable, and the number of git processes. */
async function secondSave(good: readonly string[], bad: readonly string[]) {
  const before = await save()
  await write(good)
  await write(bad, bad[0]?.startsWith('bad') === true ? 0 : 0o644)
  await writeFile(calls, '')
  const after = await save()
  const processes = (await readFile(calls, 'utf8')).trim().split('\n').length
  const difference = await checkpoints.difference(after.place, before.id, after.id)
  if (!difference.ok) throw new Error(difference.error.message)
  return {
    saved: difference.value.map(({ path }) => path).toSorted(),
    skipped: after.skipped.map(({ path, reason }) => `${path} ${reason}`).toSorted(),
    processes,
  }
}

/** Counts of readable and other files. */
const COUNTS: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 1],
  [200, 1],
  [50, 150],
  [3, 2],
  [100, 64],
  [0, 120],
]

// Root runs the tests below in a process that may not read everything.
it.runIf(MAY_READ_EVERYTHING)('run without the right of root to read every file', async () => {
  const rights = '-dac_override,-dac_read_search'
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'process', '-t', 'may not be read']
  const args = [`--inh-caps=${rights}`, `--bounding-set=${rights}`, process.execPath, ...vitest, import.meta.filename]
  const { stdout } = await promisify(execFile)('setpriv', args, { env: { ...process.env, VITEST: '' } })
  expect(stripVTControlCharacters(stdout)).toMatch(new RegExp(`Tests +${COUNTS.length} passed`))
})

describe.skipIf(MAY_READ_EVERYTHING).each(COUNTS)('%i files beside %i that may not be read', (goodCount, badCount) => {
  it('are saved, and the others reported, with a few processes', async () => {
    const good = numbered(goodCount, 'good')
    const bad = numbered(badCount, 'bad')
    const { saved, skipped, processes } = await secondSave(good, bad)
    expect(saved).toEqual(good.toSorted())
    expect(skipped).toEqual(bad.map((path) => `${path} unreadable`).toSorted())
    expect(processes).toBeLessThan(10)
  })
})

// Git lists such names as new files and refuses to add them, whoever asks.
describe.each(COUNTS.filter(([good]) => good > 0))('%i files beside %i that git refuses', (goodCount, badCount) => {
  it('are saved or reported, all of them, with a bounded number of processes', async () => {
    const good = numbered(goodCount, 'good')
    const bad = numbered(badCount, 'git~1/bad')
    const { saved, skipped, processes } = await secondSave(good, bad)
    const reported = skipped.map((text) => text.replace(' unreadable', ''))
    expect([...saved, ...reported].toSorted()).toEqual([...good, ...bad].toSorted())
    expect(saved).toEqual(good.toSorted())
    expect(processes).toBeLessThan(MAX_PROCESSES)
  })
})
