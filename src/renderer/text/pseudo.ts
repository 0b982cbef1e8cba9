const ACCENTED: Readonly<Record<string, string>> = {
  a: 'áá',
  e: 'éé',
  i: 'íí',
  o: 'óó',
  u: 'úú',
  A: 'ÁÁ',
  E: 'ÉÉ',
  I: 'ÍÍ',
  O: 'ÓÓ',
  U: 'ÚÚ',
  c: 'ç',
  n: 'ñ',
  s: 'š',
  y: 'ý',
}

/** Around every text of the pseudo language: a visible text without them is not from the catalogue. */
export const PSEUDO_MARKS = ['⟦', '⟧'] as const

/** Derives the pseudo language from a catalogue: the same texts, accented and about 40 % longer, with marks around them. */
export function toPseudo<Shape extends Catalog>(catalog: Shape): Shape
export function toPseudo(catalog: Catalog): Catalog {
  return Object.fromEntries(Object.entries(catalog).map(([key, value]) => [key, leaf(value)]))
}

function leaf(value: Catalog[string]): Catalog[string] {
  if (typeof value === 'string') return pseudoText(value)
  if (typeof value === 'object') return toPseudo(value)
  return (holes: never) => pseudoText(value(holes), Object.values<unknown>(holes).filter(isKept))
}

/** A string of at least this length that is put into a text keeps its letters; a shorter one may occur in any word. */
const KEPT_LENGTH = 3

function isKept(hole: unknown): hole is string {
  return typeof hole === 'string' && hole.length >= KEPT_LENGTH
}

/** `kept`: parts of the text that are not accented, because they are content. */
function pseudoText(text: string, kept: readonly string[] = []): string {
  if (text === '') return ''
  const [open, close] = PSEUDO_MARKS
  return `${open}${accent(text, kept)}${close}`
}

function accent(text: string, [first, ...others]: readonly string[]): string {
  if (first === undefined) return text.replace(/[a-z]/gi, (letter) => ACCENTED[letter] ?? letter)
  return text
    .split(first)
    .map((part) => accent(part, others))
    .join(first)
}

/** A catalogue or a part of it: texts, and functions that put named values into a text. */
export interface Catalog {
  readonly [key: string]: string | ((holes: never) => string) | Catalog
}
