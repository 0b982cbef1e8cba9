import type { Result } from '../../../shared/result.ts'
import { sentence } from '../../../shared/sentence.ts'
import { type SignedHead, sizeOf } from '../../../shared/signed-head.ts'
import type { LogCheck, SignedLogCheck } from '../../core/ports/verify-ports.ts'
import { headProblems } from './log-signer.ts'

interface SignedSide {
  /** The signed head, null if there is none, or why it cannot be read. */
  readonly read: Result<SignedHead | null>
  /** PEM; null: there is none. */
  readonly publicKey: string | null
  /** The note that this machine signed last; null: none, or a copy is compared. */
  readonly lastNote: string | null
  readonly sign: 'next' | 'anew' | null
}

/** Adds what is wrong with the signed head, and with the log compared with it. */
export function compareWithSigned(checked: LogCheck, { read, publicKey, lastNote, sign }: SignedSide): SignedLogCheck {
  const head = read.ok ? read.value : null
  const subject = { head, publicKey, logId: checked.logId, lastNote, isSigning: sign === 'next' }
  return {
    ...checked,
    signedProblems: [
      ...(read.ok ? headProblems(subject) : [read.error.message]),
      ...checked.signedProblems.map((problem) => sentence(problem)),
    ],
    signedEvents: head === null ? null : sizeOf(head.heads),
    isSignatureChecked: head !== null && publicKey !== null,
    signedTo: null,
  }
}

/** A log that is not as it was recorded is never signed, one that does not continue the last head only if asked for. */
export function canSign({ faults, changedFiles, signedProblems }: SignedLogCheck, sign: 'next' | 'anew'): boolean {
  return faults.length === 0 && changedFiles.length === 0 && (sign === 'anew' || signedProblems.length === 0)
}
