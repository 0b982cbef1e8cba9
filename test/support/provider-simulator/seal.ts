import { createHash, createHmac } from 'node:crypto'

import type { JsonObject } from '../../../src/shared/json.ts'
import { optionalText, parseObject } from './read-json.ts'

/**
 * Signatures and encrypted content of the simulator: the issued facts, sealed with a fixed secret. Nothing is stored,
 * so a history stays valid after a restart of the simulator; other content cannot be unsealed.
 */
const SECRET = 'provider simulator'
const SEAL_LENGTH = 22

/** Seals facts in an opaque base64url text; the prefix makes it look like the provider's. */
export function seal(prefix: string, facts: JsonObject): string {
  const payload = Buffer.from(JSON.stringify(facts)).toString('base64url')
  return `${prefix}${payload}${stamp(payload)}`
}

/** Returns the sealed facts, or undefined if the text was altered or not created by the simulator. */
export function unseal(prefix: string, text: string): JsonObject | undefined {
  if (!text.startsWith(prefix) || text.length <= prefix.length + SEAL_LENGTH) return undefined
  const payload = text.slice(prefix.length, -SEAL_LENGTH)
  if (stamp(payload) !== text.slice(-SEAL_LENGTH)) return undefined
  return parseObject(Buffer.from(payload, 'base64url').toString('utf8'))
}

/** Returns a short digest of a text. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, SEAL_LENGTH)
}

function stamp(payload: string): string {
  return createHmac('sha256', SECRET).update(payload).digest('base64url').slice(0, SEAL_LENGTH)
}

/** Returns a sealed fact as text. */
export function sealedText(facts: JsonObject | undefined, key: string): string | undefined {
  return optionalText(facts?.[key])
}
