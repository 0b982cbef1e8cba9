import { useEffect, useMemo, useRef, useState } from 'react'

import { coloredLines, type CodeLine } from './highlight-tokens.ts'
import { windowHighlighter } from './highlighter.ts'

const NONE: readonly CodeLine[] = []

/**
 * The lines of a code block, coloured as soon as the worker has answered. While the block streams one request is under
 * way at a time; the newest text is asked for when the answer is in.
 */
export function useColoredCode(language: string, code: string): readonly CodeLine[] {
  const [known, setKnown] = useState(() => windowHighlighter.cached(language, code) ?? NONE)
  const newest = useRef({ language, code })
  const busy = useRef(false)

  useEffect(() => {
    newest.current = { language, code }
    if (busy.current) return
    busy.current = true
    void colorUntilSettled(newest, setKnown).finally(() => {
      busy.current = false
    })
  }, [language, code])

  return useMemo(() => coloredLines(code, known), [code, known])
}

interface CodeRef {
  readonly current: { readonly language: string; readonly code: string }
}

async function colorUntilSettled(newest: CodeRef, show: (lines: readonly CodeLine[]) => void): Promise<void> {
  for (let asked: CodeRef['current'] | null = null; asked !== newest.current;) {
    asked = newest.current
    const lines =
      windowHighlighter.cached(asked.language, asked.code) ??
      (await windowHighlighter.highlight(asked.language, asked.code))
    if (lines === null) return
    show(lines)
  }
}
