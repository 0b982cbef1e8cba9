import { useMemo, useState, useSyncExternalStore } from 'react'
import { coloredLines, type CodeLine, type HighlightRequest, type HighlightReply } from './highlight-tokens.ts'
import { useNewestAnswer } from './use-newest-answer.ts'
import { HIGHLIGHT_LANGUAGES } from './highlight-languages.ts'
import { createTimedWorker } from './timed-worker.ts'

const NONE: readonly CodeLine[] = []

/**
 * Returns the lines of a code block, highlighted when the worker has answered. While the block streams, one request
 * runs at a time; the next one contains the newest text. New colours wait while text in the element `blockId` is selected:
 * they replace the nodes of their lines, and the selection with them.
 */
export function useColoredCode(language: string, code: string, blockId: string | null): readonly CodeLine[] {
  const request = useMemo(() => ({ language, code }), [language, code])
  const last = useNewestAnswer(request, highlight)
  const known = windowHighlighter.cached(language, code) ?? last?.answer ?? NONE
  const isSelected = useSyncExternalStore(onSelection, () => blockId !== null && isSelectedIn(blockId))
  const [held, setHeld] = useState(known)
  if (!isSelected && held !== known) setHeld(known)
  const colours = isSelected ? held : known
  return useMemo(() => coloredLines(code, colours), [code, colours])
}

/** Whether something in an element is selected, also by a selection that begins or ends outside. */
function isSelectedIn(id: string): boolean {
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed) return false
  const element = document.getElementById(id)
  return element !== null && selection.containsNode(element, true)
}

function onSelection(changed: () => void): () => void {
  document.addEventListener('selectionchange', changed)
  return () => document.removeEventListener('selectionchange', changed)
}

async function highlight(
  { language, code }: HighlightRequest,
  signal: AbortSignal,
): Promise<readonly CodeLine[] | undefined> {
  const cached = windowHighlighter.cached(language, code)
  return cached ?? (await windowHighlighter.highlight(language, code, signal)) ?? undefined
}

/** Highlights code in a worker and caches the results. */
interface Highlighter {
  /** Returns the cached result; null if there is none. */
  cached(language: string, code: string): readonly CodeLine[] | null
  /**
   * Never rejects. Null: the language is not known, the code is too long, or `signal` aborted before it was
   * highlighted.
   */
  highlight(language: string, code: string, signal: AbortSignal): Promise<readonly CodeLine[] | null>
}

const MAX_CODE_LENGTH = 100_000
const CACHE_ENTRIES = 300

/** Maximum number of tokens. Rendering more would block the page. */
const MAX_TOKENS = 15_000
/** Time limit. Grammars are regular expressions, which never finish for some code. */
const LIMIT_MS = 5_000

function createHighlighter(startWorker: () => Worker): Highlighter {
  const cache = new Map<string, readonly CodeLine[]>()
  const worker = createTimedWorker<HighlightRequest, HighlightReply>(startWorker, LIMIT_MS)
  return {
    cached: (language, code) => cache.get(cacheKey(language, code)) ?? null,
    async highlight(language, code, signal) {
      if (!(language in HIGHLIGHT_LANGUAGES) || code.length > MAX_CODE_LENGTH) return null
      const lines = (await worker.ask({ language, code }, signal))?.lines ?? null
      if (lines === null || lines.reduce((count, line) => count + line.length, 0) > MAX_TOKENS) return null
      remember(cache, cacheKey(language, code), lines)
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

/** The highlighter shared by the whole window; its worker starts with the first code block. */
const windowHighlighter = createHighlighter(
  () => new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module', name: 'highlighting' }),
)
