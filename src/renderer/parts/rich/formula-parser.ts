import { createTimedWorker, type TimedWorker } from '../timed-worker.ts'
import type { FormulaNode, FormulaReply, FormulaRequest } from './formula-tree.ts'

/** Parses formulas in a worker and caches the results. */
interface FormulaParser {
  /** Null: it can be shown as its source only. Undefined: it is not parsed yet. */
  cached(request: FormulaRequest): FormulaNode | null | undefined
  /** Undefined: `signal` aborted before it was parsed. */
  parse(request: FormulaRequest, signal: AbortSignal): Promise<FormulaNode | null | undefined>
}

const LIMIT_MS = 2_000
const CACHE_ENTRIES = 500
/** Longer formulas are shown as their source. UTF-16 units. */
const MAX_LENGTH = 10_000
/**
 * Number of formulas that are parsed, and therefore drawn, together. One at a time would lay out the page as often as
 * it has formulas.
 */
const BATCH = 25

interface Job {
  readonly key: string
  readonly request: FormulaRequest
  readonly signals: AbortSignal[]
  readonly parsed: Promise<FormulaNode | null | undefined>
  answer(tree: FormulaNode | null | undefined): void
}

/** Formulas that are equal, or asked for while others are parsed, share a request to the worker. */
export function createFormulaParser(worker: TimedWorker<readonly FormulaRequest[], FormulaReply>): FormulaParser {
  const cache = new Map<string, FormulaNode | null>()
  const jobs = new Map<string, Job>()
  let isWorking = false

  function cached(request: FormulaRequest): FormulaNode | null | undefined {
    return request.latex.length > MAX_LENGTH ? null : cache.get(keyOf(request))
  }

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    // The other formulas of the same rendering follow in this task.
    await Promise.resolve()
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) await parseBatch(batch)
    isWorking = false
  }

  function nextBatch(): readonly Job[] {
    for (const job of jobs.values()) if (job.signals.every(({ aborted }) => aborted)) settle(job, undefined)
    return [...jobs.values()].slice(0, BATCH)
  }

  async function parseBatch(batch: readonly Job[]): Promise<void> {
    const reply = await worker.ask(batch.map(({ request }) => request))
    if (reply !== null || batch.length === 1) return batch.forEach((job, index) => settle(job, reply?.[index] ?? null))
    // One of them took too long, so each gets the time for itself.
    for (const job of batch) await parseBatch([job])
  }

  function settle(job: Job, tree: FormulaNode | null | undefined): void {
    jobs.delete(job.key)
    if (tree !== undefined) cache.set(job.key, tree)
    const oldest = cache.keys().next().value
    if (cache.size > CACHE_ENTRIES && oldest !== undefined) cache.delete(oldest)
    job.answer(tree)
  }

  return {
    cached,
    async parse(request, signal) {
      const known = cached(request)
      if (known !== undefined) return known
      const key = keyOf(request)
      const job = jobs.get(key) ?? createJob(key, request)
      job.signals.push(signal)
      jobs.set(key, job)
      void work()
      const tree = await job.parsed
      return signal.aborted ? undefined : tree
    },
  }
}

function createJob(key: string, request: FormulaRequest): Job {
  const { promise, resolve } = Promise.withResolvers<FormulaNode | null | undefined>()
  return { key, request, signals: [], parsed: promise, answer: resolve }
}

function keyOf({ latex, display }: FormulaRequest): string {
  return `${display ? 'block' : 'line'}\n${latex}`
}

/** The parser shared by the whole window; its worker starts with the first formula. */
export const windowFormulaParser = createFormulaParser(
  createTimedWorker(
    () => new Worker(new URL('./formula-worker.ts', import.meta.url), { type: 'module', name: 'math' }),
    LIMIT_MS,
  ),
)
