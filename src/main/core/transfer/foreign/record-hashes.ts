import type { ForeignSession, SourceRecord } from './foreign-tree.ts'
import { UNNAMED } from './session-draft.ts'

/**
 * Returns an identity for each record: a hash of its raw form, or of the part that stays the same. Equal records of one
 * session are numbered, so that the second of two is recognised as such.
 */
export async function recordHashes(records: readonly SourceRecord[]): Promise<readonly string[]> {
  const seen = new Map<string, number>()
  const hashes: string[] = []
  for (const { raw, identity = raw } of records) {
    const hash = await shortHash(identity)
    const times = (seen.get(hash) ?? 0) + 1
    seen.set(hash, times)
    hashes.push(times === 1 ? hash : `${hash} ${times}`)
  }
  return hashes
}

/**
 * Returns the session with an id. A source that names none, for example because its beginning is cut off, is recognised
 * by its first record.
 */
export async function identified(session: ForeignSession): Promise<ForeignSession> {
  const [first] = session.records
  if (session.id !== UNNAMED || first === undefined) return session
  return { ...session, id: `${UNNAMED} ${await shortHash(first.raw)}` }
}

/** 128 bits of the hash, in hexadecimal digits. */
export async function shortHash(words: string): Promise<string> {
  // oxlint-disable-next-line no-restricted-globals -- a hash is no source of ids
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(words))
  return [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
