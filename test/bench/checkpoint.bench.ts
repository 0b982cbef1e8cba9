import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createWorktrees } from '../../src/main/adapters/checkpoints/create-worktrees.ts'
import { GIT_ENVIRONMENT, gitFolder } from '../support/git-folder.ts'
import { type BenchRow, median, printRows, timed } from './bench-result.ts'

/** A repository with many files: checkpoints when nothing and when 100 files changed, and an own worktree of it. */
const FILES = Number(process.env['IKIGAI_BENCH_FILES'] ?? 50_000)
const CHANGED = 100
const ROUNDS = 9
const WORKTREES = 3
const AGENT = '11111111-1111-4111-8111-111111111111'

const project = await gitFolder()
const pathOf = (index: number): string => `src/d${index % 50}/e${Math.floor(index / 50) % 10}/f${index}.ts`
for (let start = 0; start < FILES; start += 500) {
  const some = Array.from({ length: Math.min(500, FILES - start) }, (_, index) => start + index)
  await Promise.all(some.map((index) => project.write(pathOf(index), `export const n = ${index}\n`.repeat(20))))
}
await project.git('add', '--all')
await project.git('commit', '--quiet', '-m', 'files')
const checkpoints = project.checkpoints()

async function save(): Promise<void> {
  const saved = await checkpoints.save({ agentId: AGENT, folder: project.folder, touched: [] })
  if (!saved.ok) throw new Error(saved.error.message)
}

/** What users compare it with: git itself, in the same folder. */
const status = () => project.git('status', '--porcelain')

const first = await timed(save)
await save()
await status()
const unchanged: number[] = []
const statuses: number[] = []
const changed: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  statuses.push(await timed(status))
  unchanged.push(await timed(save))
  for (let index = 0; index < CHANGED; index += 1) {
    await writeFile(join(project.folder, pathOf(index * 7)), `export const changed = ${round}${index}\n`)
  }
  changed.push(await timed(save))
}
const stores = project.stores()
const worktrees = createWorktrees({ stores, dataDirectory: project.dataDirectory, environment: GIT_ENVIRONMENT })
const made: number[] = []
for (let index = 0; index < WORKTREES; index += 1) {
  const agentId = AGENT.replace(/^1/, String(index + 2))
  made.push(
    await timed(async () => {
      const created = await worktrees.create({ agentId, name: '', folder: project.folder })
      if (!created.ok) throw new Error(created.error.message)
    }),
  )
}
const small = await smallRepository()
const statusTime = median(statuses)
const rows: readonly BenchRow[] = [
  { what: `first checkpoint of ${FILES} files`, value: first, unit: 'ms' },
  { what: `git status of ${FILES} files`, value: statusTime, unit: 'ms' },
  {
    what: 'checkpoint, nothing changed',
    value: median(unchanged),
    unit: 'ms',
    goal: { under: 150 },
    ratio: median(unchanged) / statusTime,
    comparedWith: 'git status (goal: at most 1)',
  },
  { what: `checkpoint, ${CHANGED} files changed`, value: median(changed), unit: 'ms', goal: { under: 500 } },
  { what: 'git status of a small repository', value: small.status, unit: 'ms' },
  {
    what: 'checkpoints around a write there',
    value: small.around,
    unit: 'ms',
    ratio: small.around / small.status,
    comparedWith: 'git status (goal: at most 3)',
  },
  { what: `worktree of ${FILES} files`, value: median(made), unit: 'ms', goal: { under: 2000 } },
]
printRows(rows, process.argv.includes('--json'))
await stores.close()
await checkpoints.close()
await project.remove()

/** Two checkpoints and what differs between them, as around a call that writes one file. Medians, ms. */
async function smallRepository(): Promise<{ readonly status: number; readonly around: number }> {
  const folder = await gitFolder()
  for (let index = 0; index < 20; index += 1) await folder.write(`src/f${index}.ts`, `export const n = ${index}\n`)
  await folder.git('add', '--all')
  await folder.git('commit', '--quiet', '-m', 'files')
  const states = folder.checkpoints()
  const saved = async () => {
    const state = await states.save({ agentId: AGENT, folder: folder.folder, touched: [] })
    if (!state.ok) throw new Error(state.error.message)
    return state.value
  }
  await saved()
  const [alone, around]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS * 3; round += 1) {
    alone.push(await timed(() => folder.git('status', '--porcelain')))
    around.push(
      await timed(async () => {
        const before = await saved()
        await folder.write('src/f1.ts', `export const changed = ${round}\n`)
        const after = await saved()
        await states.difference(after.place, before.id, after.id)
      }),
    )
  }
  await states.close()
  await folder.remove()
  return { status: median(alone), around: median(around) }
}
