import { useEffect, useMemo, useState } from 'react'

import { drawTurns } from './draw-turns.ts'
import { isQuickToParse } from './markdown-gate.ts'
import { windowMarkdownParser, type MarkdownTree } from './markdown-parser.ts'
import { closeOpenTail } from './rich/open-tail.ts'
import { useNewestAnswer } from './use-newest-answer.ts'

/** `source`: parse it while rendering. `tree`: already parsed. `plain`: show it as plain text. */
export type ParsedMarkdown =
  | { readonly type: 'source'; readonly source: string }
  | { readonly type: 'tree'; readonly tree: MarkdownTree }
  | { readonly type: 'plain' }

const PLAIN: ParsedMarkdown = { type: 'plain' }

/** A text and what is parsed of it: the text, with its end closed while it grows. */
interface ParseRequest {
  readonly text: string
  readonly closed: string
}

/**
 * Returns how to render a block of Markdown without blocking the page. A short and simple block is rendered
 * immediately, unless this task has rendered too much already. Any other is plain text until a worker has parsed it, or
 * permanently if that takes too long. While a text grows, its end is closed, and its last tree is shown until the next
 * one is ready.
 */
export function useParsedMarkdown(text: string, isGrowing: boolean): ParsedMarkdown {
  const request = useMemo(() => ({ text, closed: isGrowing ? closeOpenTail(text) : text }), [text, isGrowing])
  const isQuick = isQuickToParse(text)
  const hasTurn = useDrawTurn(parseAmount(text))
  const last = useNewestAnswer<ParseRequest | null, MarkdownTree | null>(isQuick ? null : request, parse)
  if (isQuick) return hasTurn ? { type: 'source', source: request.closed } : PLAIN
  const known = windowMarkdownParser.cached(request.closed)
  const tree =
    known ?? (last !== null && last.request !== null && text.startsWith(last.request.text) ? last.answer : null)
  return hasTurn && known !== null && tree !== null ? { type: 'tree', tree } : PLAIN
}

/** What the source of a formula costs, compared with a character of prose. Two dollars are counted for each. */
const SOURCE_AMOUNT = 50

function parseAmount(text: string): number {
  return text.length + SOURCE_AMOUNT * (text.split('$').length - 1 + text.split('\\(').length - 1)
}

async function parse(request: ParseRequest | null, signal: AbortSignal): Promise<MarkdownTree | null | undefined> {
  return request === null ? undefined : windowMarkdownParser.parse(request.closed, signal)
}

/** Returns whether this component may render. Once true, it stays true, because its content only grows. */
export function useDrawTurn(amount: number): boolean {
  const [hasTurn, setHasTurn] = useState(() => drawTurns.take(amount))
  useEffect(() => (hasTurn ? undefined : drawTurns.wait(amount, () => setHasTurn(true))), [hasTurn, amount])
  return hasTurn
}
