import { useMemo } from 'react'

import { coloredLines, type CodeLine, type HighlightRequest } from './highlight-tokens.ts'
import { windowHighlighter } from './highlighter.ts'
import { useNewestAnswer } from './use-newest-answer.ts'

const NONE: readonly CodeLine[] = []

/**
 * The lines of a code block, coloured as soon as the worker has answered. While the block streams one request is under
 * way at a time; the newest text is asked for when the answer is in.
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
