import type { ChangeHunk } from '../../shared/file-changes.ts'
import { visibleText } from '../../shared/visible-text.ts'

type LineKind = 'same' | 'removed' | 'added'

/** A line of one side of a difference. */
export interface DiffLine {
  readonly kind: LineKind
  /** The number on its side. */
  readonly number: number
  /** With visible control characters. */
  readonly text: string
}

/** A row of a difference: the line before and the line after. Null: the side has none. `note`: a row about both. */
export interface DiffRow {
  readonly left: DiffLine | null
  readonly right: DiffLine | null
  readonly note?: string
}

/** Returns the rows of two columns: removed lines stand beside the added ones that replace them. */
export function splitRows(hunk: ChangeHunk): readonly DiffRow[] {
  const rows: DiffRow[] = []
  let removed: DiffLine[] = []
  let added: DiffLine[] = []
  const flush = (): void => {
    rows.push(...pairedRows(removed, added))
    removed = []
    added = []
  }
  for (const row of lineRows(hunk)) {
    if (row.left?.kind === 'removed') removed.push(row.left)
    else if (row.right?.kind === 'added') added.push(row.right)
    else if (row.note === undefined) {
      flush()
      rows.push(row)
    }
  }
  flush()
  return rows
}

/** With more lines in one place they are paired by their order. */
const MAX_PAIRED = 60

/**
 * Pairs removed lines with the added ones that replace them, in order, so that lines that are alike stand beside each other.
 * The others of a place stand beside each other as they come.
 */
function pairedRows(removed: readonly DiffLine[], added: readonly DiffLine[]): readonly DiffRow[] {
  const rows: DiffRow[] = []
  let [left, right] = [0, 0]
  const fill = (toLeft: number, toRight: number): void => {
    while (left < toLeft || right < toRight) {
      const pair = { left: left < toLeft ? removed[left] : null, right: right < toRight ? added[right] : null }
      rows.push({ left: pair.left ?? null, right: pair.right ?? null })
      left = Math.min(left + 1, toLeft)
      right = Math.min(right + 1, toRight)
    }
  }
  const isLong = Math.max(removed.length, added.length) > MAX_PAIRED
  for (const [atLeft, atRight] of isLong ? [] : likePairs(removed, added)) {
    fill(atLeft, atRight)
    fill(atLeft + 1, atRight + 1)
  }
  fill(removed.length, added.length)
  return rows
}

/** Returns the places of lines that are alike, ascending on both sides: those with the most in common in all. */
function likePairs(removed: readonly DiffLine[], added: readonly DiffLine[]): readonly (readonly [number, number])[] {
  const width = added.length + 1
  const scores = removed.map((before) => added.map((after) => likeness(before.text, after.text)))
  /** What the lines from a place on have in common at most. */
  const best = new Float64Array((removed.length + 1) * width)
  const bestAt = (left: number, right: number): number => best[left * width + right] ?? 0
  const pairedAt = (left: number, right: number): number => {
    const score = scores[left]?.[right] ?? 0
    return score === 0 ? 0 : score + bestAt(left + 1, right + 1)
  }
  for (let left = removed.length - 1; left >= 0; left -= 1) {
    for (let right = added.length - 1; right >= 0; right -= 1) {
      const skipped = Math.max(bestAt(left + 1, right), bestAt(left, right + 1))
      best[left * width + right] = Math.max(skipped, pairedAt(left, right))
    }
  }
  const pairs: (readonly [number, number])[] = []
  let [left, right] = [0, 0]
  while (left < removed.length && right < added.length) {
    const here = bestAt(left, right)
    if (here > 0 && here === pairedAt(left, right)) pairs.push([left++, right++])
    else if (here === bestAt(left + 1, right)) left += 1
    else right += 1
  }
  return pairs
}

/** Returns the rows of one column: of each place the removed lines, then the added ones. Same lines have both numbers. */
export function unifiedRows(hunk: ChangeHunk): readonly DiffRow[] {
  return [...lineRows(hunk)]
}

function* lineRows({ oldStart, newStart, lines }: ChangeHunk): Generator<DiffRow> {
  let [before, after] = [oldStart, newStart]
  for (const line of lines) {
    const text = visibleText(line.slice(1).replace(/\r$/, ''))
    if (line.startsWith('\\')) yield { left: null, right: null, note: text.trim() }
    else if (line.startsWith('-')) yield { left: { kind: 'removed', number: before++, text }, right: null }
    else if (line.startsWith('+')) yield { left: null, right: { kind: 'added', number: after++, text } }
    else {
      yield { left: { kind: 'same', number: before++, text }, right: { kind: 'same', number: after++, text } }
    }
  }
}

/** A part of a text: from `start`, to before `end`. */
export interface TextPart {
  readonly start: number
  readonly end: number
}

/** Lines that have less in common are two lines, not one that changed. */
const LEAST_COMMON = 0.25
/** Longer lines are not compared by words. */
const MAX_LENGTH = 2_000

/** How much two lines have in common at both ends, from 0 to 1; 0 if it is too little to be one line that changed. */
function likeness(before: string, after: string): number {
  if (before === after) return 1
  const parts = changedParts(before, after)
  if (parts === null) return 0
  const [{ start, end }] = parts
  return (start + before.length - end) / Math.max(before.length, after.length)
}

/** Returns what differs between two versions of a line, by whole words; null: too much, or nothing. */
export function changedParts(before: string, after: string): readonly [TextPart, TextPart] | null {
  if (before === after || before.length > MAX_LENGTH || after.length > MAX_LENGTH) return null
  const [left, right] = [wordsOf(before), wordsOf(after)]
  const shorter = Math.min(left.length, right.length)
  let begin = 0
  while (begin < shorter && left[begin] === right[begin]) begin += 1
  let end = 0
  while (end < shorter - begin && left.at(-1 - end) === right.at(-1 - end)) end += 1
  const start = lengthOf(left.slice(0, begin))
  const rest = end === 0 ? 0 : lengthOf(left.slice(-end))
  const common = before.slice(0, start).trim().length + before.slice(before.length - rest).trim().length
  if (common < LEAST_COMMON * Math.max(before.trim().length, after.trim().length)) return null
  return [
    { start, end: before.length - rest },
    { start, end: after.length - rest },
  ]
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []
}

function lengthOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0)
}
