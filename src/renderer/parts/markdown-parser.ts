import { createTimedWorker, type TimedWorker } from './timed-worker.ts'

/** What a parser makes of Markdown before it is drawn: the root of a tree of HTML. */
export interface MarkdownTree {
  readonly type: 'root'
  readonly children: readonly object[]
}

/** Null: the text is too large to be drawn, or its parser failed. */
export interface MarkdownReply {
  readonly tree: MarkdownTree | null
}

/** Parses Markdown away from the page, and remembers what it parsed. */
export interface MarkdownParser {
  /** Undefined: not parsed yet. Null: it can only be shown as plain text. */
  cached(source: string): MarkdownTree | null | undefined
  /** Undefined: `signal` aborted before it was parsed. */
  parse(source: string, signal: AbortSignal): Promise<MarkdownTree | null | undefined>
}

const LIMIT_MS = 2_000
const CACHE_ENTRIES = 100

export function createMarkdownParser(worker: TimedWorker<string, MarkdownReply>): MarkdownParser {
  const cache = new Map<string, MarkdownTree | null>()
  return {
    cached: (source) => cache.get(source),
    async parse(source, signal) {
      const known = cache.get(source)
      if (known !== undefined) return known
      const tree = (await worker.ask(source, signal))?.tree ?? null
      if (tree === null && signal.aborted) return undefined
      cache.set(source, tree)
      const oldest = cache.keys().next().value
      if (cache.size > CACHE_ENTRIES && oldest !== undefined) cache.delete(oldest)
      return tree
    },
  }
}

/** The window's one parser; its worker starts with the first text that is not quick to parse. */
export const windowMarkdownParser = createMarkdownParser(
  createTimedWorker(
    () => new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module', name: 'markdown' }),
    LIMIT_MS,
  ),
)
