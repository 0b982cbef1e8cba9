import { createHash, createHmac } from 'node:crypto'

import type { JsonObject } from '../../../src/shared/json.ts'
import { optionalText, parseObject } from './read-json.ts'

/**
 * Signatures and encrypted content of the simulator: what was issued, sealed with a fixed secret. Nothing has to be
 * remembered, so a history stays valid when the simulator is started again; nobody else's content opens.
 */
const SECRET = 'provider simulator'
const SEAL_LENGTH = 22

/** Seals facts into an opaque base64url text; the prefix makes it look like the provider's. */
export function seal(prefix: string, facts: JsonObject): string {
  const payload = Buffer.from(JSON.stringify(facts)).toString('base64url')
  return `${prefix}${payload}${stamp(payload)}`
}

/** The facts that the text seals, or undefined when the simulator did not make it or it was altered. */
export function unseal(prefix: string, text: string): JsonObject | undefined {
  if (!text.startsWith(prefix) || text.length <= prefix.length + SEAL_LENGTH) return undefined
  const payload = text.slice(prefix.length, -SEAL_LENGTH)
  if (stamp(payload) !== text.slice(-SEAL_LENGTH)) return undefined
  return parseObject(Buffer.from(payload, 'base64url').toString('utf8'))
}

/** A short digest of any text. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, SEAL_LENGTH)
}

function stamp(payload: string): string {
  return createHmac('sha256', SECRET).update(payload).digest('base64url').slice(0, SEAL_LENGTH)
}

/** A sealed fact as text. */
export function sealedText(facts: JsonObject | undefined, key: string): string | undefined {
  return optionalText(facts?.[key])
}
