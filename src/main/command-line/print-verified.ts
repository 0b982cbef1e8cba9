import { counted } from '../../shared/counted.ts'
import type { Output } from '../process-output.ts'
import type { JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode } from './exit-code.ts'

/** The options of `ikigai verify`. */
export interface VerifyFlags extends JsonFlag {
  readonly head?: string
  readonly sign?: boolean
  readonly signAnew?: boolean
  readonly signed?: string
  readonly key?: string
  readonly printKey?: boolean
  readonly passphraseFile?: string
}

/** What a check prints. */
interface Verified {
  /** Printed with --json. */
  readonly check: { readonly head: string | null }
  readonly problems: readonly string[]
  /** Printed if there is no problem. */
  readonly summary: string
  readonly notes?: readonly string[]
}

export function headProblem(head: string | null, { head: expected }: VerifyFlags): readonly string[] {
  if (expected === undefined || head === expected.toLowerCase()) return []
  return ['The head is not the expected one: something was added or removed, or the hashes were computed again.']
}

/** What was not verified of redacted events. `placesOnly`: how many of them an older version redacted. */
export function redactedNotes(redacted: number, placesOnly: number): readonly string[] {
  return [
    ...(redacted > 0 ? [`Not verified: the content of ${counted(redacted, 'redacted event')}.`] : []),
    ...(placesOnly > 0
      ? [`Nor kind, time and the rest of ${counted(placesOnly, 'event')} of them, redacted by an older version.`]
      : []),
  ]
}

/** Prints problems or that there are none, and the head. */
export function printVerified(
  { check, problems, summary, notes = [] }: Verified,
  { json = false }: VerifyFlags,
  output: Output,
): ExitCode {
  const isIntact = problems.length === 0
  if (json) output.out(`${JSON.stringify({ ...check, isIntact })}\n`)
  else {
    for (const line of isIntact ? [summary, ...notes] : [...problems, ...notes]) output.error(`${line}\n`)
    if (check.head !== null) output.out(`${check.head}\n`)
  }
  return isIntact ? EXIT.done : EXIT.turnFailed
}
