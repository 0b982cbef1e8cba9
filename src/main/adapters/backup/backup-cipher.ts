import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

import type { BackupEncryption } from '../../../shared/backup-manifest.ts'

/** AES-256-GCM: the nonce, the encrypted bytes, and the tag by which every change is found. */
export interface BackupCipher {
  readonly encryption: BackupEncryption
  encrypt(bytes: Uint8Array): Uint8Array
  /** Throws if the bytes were changed, or encrypted with another passphrase. */
  decrypt(bytes: Uint8Array): Uint8Array
}

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** scrypt's other parameters as RFC 7914 suggests them. */
const BLOCK_SIZE = 8

/** Cost of new backups: 128 MiB of memory, about half a second. */
export const SCRYPT_COST = 2 ** 17

const deriveKey = promisify<string, Uint8Array, number, object, Buffer>(scrypt)

/** Derives the key. The passphrase is brought to one Unicode form, because keyboards differ in that. */
export async function createBackupCipher(passphrase: string, encryption: BackupEncryption): Promise<BackupCipher> {
  const { cost, salt } = encryption
  const options = { cost, blockSize: BLOCK_SIZE, parallelization: 1, maxmem: 2 ** 20 + 256 * cost * BLOCK_SIZE }
  const key = await deriveKey(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 32, options)
  return {
    encryption,
    encrypt(bytes) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce)
      return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    },
    decrypt(bytes) {
      if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('it is too short')
      const end = bytes.length - TAG_BYTES
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAuthTag(bytes.subarray(end))
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, end)), decipher.final()])
    },
  }
}

export function newEncryption(cost: number): BackupEncryption {
  return { kdf: 'scrypt', cost, salt: randomBytes(16).toString('base64') }
}
