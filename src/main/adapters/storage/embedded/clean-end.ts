import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

/** What was true when the last ikigai on a database ended: the copy for upgrades held everything. */
export interface CleanEnd {
  /** The backup's `madeAt`, by which the copy is recognised. */
  readonly madeAt: string
}

const recordSchema = z.strictObject({ opening: z.string(), madeAt: z.iso.datetime() })

/**
 * Notes that somebody uses the database in this folder: the last clean end no longer holds. To be called after the session
 * is marked as alive and before it writes anything.
 */
export function noteOpening(home: string): void {
  write(home, 'opening', randomUUID())
}

/** Returns which opening was the last one; null: none is known. To be read before others are counted. */
export function lastOpening(home: string): string | null {
  return read(home, 'opening')
}

/** Notes a clean end. It holds unless another ikigai has opened the database since `opening` was read. */
export function noteCleanEnd(home: string, opening: string, { madeAt }: CleanEnd): void {
  write(home, 'clean-end.json', JSON.stringify({ opening, madeAt }))
}

/** Returns the last clean end; null: the database was used after it, or there was none. */
export function readCleanEnd(home: string): CleanEnd | null {
  const text = read(home, 'clean-end.json')
  const record = recordSchema.safeParse(parse(text))
  return record.success && record.data.opening === lastOpening(home) ? { madeAt: record.data.madeAt } : null
}

function write(home: string, name: string, text: string): void {
  writeFileSync(join(home, name), text, { mode: 0o600, flush: true })
}

function read(home: string, name: string): string | null {
  try {
    return readFileSync(join(home, name), 'utf8').trim() || null
  } catch {
    return null
  }
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
