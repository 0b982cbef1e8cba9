import { useEffect, useMemo, useState } from 'react'
import { createGrowingParser } from './growing-markdown.ts'
import { isQuickToParse } from './markdown-gate.ts'
import { windowMarkdownParser } from './markdown-parser.ts'
import type { MarkdownTree } from './markdown-tree.ts'
import { closeOpenTail } from './rich/open-tail.ts'
import { useNewestAnswer } from './use-newest-answer.ts'

/** A text and what is parsed of it: the text, with its end closed while it grows. */
interface ParseRequest {
  readonly text: string
  readonly closed: string
}

/**
 * Returns the tree of a block of Markdown without blocking the page; null while it is to be shown as plain text. A short
 * and simple block is parsed immediately, unless this task has rendered too much already. Any other is plain text until
 * a worker has parsed it, or permanently if that takes too long. While a text grows, its end is closed, and its last
 * tree is shown until the next one is ready.
 */
export function useParsedMarkdown(text: string, isGrowing: boolean): MarkdownTree | null {
  const [parseGrowing] = useState(createGrowingParser)
  const request = useMemo(() => ({ text, closed: isGrowing ? closeOpenTail(text) : text }), [text, isGrowing])
  const isQuick = isQuickToParse(text)
  const hasTurn = useDrawTurn(parseAmount(text))
  const last = useNewestAnswer<ParseRequest | null, MarkdownTree | null>(isQuick ? null : request, parse)
  if (!hasTurn) return null
  if (isQuick) return parseGrowing(text, request.closed)
  const known = windowMarkdownParser.cached(request.closed)
  const isOfBeginning = last !== null && last.request !== null && text.startsWith(last.request.text)
  return known === undefined && isOfBeginning ? last.answer : (known ?? null)
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

/**
 * Spreads rendering over several tasks, so that many texts that appear at once do not block the page for long. Amounts
 * are UTF-16 units of Markdown.
 */
interface DrawTurns {
  /** Returns whether the text may be rendered now. If so, the amount is subtracted from the budget of this task. */
  take(amount: number): boolean
  /** Calls `draw` in a later task, in the order of the calls. Returns how to cancel. */
  wait(amount: number, draw: () => void): () => void
}

/** Amount per task. Parsing and laying out as much ordinary prose takes about 80 ms. */
const PER_TASK = 10_000
/** Minimum amount that a short text counts as. */
const LEAST = 200

function createDrawTurns(later: (task: () => void) => void): DrawTurns {
  const waiting = new Set<{ readonly amount: number; readonly draw: () => void }>()
  let left = PER_TASK
  let isScheduled = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    later(() => {
      isScheduled = false
      left = PER_TASK
      for (const turn of waiting) {
        if (left <= 0) break
        waiting.delete(turn)
        left -= Math.max(turn.amount, LEAST)
        turn.draw()
      }
      if (waiting.size > 0 || left < PER_TASK) schedule()
    })
  }

  return {
    take(amount) {
      if (left <= 0 || waiting.size > 0) return false
      left -= Math.max(amount, LEAST)
      schedule()
      return true
    },
    wait(amount, draw) {
      const turn = { amount, draw }
      waiting.add(turn)
      schedule()
      return () => void waiting.delete(turn)
    },
  }
}

/** The instance of the page. Waiting texts are rendered after the pending work of the browser. */
export const drawTurns = createDrawTurns((task) => void setTimeout(task, 0))
