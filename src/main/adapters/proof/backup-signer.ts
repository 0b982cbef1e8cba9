import { hash, randomUUID } from 'node:crypto'

import { DONE, mapOk, ok, type Result } from '../../../shared/result.ts'
import { backupNoteText, backupOrigin, parseBackupNote } from '../../../shared/signed-export.ts'
import type { BackupSeal, BackupSignature, BackupSigner } from '../../core/ports/backup-signature-ports.ts'
import type { SecretStore } from '../../core/ports/config-ports.ts'
import { isNoteSigned } from './disclosure-file.ts'
import { findMachineKey, findOrMakeKey, originOf } from './log-signer.ts'
import { isSignedWith, publicKeyOf, signNote } from './signed-note.ts'

const REMOVED =
  'The backup is not signed, though one in this folder was: it was replaced, or the keychain did not answer when it was made.'
const NO_SIGNATURE = 'The backup has no signature, or it was removed.'
const OTHER = 'The signature beside the backup is of another one: the backup was changed or replaced.'
const NOT_COMPARED =
  'The keychain does not answer, so the backup was not compared with what this machine signed last. Unlock it and try again.'
const WRONG_KEY = 'The signature of the backup is not of the expected key.'

type BackupNote = NonNullable<ReturnType<typeof parseBackupNote>>

/**
 * Signs the backups in a folder. The last note of each folder is kept among the secrets, by the id that the folder got with its
 * first signed backup, and by its path, where a backup without a signature would have no id. `path`: of the folder, without links.
 */
export function createBackupSigner(secrets: SecretStore, path: () => Promise<string>): BackupSigner {
  const nameByPath = async (): Promise<string> => nameOf(hash('sha256', await path()).slice(0, 32))
  /** The note that was kept under a name; null: there is none, or the key is another one now. */
  const kept = async (name: string, own: string | null): Promise<Result<KeptNote | null>> =>
    mapOk(await secrets.find(name), (note) =>
      note === null || own === null || !isSignedWith(note, own) ? null : { note, said: parseBackupNote(note) },
    )
  const judge: BackupSigner['judge'] = async (seal, key) => {
    const found = await findMachineKey(secrets)
    const own = found.ok ? found.value : null
    const said = seal.note === null ? null : parseBackupNote(seal.note)
    const here = await kept(await nameByPath(), own)
    const folder = said === null ? DONE : await kept(nameOf(said.folder), own)
    const last = folder.ok ? folder.value : null
    const isExpected = (here.ok && here.value !== null) || last !== null
    const isSigned = seal.note === null ? null : isNoteSigned(seal.note, key, own)
    const judged = judgeNote(seal, { said, isSigned, isExpected, key, last })
    const isCompared = found.ok && here.ok && folder.ok
    return isCompared || judged.problem !== null ? judged : { ...judged, problem: NOT_COMPARED }
  }
  return {
    judge,
    async begin(logId, { madeAt, previous }) {
      const found = await findOrMakeKey(secrets)
      if (!found.ok) return found
      const before = previous === null ? null : await judge(previous, null)
      const said = before?.state === 'signed' ? parseBackupNote(previous?.note ?? '') : null
      const folder = said?.folder ?? randomUUID()
      const last = await kept(nameOf(folder), publicKeyOf(found.value))
      if (!last.ok) return last
      const sequence = Math.max(said?.sequence ?? 0, last.value?.said?.sequence ?? 0) + 1
      let note = ''
      return ok({
        previous: before,
        sign(manifest) {
          const origin = backupOrigin(originOf(logId))
          note = signNote(backupNoteText(origin, { sequence, folder, madeAt, manifest }), origin, found.value)
          return note
        },
        async placed(): Promise<Result<null>> {
          const byFolder = await secrets.set(nameOf(folder), note)
          return byFolder.ok ? mapOk(await secrets.set(await nameByPath(), note), () => null) : byFolder
        },
      })
    },
  }
}

const nameOf = (folder: string): string => `signed-backup-${folder}`

/** What this machine signed last. */
interface KeptNote {
  readonly note: string
  readonly said: BackupNote | null
}

interface NoteFacts {
  /** Null: there is no note about a backup. */
  readonly said: BackupNote | null
  /** Null: there is no key that it could be of. */
  readonly isSigned: boolean | null
  /** Whether this machine signed a backup in this folder. */
  readonly isExpected: boolean
  /** The key that was given. */
  readonly key: string | null
  /** What this machine signed last in the folder. */
  readonly last: KeptNote | null
}

function judgeNote(seal: BackupSeal, { said, isSigned, isExpected, key, last }: NoteFacts): BackupSignature {
  if (seal.note === null) {
    return { state: 'unsigned', problem: key !== null ? NO_SIGNATURE : isExpected ? REMOVED : null }
  }
  if (said === null || !said.isOf(seal.manifest) || said.origin !== backupOrigin(originOf(seal.logId))) {
    return { state: 'wrong', problem: OTHER }
  }
  if (isSigned !== true) {
    return key !== null || isExpected ? { state: 'wrong', problem: WRONG_KEY } : { state: 'unknown', problem: null }
  }
  return { state: 'signed', problem: isOlder(seal, said, last) ? olderText(said, last?.said?.madeAt) : null }
}

function isOlder({ note }: BackupSeal, { sequence }: BackupNote, last: NoteFacts['last']): boolean {
  const newest = last?.said?.sequence ?? 0
  return sequence < newest || (sequence === newest && note !== last?.note)
}

function olderText({ madeAt }: BackupNote, newest = ''): string {
  return `The backup is of ${madeAt} and older than the newest one in this folder, of ${newest}: an older state was put in its place, or this is a copy.`
}
