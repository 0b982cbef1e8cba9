/**
 * Characters that are invisible and change how other text is read or drawn: controls (escape sequences begin with one),
 * bidirectional controls, all characters that Unicode calls default ignorable (zero-width characters, fillers, tags,
 * variation selectors), annotation marks, Unicode line and paragraph separators, and lone surrogates. Source:
 * DerivedCoreProperties.txt and PropList.txt of the Unicode Character Database.
 */
const HIDDEN = /[[\p{Cc}--[\n\t]]\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\p{Zl}\p{Zp}\p{Cs}]/v

/** Spaces other than U+0020, which look like it but do not separate words in a shell. */
const ODD_SPACE = /[\p{Zs}--[ ]]/v

/**
 * Contexts in which such a character is part of the visible text: a line end of two characters, emoji sequences, and
 * joiners between letters of scripts that use them. A function, because its tables take 20 ms to make, and most texts need none.
 */
const seen = (): RegExp =>
  /\r\n|\p{RGI_Emoji}|\p{Emoji}\uFE0E|(?<=[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{M}])[\u200C\u200D](?=[\p{L}--\p{scx=Latn}])/v

let hiddenExceptSeen: RegExp | null = null
const ODD_SPACES = new RegExp(ODD_SPACE.source, 'gv')

/**
 * Returns the text with each character that could hide something replaced by its code point: `⟨U+202E⟩`. Tabs and line
 * ends are kept. Used for all text shown to the user that a model, a tool, a server or a file supplied.
 *
 * `oddSpaces: 'shown'` also replaces spaces other than U+0020, for text on which the user decides.
 */
export function visibleText(text: string, oddSpaces: 'kept' | 'shown' = 'kept'): string {
  const visible = HIDDEN.test(text) ? withoutHidden(text) : text
  return oddSpaces === 'shown' ? visible.replaceAll(ODD_SPACES, codePoint) : visible
}

function withoutHidden(text: string): string {
  hiddenExceptSeen ??= new RegExp(`(${seen().source})|${HIDDEN.source}`, 'gv')
  return text.replaceAll(hiddenExceptSeen, (part, kept?: string) => kept ?? codePoint(part))
}

function codePoint(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
  return `⟨U+${hex.padStart(4, '0')}⟩`
}

/**
 * Returns a command's output as a terminal shows it: what follows a carriage return overwrites the line from its
 * beginning, as progress bars do. A carriage return before a line end is part of that.
 *
 * Only for outputs, which are shown as they were meant: in a text on which the user decides it would hide something.
 */
export function overwrittenLines(output: string): string {
  if (!output.includes('\r')) return output
  return output.replaceAll(/\r+\n/g, '\n').split('\n').map(lastWritten).join('\n')
}

function lastWritten(line: string): string {
  if (!line.includes('\r')) return line
  let shown = ''
  for (const part of line.split('\r')) shown = part + shown.slice(part.length)
  return shown
}
