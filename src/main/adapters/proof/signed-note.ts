import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, sign, verify } from 'node:crypto'

import { parseSignedNote } from '../../../shared/signed-head.ts'

/** The type of Ed25519 keys in the names of keys (C2SP signed-note). */
const ED25519 = 1
const KEY_NAME_BYTES = 4
const RAW_KEY_BYTES = 32

/** Creates an Ed25519 key: PKCS #8 in base64. */
export function createSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
}

/** Returns the public key of a key of `createSigningKey`, as PEM. Throws if it is none. */
export function publicKeyOf(signingKey: string): string {
  return createPublicKey(privateKeyOf(signingKey)).export({ format: 'pem', type: 'spki' }).toString()
}

/** Signs a text, which ends with a line end, as a signed note of C2SP. Throws if the key is none. */
export function signNote(text: string, signer: string, signingKey: string): string {
  const key = privateKeyOf(signingKey)
  const signature = Buffer.concat([keyName(signer, createPublicKey(key)), sign(null, Buffer.from(text), key)])
  return `${text}\n— ${signer} ${signature.toString('base64')}\n`
}

/** Whether a note was signed with the key of this public key (PEM). False if either cannot be read. */
export function isSignedWith(note: string, publicKey: string): boolean {
  const parsed = parseSignedNote(note)
  if (parsed === null || parsed.signer !== parsed.origin) return false
  try {
    const key = createPublicKey(publicKey)
    const bytes = Buffer.from(parsed.signature, 'base64')
    // Base64 has several forms of the same bytes; only one of them is what was written.
    if (key.asymmetricKeyType !== 'ed25519' || bytes.toString('base64') !== parsed.signature) return false
    return (
      bytes.subarray(0, KEY_NAME_BYTES).equals(keyName(parsed.signer, key)) &&
      verify(null, Buffer.from(parsed.text), key, bytes.subarray(KEY_NAME_BYTES))
    )
  } catch {
    return false
  }
}

function privateKeyOf(signingKey: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(signingKey, 'base64'), format: 'der', type: 'pkcs8' })
}

function keyName(signer: string, publicKey: KeyObject): Buffer {
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-RAW_KEY_BYTES)
  return hash('sha256', Buffer.concat([Buffer.from(`${signer}\n`), Buffer.from([ED25519]), raw]), 'buffer').subarray(
    0,
    KEY_NAME_BYTES,
  )
}
