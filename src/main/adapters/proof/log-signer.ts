import { hash } from 'node:crypto'
import { join } from 'node:path'

import { advice } from '../../../shared/advice.ts'
import { parseJson } from '../../../shared/json.ts'
import { err, errorMessage, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { exportNoteText, exportOrigin } from '../../../shared/signed-export.ts'
import {
  type AgentHead,
  parseSignedNote,
  rootOf,
  type SignedHead,
  signedHeadSchema,
  sizeOf,
} from '../../../shared/signed-head.ts'
import type { SecretStore } from '../../core/ports/config-ports.ts'
import type { ExportSigner } from '../../core/ports/verify-ports.ts'
import { readRegularFile } from '../read-regular-file.ts'
import { replaceFile } from '../replace-file.ts'
import { createSigningKey, isSignedWith, publicKeyOf, signNote } from './signed-note.ts'

const KEY = 'log-signing-key'

/** What is compared with a signed head. */
interface SignedSubject {
  readonly head: SignedHead
  /** PEM. Null: there is no key to compare the signature with. */
  readonly publicKey: string | null
  /** The log in the database. Null: it was never signed, nor backed up. */
  readonly logId: string | null
  /** The note that this machine signed last for the log. Null: none, or another file is compared. */
  readonly lastNote: string | null
}

/** Where the signed head of the log in a data directory is. */
export function signedHeadPath(dataDirectory: string): string {
  return join(dataDirectory, 'signed-head.json')
}

/** Reads a signed head; null: there is no such file. */
export async function readSignedHead(path: string): Promise<Result<SignedHead | null>> {
  try {
    const parsed = signedHeadSchema.safeParse(parseJson((await readRegularFile(path)).text))
    if (parsed.success) return ok(parsed.data)
    return refuse(`${path} was changed or damaged: it is not a signed head. ${advice('sign_anew')}`)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ok(null)
    return refuse(`${path} cannot be read (${errorMessage(error)}).`)
  }
}

/** Whether a signed head names this log. */
export function isHeadOf({ note }: SignedHead, logId: string): boolean {
  return parseSignedNote(note)?.origin === originOf(logId)
}

interface HeadSubject extends Omit<SignedSubject, 'head'> {
  /** Null: there is none. */
  readonly head: SignedHead | null
  /** Whether the next head is to be signed. */
  readonly isSigning: boolean
}

/** Returns what is wrong with the signed head of a log, also if it is gone, in sentences. */
export function headProblems({ head, isSigning, ...subject }: HeadSubject): readonly string[] {
  if (head === null)
    return subject.lastNote === null ? [] : [`The signed head of this log was removed. ${advice('sign_anew')}`]
  const isKeyUnknown = isSigning && subject.publicKey === null
  return [...signedHeadProblems({ head, ...subject }), ...(isKeyUnknown ? [unknownKey()] : [])]
}

function unknownKey(): string {
  return `The key that signed the last head is not on this machine, or the keychain does not answer. ${advice('unlock_or_sign_anew')}`
}

/** Returns what is wrong with a signed head by itself, in sentences; the log is compared with it elsewhere. */
function signedHeadProblems({ head, publicKey, logId, lastNote }: SignedSubject): readonly string[] {
  const note = parseSignedNote(head.note)
  if (note === null) return [`The signed head was changed: it is not a signed note. ${advice('sign_anew')}`]
  const isForged = publicKey !== null && !isSignedWith(head.note, publicKey)
  const last = lastNote === null ? null : parseSignedNote(lastNote)
  const isOlder = last !== null && (note.size < last.size || (note.size === last.size && head.note !== lastNote))
  const isOther = note.origin !== originOf(logId ?? '')
  return [
    ...(isForged ? [`The signature of the signed head is not of the expected key. ${advice('sign_anew')}`] : []),
    ...noteProblems(head, logId ?? '').map((problem) => `${problem} ${advice('sign_anew')}`),
    ...(isOlder && !isOther
      ? [`The signed head is older than the last one that was signed here. ${advice('sign_anew')}`]
      : []),
  ]
}

/** Returns what is wrong with a signed head of this log, without its signature, in sentences. */
export function noteProblems({ note, heads }: SignedHead, logId: string): readonly string[] {
  const said = parseSignedNote(note)
  if (said === null) return ['The signed head was changed: it is not a signed note.']
  return [
    ...(said.root !== base64Root(heads) || said.size !== sizeOf(heads)
      ? ['The signed head was changed: its agents are not those that were signed.']
      : []),
    ...(said.origin === originOf(logId) ? [] : [`The signed head is of another log (${said.origin}).`]),
  ]
}

/** Returns the private key of this machine; null: there is none yet. An error says that the keychain does not answer. */
export function signingKey(secrets: SecretStore): Promise<Result<string | null>> {
  return secrets.find(KEY)
}

/** Returns the public key of this machine as PEM; null: there is none, or it cannot be read now. */
export async function machineKey(secrets: SecretStore): Promise<string | null> {
  return publicKeyOrNull(await secrets.get(KEY))
}

/** As `machineKey`, with an error if the keychain does not answer: there may be a key. */
export async function findMachineKey(secrets: SecretStore): Promise<Result<string | null>> {
  return mapOk(await signingKey(secrets), publicKeyOrNull)
}

function publicKeyOrNull(key: string | null): string | null {
  try {
    return key === null ? null : publicKeyOf(key)
  } catch {
    return null
  }
}

/** Returns the note that this machine signed last for a log; null: none. */
export async function lastSignedNote(secrets: SecretStore, logId: string | null): Promise<string | null> {
  return logId === null ? null : secrets.get(nameOfLast(logId))
}

/**
 * Signs the heads of a log and writes them to a file. Makes the key if there is none. `before`: the note that this one
 * does not continue, which is named in it.
 */
export async function signHeads(
  secrets: SecretStore,
  place: { readonly path: string; readonly logId: string },
  heads: readonly AgentHead[],
  before: string | null,
): Promise<Result<SignedHead>> {
  const found = await findOrMakeKey(secrets)
  if (!found.ok) return found
  const key = found.value
  const origin = originOf(place.logId)
  const old = before === null ? null : parseSignedNote(before)
  const anew = old === null ? '' : `begun anew after ${old.size} ${old.root}\n`
  const note = signNote(`${origin}\n${sizeOf(heads)}\n${base64Root(heads)}\n${anew}`, origin, key)
  const head: SignedHead = { note, heads: [...heads] }
  try {
    await replaceFile(place.path, `${JSON.stringify(head)}\n`)
  } catch (error) {
    return err({ category: 'STORAGE', message: `${place.path}: ${errorMessage(error)}.`, retryable: true })
  }
  const noted = await secrets.set(nameOfLast(place.logId), note)
  return noted.ok ? ok(head) : noted
}

/** Signs exports of a log with the key of this machine. */
export function createExportSigner(secrets: SecretStore, logId: () => Promise<string>): ExportSigner {
  return {
    async begin() {
      const origin = exportOrigin(originOf(await logId()))
      return mapOk(await findOrMakeKey(secrets), (key) => (end) => signNote(exportNoteText(origin, end), origin, key))
    },
  }
}

/** Returns the private key of this machine, and makes it if there is none. */
export async function findOrMakeKey(secrets: SecretStore): Promise<Result<string>> {
  const kept = await usableKey(secrets)
  if (!kept.ok) return kept
  if (kept.value !== null) return ok(kept.value)
  // If two processes made a key each, the second would replace the first, and signatures with the first could not be verified.
  return secrets.exclusively(async () => {
    const made = await usableKey(secrets)
    if (!made.ok) return made
    const key = made.value ?? createSigningKey()
    return made.value === null ? mapOk(await secrets.set(KEY, key), () => key) : ok(key)
  })
}

/** Null: there is none, or what is stored is no key. */
async function usableKey(secrets: SecretStore): Promise<Result<string | null>> {
  const kept = await signingKey(secrets)
  if (!kept.ok || kept.value === null) return kept
  return ok(publicKeyOrNull(kept.value) === null ? null : kept.value)
}

const nameOfLast = (logId: string): string => `signed-head-${logId}`

/** Who signs the heads of a log. */
export const originOf = (logId: string): string => `ikigai.local/${logId}`

function base64Root(heads: readonly AgentHead[]): string {
  return Buffer.from(
    rootOf((text) => hash('sha256', text), heads),
    'hex',
  ).toString('base64')
}
