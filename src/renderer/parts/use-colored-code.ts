import { useMemo } from 'react'

import { coloredLines, type CodeLine, type HighlightRequest } from './highlight-tokens.ts'
import { windowHighlighter } from './highlighter.ts'
import { useNewestAnswer } from './use-newest-answer.ts'

const NONE: readonly CodeLine[] = []

/**
 * Returns the lines of a code block, highlighted when the worker has answered. While the block streams, one request
 * runs at a time; the next one contains the newest text.
 */
export function useColoredCode(language: string, code: string): readonly CodeLine[] {
  const request = useMemo(() => ({ language, code }), [language, code])
  const last = useNewestAnswer(request, highlight)
  const known = windowHighlighter.cached(language, code) ?? last?.answer ?? NONE
  return useMemo(() => coloredLines(code, known), [code, known])
}

async function highlight(
  { language, code }: HighlightRequest,
  signal: AbortSignal,
): Promise<readonly CodeLine[] | undefined> {
  const cached = windowHighlighter.cached(language, code)
  return cached ?? (await windowHighlighter.highlight(language, code, signal)) ?? undefined
}
