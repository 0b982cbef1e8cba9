import { stat } from 'node:fs/promises'

import { ok, refuse, type Result } from '../../../shared/result.ts'
import { sentence } from '../../../shared/sentence.ts'
import { sizeOf } from '../../../shared/signed-head.ts'
import type { SecretStore } from '../../core/ports/config-ports.ts'
import type { HeadReader, HeadSigner } from '../../core/ports/verify-ports.ts'
import { headProblems, lastSignedNote, machineKey, readSignedHead, signHeads, signingKey } from './log-signer.ts'

/**
 * Signs the heads of a log without reading its events: a log that is shorter than it was signed, or has other hashes, is
 * refused. An event that does not fit its hash is found by verifying, whatever was signed since.
 */
export function createHeadSigner({
  path,
  secrets,
  heads,
}: {
  /** Of the file with the signed head. */
  readonly path: string
  readonly secrets: SecretStore
  readonly heads: HeadReader
}): HeadSigner {
  return {
    async sign() {
      const logId = await heads.logId()
      // Without an answer a second key would be made.
      const key = await signingKey(secrets)
      if (!key.ok) return key
      return heads.whileSigning(async (read): Promise<Result<number | null>> => {
        const signed = await readSignedHead(path)
        if (!signed.ok) return signed
        const head = signed.value
        const [publicKey, lastNote] = [await machineKey(secrets), await lastSignedNote(secrets, logId)]
        const now = await read(head?.heads ?? [])
        const problems = [
          ...headProblems({ head, publicKey, logId, lastNote, isSigning: true }),
          ...now.problems.map((problem) => sentence(problem)),
        ]
        if (problems.length > 0) return refuse(problems.join(' '))
        if (sizeOf(now.heads) === sizeOf(head?.heads ?? [])) return ok(await timeOf(path))
        const written = await signHeads(secrets, { path, logId }, now.heads, null)
        return written.ok ? ok(await timeOf(path)) : written
      })
    },
  }
}

/** When a file was written, ms since the epoch; null: there is none. */
async function timeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found === null ? null : Math.round(found.mtimeMs)
}
