import { diffArrays } from 'diff'

import type { FileStamp } from '../file-stamp.ts'

/** A text file that an agent has not read, and the text that it would put in its place. */
export interface UnreadReplacement {
  /** All of the file, in any line ends. */
  readonly text: string
  readonly next: string
  readonly version: Pick<FileStamp, 'mtimeNs' | 'ctimeNs'>
  /** When the agent began to work, ms since the epoch; null: not known. */
  readonly beganAt: number | null
}

/** How many lines of a file are not in the text that replaces it. Lines without a letter or digit do not count. */
export interface DroppedLines {
  readonly dropped: number
  readonly lines: number
}

/** Longest texts that are compared, characters. */
const MAX_LENGTH = 300_000
/** Most lines in which two texts that are compared differ. */
const MAX_DIFFERENCES = 3_000
/** Systems note times of files in steps of up to 10 ms. */
const TIME_STEP_MS = 20
/** Some file systems have whole seconds only, FAT every other one. */
const WHOLE_SECONDS_STEP_MS = 2_000
const NS_PER_MS = 1_000_000n

/**
 * Decides whether an agent may replace a file that it has not read: if nobody changed the file since the agent began,
 * and the new text proves that the agent has seen the content elsewhere (in a prompt, in the output of a command). That is
 * so if more than half of its lines are in the new text, in their order. Null: it may not.
 */
export function unreadReplacement({ text, next, version, beganAt }: UnreadReplacement): DroppedLines | null {
  if (beganAt === null || lastChange(version) >= beganAt) return null
  if (text.length > MAX_LENGTH || next.length > MAX_LENGTH) return null
  const lines = linesOf(text)
  const changes = diffArrays(lines, linesOf(next), { maxEditLength: MAX_DIFFERENCES })
  if (changes === undefined) return null
  const dropped = changes.reduce((sum, { removed, count }) => sum + (removed ? count : 0), 0)
  return dropped * 2 < lines.length ? { dropped, lines: lines.length } : null
}

/** Returns the latest time at which the file may have been changed, ms since the epoch. */
function lastChange({ mtimeNs, ctimeNs }: UnreadReplacement['version']): number {
  return Math.max(...[mtimeNs, ctimeNs].map((time) => Number(time / NS_PER_MS) + stepAt(time)))
}

function stepAt(timeNs: bigint): number {
  return timeNs % (1_000n * NS_PER_MS) === 0n ? WHOLE_SECONDS_STEP_MS : TIME_STEP_MS
}

/** Empty lines and brackets are in most texts, and prove nothing. */
function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).filter((line) => /[\p{L}\p{N}]/u.test(line))
}

/** Says to a model what it has replaced unread. */
export function unreadNote({ dropped, lines }: DroppedLines): string {
  const what =
    dropped === 0
      ? 'All of its lines are in the new content.'
      : `${dropped} of its ${lines} lines ${dropped === 1 ? 'is' : 'are'} gone; if this call is recorded, undoing it brings them back.`
  return ` You had not read the file before. ${what}`
}
