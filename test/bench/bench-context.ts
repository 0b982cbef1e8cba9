import { AgentContexts } from '../../src/main/core/context/agent-contexts.ts'
import type { Engine } from '../../src/main/core/engine.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import type { AgentId } from '../../src/shared/ids.ts'
import { type BenchRow, median, timed } from './bench-result.ts'

const ROUNDS = 5
const APPENDS = 10_000

interface Point {
  readonly length: number
  readonly rows: Record<'opening' | 'fork' | 'cold' | 'append', number>
}

/**
 * What an agent's length costs: opening it, forking it, reading its context from the log, and going on by one event.
 * `ratio` compares with the shortest history: opening, forking and an appended event should stay flat.
 */
export async function benchContexts(
  engine: Engine,
  storage: Storage,
  lengths: readonly number[],
): Promise<readonly BenchRow[]> {
  // The first round pays for what the process does only once.
  await measure(engine, storage, lengths[0] ?? 10)
  const points: Point[] = []
  for (const length of lengths) points.push(await measure(engine, storage, length))
  const shortest = points[0]?.rows
  return points.flatMap(({ length, rows }) => {
    const at = `at ${length.toLocaleString('en-US')} events`
    const compared = (what: keyof Point['rows'], label: string, unit = 'ms'): BenchRow => ({
      what: `${label} ${at}`,
      value: rows[what],
      unit,
      ...(shortest !== undefined &&
        length !== lengths[0] && {
          ratio: rows[what] / shortest[what],
          comparedWith: `${label} at ${lengths[0]}`,
        }),
    })
    return [
      compared('opening', 'open a pane'),
      compared('fork', 'fork'),
      compared('append', 'append an event to a live context', 'µs'),
      { what: `replay, cold ${at}`, value: rows.cold, unit: 'ms' },
      { what: `replay, cold, per 1,000 events ${at}`, value: (rows.cold * 1000) / length, unit: 'ms' },
    ]
  })
}

async function measure(engine: Engine, storage: Storage, length: number): Promise<Point> {
  const agentId = await importHistory(engine, length)
  const agents = new Map((await valueOf(storage.store.agents())).map((agent) => [agent.id, agent]))
  const fresh = (): AgentContexts => new AgentContexts(storage.store, (id) => agents.get(id))
  const live = fresh()
  const opening = await repeated(() => firstSnapshot(engine, agentId))
  const fork = await repeated(() => engine.agents.fork({ agentId, models: [] }))
  const cold = await repeated(() => fresh().contextOf(agentId), length >= 100_000 ? 3 : ROUNDS)
  await live.contextOf(agentId)
  const tail = await valueOf(storage.store.events({ agentId, limit: 1 }))
  let id = tail[0]?.id ?? 0
  const append = await repeated(async () => {
    // Many at a time: one is too fast for the clock.
    for (let n = 0; n < APPENDS; n++) {
      id += 1
      await live.extend({
        id,
        sessionId: 1,
        agentId,
        turnId: null,
        kind: 'user',
        content: 'x',
        data: null,
        createdAt: '',
      })
    }
  })
  return { length, rows: { opening, fork, cold, append: (append * 1_000) / APPENDS } }
}

async function importHistory(engine: Engine, length: number): Promise<AgentId> {
  const imported = await engine.local.importLines(history(length))
  const [id] = imported.ok ? imported.value.agents : []
  if (id === undefined) throw new Error(imported.ok ? 'No agent' : imported.error.message)
  return id
}

/** Prompts and answers with a mark now and then. The last is an answer, so that no fork starts a turn. */
function* history(length: number): Generator<string> {
  yield JSON.stringify({ uuid: 'long', model: 'claude-haiku-4-5' })
  for (let n = length; n > 0; n--) {
    const content = `message ${n}: some words of a conversation`
    const row =
      n % 100 === 50
        ? { kind: 'mark', data: { name: `M${n}` } }
        : n % 2 === 0
          ? { kind: 'user', content }
          : { kind: 'assistant', content }
    yield JSON.stringify({ agent_uuid: 'long', ...row })
  }
}

async function firstSnapshot(engine: Engine, agentId: AgentId): Promise<void> {
  const stop = new AbortController()
  for await (const batch of engine.agents.subscribe({ agentId }, stop.signal)) {
    if (batch.length > 0) stop.abort()
  }
}

async function repeated(run: () => Promise<unknown>, rounds = ROUNDS): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await timed(run))
  return median(times)
}

async function valueOf<T>(
  result: Promise<{ ok: true; value: T } | { ok: false; error: { message: string } }>,
): Promise<T> {
  const settled = await result
  if (!settled.ok) throw new Error(settled.error.message)
  return settled.value
}
