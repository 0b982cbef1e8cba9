import { HIGHLIGHT_LANGUAGES } from './highlight-languages.ts'
import type { CodeLine, HighlightReply, HighlightRequest } from './highlight-tokens.ts'

/** Colours code away from the main thread, and remembers what it coloured. */
export interface Highlighter {
  /** What is known already; null: not asked yet. */
  cached(language: string, code: string): readonly CodeLine[] | null
  /** Never rejects; null where the language is not known or the code is too long to be worth it. */
  highlight(language: string, code: string): Promise<readonly CodeLine[] | null>
}

const MAX_CODE_LENGTH = 100_000
const CACHE_ENTRIES = 300

export function createHighlighter(startWorker: () => Worker): Highlighter {
  const cache = new Map<string, readonly CodeLine[]>()
  const waiting = new Map<number, (lines: readonly CodeLine[] | null) => void>()
  let worker: Worker | null = null
  let lastId = 0

  function started(): Worker {
    if (worker !== null) return worker
    worker = startWorker()
    worker.addEventListener('message', (message: MessageEvent<HighlightReply>) => {
      waiting.get(message.data.id)?.(message.data.lines)
      waiting.delete(message.data.id)
    })
    worker.addEventListener('error', () => {
      for (const answer of waiting.values()) answer(null)
      waiting.clear()
    })
    return worker
  }

  function ask(language: string, code: string): Promise<readonly CodeLine[] | null> {
    const id = (lastId += 1)
    const { promise, resolve } = Promise.withResolvers<readonly CodeLine[] | null>()
    waiting.set(id, resolve)
    started().postMessage({ id, language, code } satisfies HighlightRequest)
    return promise
  }

  return {
    cached: (language, code) => cache.get(cacheKey(language, code)) ?? null,
    async highlight(language, code) {
      if (!(language in HIGHLIGHT_LANGUAGES) || code.length > MAX_CODE_LENGTH) return null
      const lines = await ask(language, code)
      if (lines !== null) remember(cache, cacheKey(language, code), lines)
      return lines
    },
  }
}

function cacheKey(language: string, code: string): string {
  return `${language}\n${code}`
}

function remember(cache: Map<string, readonly CodeLine[]>, key: string, lines: readonly CodeLine[]): void {
  cache.set(key, lines)
  const oldest = cache.keys().next().value
  if (cache.size > CACHE_ENTRIES && oldest !== undefined) cache.delete(oldest)
}

/** The window's one highlighter; its worker starts with the first code block. */
export const windowHighlighter = createHighlighter(
  () => new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module', name: 'highlighting' }),
)
