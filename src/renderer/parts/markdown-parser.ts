import type { MarkdownTree } from './markdown-tree.ts'
import { cutLargeTable } from './rich/large-table.ts'
import { addUndrawnRows } from './rich/table-cells.ts'
import { createTimedWorker, type TimedWorker } from './timed-worker.ts'

/** `tree` is null if the text is too large to be rendered, or its parser failed. */
export interface MarkdownReply {
  readonly tree: MarkdownTree | null
}

/** Parses Markdown in a worker and caches the results. */
interface MarkdownParser {
  /** Undefined: not parsed yet. Null: it can be shown as plain text only. */
  cached(source: string): MarkdownTree | null | undefined
  /** Undefined: `signal` aborted before it was parsed. */
  parse(source: string, signal: AbortSignal): Promise<MarkdownTree | null | undefined>
}

const LIMIT_MS = 2_000
const CACHE_ENTRIES = 100

export function createMarkdownParser(worker: TimedWorker<string, MarkdownReply>): MarkdownParser {
  const cache = new Map<string, MarkdownTree | null>()

  /** Parses the first rows of a table that is too large as a whole; null: it is none. */
  async function tableOf(source: string, signal: AbortSignal): Promise<MarkdownTree | null> {
    const cut = cutLargeTable(source)
    const tree = cut === null ? null : ((await worker.ask(cut.source, signal))?.tree ?? null)
    if (cut !== null && tree !== null) addUndrawnRows(tree, cut.rest)
    return tree
  }

  return {
    cached: (source) => cache.get(source),
    async parse(source, signal) {
      const known = cache.get(source)
      if (known !== undefined) return known
      const whole = (await worker.ask(source, signal))?.tree ?? null
      const tree = whole === null && !signal.aborted ? await tableOf(source, signal) : whole
      if (tree === null && signal.aborted) return undefined
      cache.set(source, tree)
      const oldest = cache.keys().next().value
      if (cache.size > CACHE_ENTRIES && oldest !== undefined) cache.delete(oldest)
      return tree
    },
  }
}

/** The parser shared by the whole window; its worker starts with the first text that is slow to parse. */
export const windowMarkdownParser = createMarkdownParser(
  createTimedWorker(
    () => new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module', name: 'markdown' }),
    LIMIT_MS,
  ),
)
