import { createPublicKey } from 'node:crypto'

import { z } from 'zod'

import type { UpdateKey } from './judge-update.ts'

const keysSchema = z.array(z.strictObject({ key: z.string().refine(isPublicKey), until: z.iso.datetime().nullable() }))

/** Reads the public keys of `resources/update-keys.json`. Throws if one is wrong: nothing is updated then. */
export function readUpdateKeys(keys: unknown): readonly UpdateKey[] {
  return keysSchema.parse(keys)
}

function isPublicKey(text: string): boolean {
  try {
    return !text.includes('PRIVATE') && createPublicKey(text).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}
