/** A piece of a line of code. `kind` names its colour (`keyword`); null: the colour of plain code. */
interface CodeToken {
  readonly text: string
  readonly kind: string | null
}

export type CodeLine = readonly CodeToken[]

export interface HighlightRequest {
  readonly language: string
  readonly code: string
}

/** `lines` is null where the language is not known. */
export interface HighlightReply {
  readonly lines: readonly CodeLine[] | null
}

/**
 * The lines of `code` as they can be drawn now: coloured as far as the last highlighting still fits, plain from the
 * first line that is new. So a streaming block keeps its colours while its end grows.
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
