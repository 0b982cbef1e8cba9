import { hash } from 'node:crypto'

import {
  DISCLOSURE,
  type DisclosureHeader,
  type DisclosureRow,
  parseDisclosureHeader,
} from '../../../shared/disclosure.ts'
import { DisclosureVerifier } from '../../../shared/disclosure-verifier.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { SignedHead } from '../../../shared/signed-head.ts'
import type { Disclosed, DisclosureReader } from '../../core/ports/verify-ports.ts'
import { isSignedWith } from './signed-note.ts'

interface ReadRows {
  readonly ids: readonly number[]
  readonly rows: readonly DisclosureRow[]
  readonly redacted: number
}

/** Returns the lines of a file with disclosed events. REFUSED if they do not verify: then the log was changed. */
export function disclosureLines({ note, heads }: SignedHead, { ids, rows, redacted }: ReadRows): Result<Disclosed> {
  const signed = { note, heads }
  const header: DisclosureHeader = { format: DISCLOSURE, version: 1, events: [...ids], signed }
  const lines = [header, ...rows].map((row) => JSON.stringify(row))
  const verifier = new DisclosureVerifier(sha256)
  for (const line of lines) verifier.read(line)
  const [fault] = verifier.result().faults
  if (fault !== undefined)
    return refuse(`Nothing was disclosed: ${fault.problem}. \`ikigai verify\` says what was changed.`)
  return ok({ lines, redacted })
}

interface SignatureKeys {
  /** The key that was given, as PEM. Null: none was. */
  readonly given: () => Promise<Result<string | null>>
  /** That of this machine. */
  readonly own: () => Promise<string | null>
}

/** Returns what verifies a file that begins with this line; null: it holds no disclosed events. */
export function createDisclosureReader(firstLine: string, keys: SignatureKeys): DisclosureReader | null {
  if (!firstLine.startsWith(`{"format":"${DISCLOSURE}"`) && parseDisclosureHeader(firstLine) === null) return null
  const verifier = new DisclosureVerifier(sha256)
  return {
    read: (line) => verifier.read(line),
    async result() {
      const check = verifier.result()
      const given = await keys.given()
      const own = given.ok && given.value === null ? await keys.own() : null
      return mapOk(given, (key) => ({ ...check, isSigned: isNoteSigned(check.note ?? '', key, own) }))
    },
  }
}

/** Whether a note is signed with the given key, or that of this machine. Null: another machine may have signed it. */
export function isNoteSigned(note: string, given: string | null, own: string | null): boolean | null {
  if (given !== null) return isSignedWith(note, given)
  return own !== null && isSignedWith(note, own) ? true : null
}

function sha256(text: string): string {
  return hash('sha256', text)
}
