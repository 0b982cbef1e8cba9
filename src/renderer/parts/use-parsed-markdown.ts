import { useEffect, useState } from 'react'

import { drawTurns } from './draw-turns.ts'
import { isQuickToParse } from './markdown-gate.ts'
import { windowMarkdownParser, type MarkdownTree } from './markdown-parser.ts'
import { useNewestAnswer } from './use-newest-answer.ts'

/** `source`: parse it while drawing. `tree`: it was parsed already. `plain`: show it as it is written. */
export type ParsedMarkdown =
  | { readonly type: 'source' }
  | { readonly type: 'tree'; readonly tree: MarkdownTree }
  | { readonly type: 'plain' }

const SOURCE: ParsedMarkdown = { type: 'source' }
const PLAIN: ParsedMarkdown = { type: 'plain' }

/**
 * How a block of Markdown can be drawn without blocking the page. A short and simple one at once, when this task has not
 * drawn much yet; any other as plain text until a worker has parsed it, and for good if that takes too long. While a
 * text grows its last tree stays until the next one is there.
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

/** Whether it is this component's turn to draw; once it is, for good: what it holds only grows. */
export function useDrawTurn(amount: number): boolean {
  const [hasTurn, setHasTurn] = useState(() => drawTurns.take(amount))
  useEffect(() => (hasTurn ? undefined : drawTurns.wait(amount, () => setHasTurn(true))), [hasTurn, amount])
  return hasTurn
}
