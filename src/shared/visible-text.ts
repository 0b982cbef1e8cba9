/**
 * Characters that draw nothing and change how other text is read or drawn: controls (escape sequences begin with one),
 * bidirectional controls, everything that Unicode calls default ignorable (zero-width characters, fillers, tags,
 * variation selectors), annotation marks, Unicode's own line ends, and halves of surrogate pairs.
 * Source: DerivedCoreProperties.txt and PropList.txt of the Unicode Character Database.
 */
const HIDDEN = /[[\p{Cc}--[\n\t]]\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\p{Zl}\p{Zp}\p{Cs}]/v

/** Spaces that are not U+0020: they look like one, and no shell treats them as one. */
const ODD_SPACE = /[\p{Zs}--[ ]]/v

/**
 * Where such a character belongs to what is seen: a line end of two characters, emoji sequences, and joiners between the
 * letters of scripts that are written with them.
 */
const SEEN =
  /\r\n|\p{RGI_Emoji}|\p{Emoji}\uFE0E|(?<=[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{M}])[\u200C\u200D](?=[\p{L}--\p{scx=Latn}])/v

const HIDDEN_EXCEPT_SEEN = new RegExp(`(${SEEN.source})|${HIDDEN.source}`, 'gv')
const ODD_SPACES = new RegExp(ODD_SPACE.source, 'gv')

/**
 * The text with each character that could hide something written as its code point: `⟨U+202E⟩`. Tabs and line ends
 * stay. For everything that a person reads and that a model, a tool, a server or a file wrote.
 *
 * `oddSpaces: 'shown'` writes spaces other than U+0020 in the same way, for text that a person decides on.
 */
export function visibleText(text: string, oddSpaces: 'kept' | 'shown' = 'kept'): string {
  const visible = HIDDEN.test(text)
    ? text.replaceAll(HIDDEN_EXCEPT_SEEN, (part, seen?: string) => seen ?? codePoint(part))
    : text
  return oddSpaces === 'shown' ? visible.replaceAll(ODD_SPACES, codePoint) : visible
}

function codePoint(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
  return `⟨U+${hex.padStart(4, '0')}⟩`
}
