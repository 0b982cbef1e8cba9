import { diffLines, diffWordsWithSpace, type ChangeObject } from 'diff'

/** A run of a text: in both, only in the left one, or only in the right one. */
export interface DifferencePiece {
  readonly kind: 'same' | 'left' | 'right'
  readonly text: string
}

/** Words that both texts have, and that only one of them has. */
export interface DifferenceFigures {
  readonly same: number
  readonly left: number
  readonly right: number
}

export interface DifferenceRequest {
  readonly id: number
  readonly pairs: readonly TextPair[]
}

export type TextPair = readonly [left: string, right: string]

export interface DifferenceReply {
  readonly id: number
  /** One entry per pair. */
  readonly differences: readonly (readonly DifferencePiece[])[]
}

/** Two texts that have little in common take long to tell apart word by word, and nobody would read it. */
const PATIENCE_MS = 1500

/**
 * Tells two texts apart word by word; by lines, or as wholes, where that takes too long. The pieces of `same` and `left`
 * are the left text, those of `same` and `right` the right one. Slow for long texts: meant for a worker.
 */
export function textDifference(left: string, right: string): readonly DifferencePiece[] {
  const changes =
    diffWordsWithSpace(left, right, { timeout: PATIENCE_MS }) ?? diffLines(left, right, { timeout: PATIENCE_MS })
  if (changes === undefined) return inOrder([piece('left', left), piece('right', right)])
  return inOrder(joinedAcrossSpace(changes.map(pieceOf)))
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

/**
 * White space between two changed words is "the same" to a diff, and reads like a barcode: it is counted to the change
 * on both sides.
 */
function joinedAcrossSpace(pieces: readonly DifferencePiece[]): readonly DifferencePiece[] {
  return pieces.flatMap((each, index) => {
    const isBetween = index > 0 && index < pieces.length - 1
    if (each.kind !== 'same' || !isBetween || each.text.includes('\n') || each.text.trim() !== '') return [each]
    return [piece('left', each.text), piece('right', each.text)]
  })
}

/** Between two common runs: first what the left text has, then what the right one has, each in one piece. */
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
