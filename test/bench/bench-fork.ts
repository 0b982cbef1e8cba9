import type { Engine } from '../../src/main/core/engine.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import type { NewEvent } from '../../src/shared/agent-event.ts'
import type { AgentId } from '../../src/shared/ids.ts'
import { type BenchRow, median, timed } from './bench-result.ts'

const LENGTHS = [10, 1_000, 100_000]
const FORKS = 21
const BATCH = 5_000

/** Time of a fork by click, from the call to the child in the tree, at several lengths of the parent's history. */
export async function benchForks(engine: Engine, storage: Storage): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = []
  for (const length of LENGTHS) {
    const agentId = await makeAgent(engine)
    await fill(storage, agentId, length)
    const first = await timed(() => fork(engine, agentId))
    const times: number[] = []
    for (let round = 0; round < FORKS; round++) times.push(await timed(() => fork(engine, agentId)))
    const what = `fork at ${length.toLocaleString('en-US')} messages`
    const baseline = rows[0]?.value
    rows.push({
      what,
      value: median(times),
      unit: 'ms',
      ...(baseline !== undefined && { ratio: median(times) / baseline, comparedWith: 'fork at 10' }),
    })
    rows.push({ what: `${what}, first one after opening`, value: first, unit: 'ms' })
  }
  return rows
}

async function makeAgent(engine: Engine): Promise<AgentId> {
  const agent = await engine.agents.create({ model: 'claude-haiku-4-5' })
  if (!agent.ok) throw new Error(agent.error.message)
  return agent.value.id
}

async function fork(engine: Engine, agentId: AgentId): Promise<void> {
  const forked = await engine.agents.fork({ agentId, models: [] })
  if (!forked.ok) throw new Error(forked.error.message)
}

/** Pairs of prompt and answer, straight into the log; the last is an answer, so that no fork starts a turn. */
async function fill(storage: Storage, agentId: AgentId, length: number): Promise<void> {
  for (let done = 0; done < length; done += BATCH) {
    const events = Array.from({ length: Math.min(BATCH, length - done) }, (_, index): NewEvent => {
      const base = { agentId, turnId: null, content: `message ${done + index}: some words of a conversation` }
      return index % 2 === 0 ? { ...base, kind: 'user', data: null } : { ...base, kind: 'assistant', data: {} }
    })
    const recorded = await storage.store.commit({ events })
    if (!recorded.ok) throw new Error(recorded.error.message)
  }
}
