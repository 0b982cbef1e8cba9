import { diffLines, diffWords, type ChangeObject } from 'diff'

/** A part of a text: in both texts, only in the left one, or only in the right one. */
export interface DifferencePiece {
  readonly kind: 'same' | 'left' | 'right'
  readonly text: string
}

/** Number of words that both texts have, and that only one of them has. */
export interface DifferenceFigures {
  readonly same: number
  readonly left: number
  readonly right: number
}

export interface DifferenceRequest {
  readonly pairs: readonly TextPair[]
}

export type TextPair = readonly [left: string, right: string]

export interface DifferenceReply {
  /** One entry per pair. */
  readonly differences: readonly (readonly DifferencePiece[])[]
}

/**
 * Time limit of a comparison by words. Texts with little in common take long, and their differences are not readable.
 */
const PATIENCE_MS = 1500

/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/**
 * Compares two texts by words, or by lines or as a whole if that takes too long. The pieces `same` and `left` form the
 * left text, the pieces `same` and `right` the right one, except for differences in white space, which are ignored.
 * Slow for long texts; meant for a worker.
 */
export function textDifference(left: string, right: string): readonly DifferencePiece[] {
  const timeout = PATIENCE_MS
  const words = UNSPACED.test(left + right) ? { intlSegmenter: new Intl.Segmenter([], { granularity: 'word' }) } : {}
  const changes = diffWords(left, right, { timeout, ...words }) ?? diffLines(left, right, { timeout })
  if (changes === undefined) return inOrder([piece('left', left), piece('right', right)])
  return inOrder(changes.map(pieceOf))
}

export function differenceFigures(pieces: readonly DifferencePiece[]): DifferenceFigures {
  const count = (kind: DifferencePiece['kind']) =>
    pieces.reduce((sum, each) => sum + (each.kind === kind ? wordCount(each.text) : 0), 0)
  return { same: count('same'), left: count('left'), right: count('right') }
}

function pieceOf({ added, removed, value }: ChangeObject<string>): DifferencePiece {
  return piece(added ? 'right' : removed ? 'left' : 'same', value)
}

function piece(kind: DifferencePiece['kind'], text: string): DifferencePiece {
  return { kind, text }
}

/** Between two common parts, joins the pieces of each side: one piece of the left text, then one of the right. */
function inOrder(pieces: readonly DifferencePiece[]): readonly DifferencePiece[] {
  const ordered: DifferencePiece[] = []
  let left = ''
  let right = ''
  const endChange = (): void => {
    if (left !== '') ordered.push(piece('left', left))
    if (right !== '') ordered.push(piece('right', right))
    left = ''
    right = ''
  }
  for (const each of pieces) {
    if (each.kind === 'left') left += each.text
    else if (each.kind === 'right') right += each.text
    else {
      endChange()
      ordered.push(each)
    }
  }
  endChange()
  return ordered
}

function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0
}
