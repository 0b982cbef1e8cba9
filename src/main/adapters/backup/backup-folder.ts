import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

import {
  backupFileHeaderSchema,
  backupHeaderSchema,
  type BackupManifest,
  backupManifestSchema,
} from '../../../shared/backup-manifest.ts'
import { err, errorMessage, ok, refuse, type Result } from '../../../shared/result.ts'
import type { BackupFolder, BackupRows } from '../../core/ports/backup-ports.ts'
import { type BackupCipher, createBackupCipher, newEncryption, SCRYPT_COST } from './backup-cipher.ts'
import { type BackupStore, UNFINISHED_SUFFIX } from './backup-store.ts'

export const MANIFEST = 'ikigai-backup.json'
/** Version of the format; a reader refuses those that it does not know. */
const VERSION = 1
/** Bytes. A manifest is read before anything in it is known. */
const MANIFEST_LIMIT = 512 * 1024 * 1024
/** Bytes of a file's content; keeps a crafted file from filling the memory. */
const CONTENT_LIMIT = 1024 * 1024 * 1024
const LINE_END = 0x0a

/** Of a signature: the SHA-256 of the manifest's file goes before it. */
const NOTE_SUFFIX = '.note'
/** Bytes. */
const NOTE_LIMIT = 4096

const OWN_NAME = new RegExp(`^([0-9a-f]{64}([.]note)?|${MANIFEST.replace('.', '[.]')})([.][0-9a-f-]{36}[.]tmp)?$`)

const compress = promisify(gzip)
const decompress = promisify<Uint8Array, object, Buffer>(gunzip)

interface Header {
  /** SHA-256 of the file. */
  readonly file: string
  readonly body: Uint8Array
  readonly cipher: BackupCipher | null
}

/** Opens the backup in a folder, or a new one. A null passphrase: not encrypted. `cost`: of scrypt, for a new backup. */
export async function openBackupFolder(
  store: BackupStore,
  passphrase: string | null,
  cost = SCRYPT_COST,
): Promise<Result<BackupFolder>> {
  const opened = await toFolderResult(() => readHeader(store, passphrase))
  if (!opened.ok) return opened
  const header = opened.value
  if (header === null) {
    const others = await toFolderResult(async () => (await store.list()).filter((name) => !OWN_NAME.test(name)))
    if (!others.ok) return others
    if (others.value.length > 0) {
      return refuse('The folder holds other files and no backup. Give an empty folder, or one that does not exist yet.')
    }
  }
  const cipher =
    header !== null
      ? header.cipher
      : passphrase === null
        ? null
        : await createBackupCipher(passphrase, newEncryption(cost))
  /** The signature of the manifest in place. */
  let noteName = header === null ? null : header.file + NOTE_SUFFIX
  const readManifest = ({ body, cipher: own }: Header): BackupManifest =>
    parseManifest(own === null ? body : decryptManifest(own, body))
  return ok({
    manifest: () => toFolderResult(async () => (header === null ? null : readManifest(header))),
    seal: () =>
      toFolderResult(async () => {
        if (header === null) return null
        const { logId } = readManifest(header)
        // Something else in its place is no signature.
        const note = await store.read(header.file + NOTE_SUFFIX, NOTE_LIMIT).catch(() => Buffer.from(''))
        return { logId, manifest: header.file, note: note === null ? null : Buffer.from(note).toString('utf8') }
      }),
    write: (rows) =>
      toFolderResult(async () => {
        const packed = await compress(pack(rows))
        const stored = cipher === null ? packed : cipher.encrypt(packed)
        const file = sha256Of(stored)
        await store.write(file, stored)
        return { file, bytes: stored.length }
      }),
    read: async ({ file, bytes }) => {
      try {
        const stored = await store.read(file, bytes)
        if (stored === null) throw new Error('it is missing')
        if (stored.length !== bytes) throw new Error(`it has ${stored.length} bytes instead of ${bytes}`)
        if (sha256Of(stored) !== file) throw new Error('its bytes were changed')
        const packed = cipher === null ? stored : cipher.decrypt(stored)
        return ok(unpack(await decompress(packed, { maxOutputLength: CONTENT_LIMIT })))
      } catch (error) {
        return folderError(errorMessage(error))
      }
    },
    replaceManifest: (manifest, sign) =>
      toFolderResult(async () => {
        const text = Buffer.from(JSON.stringify(manifest))
        const body = cipher === null ? text.toString() : Buffer.from(cipher.encrypt(text)).toString('base64')
        const encryption = cipher?.encryption ?? null
        const written = { format: 'ikigai-backup', version: VERSION, encryption, sha256: sha256Of(body), body }
        const bytes = Buffer.from(JSON.stringify(written))
        const name = sha256Of(bytes) + NOTE_SUFFIX
        if (sign !== undefined) await store.write(name, Buffer.from(sign(sha256Of(bytes))))
        await store.write(MANIFEST, bytes)
        noteName = name
        return null
      }),
    removeOthers: (kept) =>
      toFolderResult(async () => {
        const own = (await store.list()).filter((name) => OWN_NAME.test(name) && name !== MANIFEST)
        for (const name of own) {
          const isKept = kept.has(name) || name === noteName
          if (name.endsWith(UNFINISHED_SUFFIX) || !isKept) await store.remove(name)
        }
        return null
      }),
  })
}

/** Whether the backup of a folder is encrypted; null: there is none. */
export function findEncryption(store: BackupStore): Promise<Result<boolean | null>> {
  return toFolderResult(async () => {
    const header = await parseHeader(store)
    return header === null ? null : header.encryption !== null
  })
}

async function parseHeader(store: BackupStore) {
  const bytes = await store.read(MANIFEST, MANIFEST_LIMIT)
  if (bytes === null) return null
  const parsed = backupHeaderSchema.safeParse(parseJson(bytes))
  // A space, a repeated key or another form of a number would be read as what was written.
  const isAsWritten = JSON.stringify(parseJson(bytes)) === Buffer.from(bytes).toString('utf8')
  if (!parsed.success || !isAsWritten || sha256Of(parsed.data.body) !== parsed.data.sha256)
    throw new Error(DAMAGED_MANIFEST)
  if (parsed.data.version > VERSION) throw new Error('The backup was made by a newer version of ikigai. Update ikigai.')
  return { ...parsed.data, file: sha256Of(bytes) }
}

const DAMAGED_MANIFEST = `${MANIFEST} is damaged, and without it the backup cannot be read. Use another copy of the folder, or make a new backup in another one.`

async function readHeader(store: BackupStore, passphrase: string | null): Promise<Header | null> {
  const header = await parseHeader(store)
  if (header === null) return null
  const { encryption, body, file } = header
  if (encryption === null) {
    if (passphrase !== null)
      throw new Error('This backup is not encrypted. Leave the passphrase out, or choose another folder.')
    return { file, body: Buffer.from(body), cipher: null }
  }
  if (passphrase === null) throw new Error('This backup is encrypted. Give its passphrase.')
  const cipher = await createBackupCipher(passphrase, encryption)
  const bytes = Buffer.from(body, 'base64')
  decryptManifest(cipher, bytes)
  return { file, body: bytes, cipher }
}

/** The hash of the body is right, so a failure means another key. */
function decryptManifest(cipher: BackupCipher, body: Uint8Array): Uint8Array {
  try {
    return cipher.decrypt(body)
  } catch {
    throw new Error('The passphrase is wrong. Nothing was changed.')
  }
}

function parseManifest(bytes: Uint8Array): BackupManifest {
  const manifest = backupManifestSchema.safeParse(parseJson(bytes))
  if (!manifest.success) throw new Error(DAMAGED_MANIFEST)
  return manifest.data
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}

function pack({ table, columns, body }: BackupRows): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ table, columns })}\n`), body])
}

function unpack(content: Uint8Array): BackupRows {
  const end = content.indexOf(LINE_END)
  const header = backupFileHeaderSchema.safeParse(parseJson(content.subarray(0, Math.max(end, 0))))
  if (!header.success) throw new Error('its first line is not that of a backup file')
  return { ...header.data, body: content.subarray(end + 1) }
}

function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function folderError<T>(message: string): Result<T> {
  return err({ category: 'STORAGE', message, retryable: false })
}

async function toFolderResult<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work())
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
    const full =
      'The disk of the backup is full. The previous backup is unchanged. Free some space, or choose another folder.'
    return folderError(isFull ? full : errorMessage(error))
  }
}
