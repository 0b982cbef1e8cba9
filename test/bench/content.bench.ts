import { randomBytes } from 'node:crypto'

import type { AttachmentBlock } from '../../src/shared/attachment.ts'
import type { NewEvent } from '../../src/shared/agent-event.ts'
import type { AgentId } from '../../src/shared/ids.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { samplePng } from '../support/sample-files.ts'
import { collectGarbage } from './collect-garbage.ts'
import { type BenchRow, median, printRows, timed } from './bench-result.ts'

/**
 * An agent with 200 pictures of 5 MB beside one with as many prompts of text: opening, forking, and the engine's
 * memory.
 */
const PICTURES = Number(process.env['IKIGAI_BENCH_PICTURES'] ?? 200)
const SIZE = 5_000_000
const ROUNDS = 9
const MEGABYTE = 1_000_000

const bench = await openRealEngine({}, { config: { maxAttachmentBytes: 2 * SIZE } })
const { engine, storage } = bench
const [withPictures, withText] = [await newAgent(), await newAgent()]
// What the process does only once is paid before.
for (let index = 0; index < 3; index += 1) await storePicture(-1 - index)
const before = usedMemory()
let most = before
const storing: number[] = []
for (let index = 0; index < PICTURES; index += 1) {
  storing.push(await timed(() => addPrompts(index)))
  most = Math.max(most, usedMemory())
}

for (const agentId of [withPictures, withText]) {
  await record({ agentId, turnId: null, kind: 'assistant', content: 'Seen.', data: {} })
}
type Timed = 'openText' | 'openPictures' | 'forkText' | 'forkPictures'
const times: Record<Timed, number[]> = { openText: [], openPictures: [], forkText: [], forkPictures: [] }
// In turn, so that what else the machine does slows down both.
for (let round = 0; round < ROUNDS; round += 1) {
  times.openText.push(await openTime(withText))
  times.openPictures.push(await openTime(withPictures))
  times.forkText.push(await forkTime(withText))
  times.forkPictures.push(await forkTime(withPictures))
}
most = Math.max(most, usedMemory())
const opened = median(times.openText)
const forked = median(times.forkText)
const rows: BenchRow[] = [
  { what: 'store a picture of 5 MB', value: median(storing), unit: 'ms' },
  { what: 'open an agent with prompts of text', value: opened, unit: 'ms' },
  compared('open an agent with pictures', median(times.openPictures), opened),
  { what: 'fork an agent with prompts of text', value: forked, unit: 'ms' },
  compared('fork an agent with pictures', median(times.forkPictures), forked),
  {
    what: `growth of the engine's memory with ${PICTURES} pictures`,
    value: (most - before) / MEGABYTE,
    unit: 'MB',
    goal: { under: 50 },
  },
]
printRows(rows, process.argv.includes('--json'))
await bench.close()

/** Adds a prompt with a picture to one agent and a prompt of text to the other. */
async function addPrompts(index: number): Promise<void> {
  const prompt = { turnId: null, kind: 'user', content: 'Look' } as const
  const attachments = [await storePicture(index)]
  await record({ ...prompt, agentId: withPictures, data: { attachments } })
  await record({ ...prompt, agentId: withText, data: null })
}

async function storePicture(seed: number): Promise<AttachmentBlock> {
  const bytes = Buffer.concat([samplePng(2_000, 1_500, seed), randomBytes(SIZE)])
  const pieces = Array.from({ length: Math.ceil(bytes.length / MEGABYTE) }, (_, at) =>
    bytes.subarray(at * MEGABYTE, (at + 1) * MEGABYTE),
  )
  return valueOf(await engine.local.storeFile(`picture ${seed}.png`, pieces))
}

/** What the process keeps, bytes. */
function usedMemory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function newAgent(): Promise<AgentId> {
  return valueOf(await engine.agents.create({ model: 'claude-haiku-4-5' })).id
}

async function record(event: NewEvent): Promise<void> {
  valueOf(await storage.store.commit({ events: [event] }))
}

/** The goal leaves room for noise: both read as many rows. */
function compared(what: string, value: number, text: number): BenchRow {
  return { what, value, unit: 'ms', ratio: value / text, comparedWith: 'text', goal: { under: 1.5 * text + 1 } }
}

function openTime(agentId: AgentId): Promise<number> {
  return timed(async () => (await Pane.open(engine, agentId)).close())
}

function forkTime(agentId: AgentId): Promise<number> {
  return timed(async () => valueOf(await engine.agents.fork({ agentId, models: [] })))
}
