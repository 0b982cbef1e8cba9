/** A part of a line of code. `kind` selects its colour (`keyword`); null: the colour of plain code. */
interface CodeToken {
  readonly text: string
  readonly kind: string | null
}

export type CodeLine = readonly CodeToken[]

export interface HighlightRequest {
  readonly language: string
  readonly code: string
}

/** `lines` is null if the language is not known. */
export interface HighlightReply {
  readonly lines: readonly CodeLine[] | null
}

/**
 * Returns the lines of `code` for rendering: highlighted as far as they equal the `known` lines, plain from the first
 * new line on. A streaming block thereby keeps its colours while it grows.
 */
export function coloredLines(code: string, known: readonly CodeLine[]): readonly CodeLine[] {
  return code.split('\n').map((text, index) => {
    const line = known[index]
    return line !== undefined && lineText(line) === text ? line : [{ text, kind: null }]
  })
}

function lineText(line: CodeLine): string {
  return line.map((token) => token.text).join('')
}
