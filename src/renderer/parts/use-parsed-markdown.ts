import { useEffect, useState } from 'react'

import { drawTurns } from './draw-turns.ts'
import { isQuickToParse } from './markdown-gate.ts'
import { windowMarkdownParser, type MarkdownTree } from './markdown-parser.ts'
import { useNewestAnswer } from './use-newest-answer.ts'

/** `source`: parse it while rendering. `tree`: already parsed. `plain`: show it as plain text. */
export type ParsedMarkdown =
  | { readonly type: 'source' }
  | { readonly type: 'tree'; readonly tree: MarkdownTree }
  | { readonly type: 'plain' }

const SOURCE: ParsedMarkdown = { type: 'source' }
const PLAIN: ParsedMarkdown = { type: 'plain' }

/**
 * Returns how to render a block of Markdown without blocking the page. A short and simple block is rendered
 * immediately, unless this task has rendered too much already. Any other is plain text until a worker has parsed it, or
 * permanently if that takes too long. While a text grows, its last tree is shown until the next one is ready.
 */
export function useParsedMarkdown(source: string): ParsedMarkdown {
  const isQuick = isQuickToParse(source)
  const hasTurn = useDrawTurn(source.length)
  const last = useNewestAnswer(isQuick ? null : source, parse)
  const known = isQuick ? undefined : windowMarkdownParser.cached(source)
  if (isQuick) return hasTurn ? SOURCE : PLAIN
  const tree = known ?? (last !== null && last.request !== null && source.startsWith(last.request) ? last.answer : null)
  return hasTurn && known !== null && tree !== null ? { type: 'tree', tree } : PLAIN
}

async function parse(source: string | null, signal: AbortSignal): Promise<MarkdownTree | null | undefined> {
  return source === null ? undefined : windowMarkdownParser.parse(source, signal)
}

/** Returns whether this component may render. Once true, it stays true, because its content only grows. */
export function useDrawTurn(amount: number): boolean {
  const [hasTurn, setHasTurn] = useState(() => drawTurns.take(amount))
  useEffect(() => (hasTurn ? undefined : drawTurns.wait(amount, () => setHasTurn(true))), [hasTurn, amount])
  return hasTurn
}
