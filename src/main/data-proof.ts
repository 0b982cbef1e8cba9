import { hash } from 'node:crypto'

import { DONE, mapOk, ok, refuse, type Result } from '../shared/result.ts'
import { sentence } from '../shared/sentence.ts'
import { sizeOf } from '../shared/signed-head.ts'
import { dataDirectory } from './adapters/config/directories.ts'
import { takeEnvironment } from './adapters/environment/take-environment.ts'
import { createDisclosureReader, disclosureLines, isNoteSigned } from './adapters/proof/disclosure-file.ts'
import {
  lastSignedNote,
  machineKey,
  noteProblems,
  readSignedHead,
  signedHeadPath,
  signHeads,
} from './adapters/proof/log-signer.ts'
import { canSign, compareWithSigned } from './adapters/proof/signed-check.ts'
import { readLogId } from './adapters/storage/backup-source.ts'
import { readDisclosure } from './adapters/storage/read-disclosure.ts'
import { createHeadReader, startSigning } from './adapters/storage/read-heads.ts'
import { verifyEvents } from './adapters/storage/verify-events.ts'
import { withDatabase } from './adapters/storage/with-database.ts'
import { verifyBackup } from './core/backup/verify-backup.ts'
import type { SecretStore } from './core/ports/config-ports.ts'
import type { LogProof, SignedLogCheck } from './core/ports/verify-ports.ts'
import {
  databasePlace,
  folderSigner,
  judgeFolder,
  machineSecrets,
  openFolder,
  readPublicKey,
  signNewest,
} from './data-place.ts'

/** Verifies and signs this user's log, without an engine. A composition root, as data-backup.ts is. */
export function createLogProof(): LogProof {
  const environment = takeEnvironment()
  const secrets = machineSecrets(environment)
  const checkNote: LogProof['checkNote'] = async (note, keyFile) => {
    const given = keyFile === null ? DONE : await readPublicKey(keyFile)
    if (!given.ok) return given
    const own = given.value === null ? await machineKey(secrets) : null
    return ok(isNoteSigned(note, given.value, own))
  }
  return {
    publicKey: () => machineKey(secrets),
    checkNote,
    async disclose({ agent, events }) {
      return withDatabase(await databasePlace(environment), async (client) => {
        const head = await signNewest(secrets, createHeadReader(client))
        if (!head.ok) return head
        const read = await readDisclosure(client, { agent, events, heads: head.value.heads, sha256 })
        return read.ok ? disclosureLines(head.value, read.value) : read
      })
    },
    async verifyBackup({ directory, passphrase, signedFile, keyFile }) {
      const folder = await openFolder(directory, passphrase)
      if (!folder.ok) return folder
      const kept = signedFile === null ? DONE : await readSignedHead(signedFile)
      if (!kept.ok) return kept
      const signature = await judgeFolder(folder.value, folderSigner(secrets, directory), keyFile)
      if (!signature.ok) return signature
      const checked = await verifyBackup(folder.value, { sha256, hashBytes, signed: kept.value })
      if (!checked.ok) return checked
      const { signed, ...found } = checked.value
      const check = { ...found, signature: signature.value }
      if (signed === null) return ok({ ...check, signedEvents: null, isSigned: null })
      return mapOk(await checkNote(signed.note, keyFile), (isSigned) => ({
        ...check,
        signedEvents: sizeOf(signed.heads),
        isSigned,
        signedProblems: [
          ...noteProblems(signed, check.logId),
          ...check.signedProblems.map((problem) => sentence(problem)),
        ],
      }))
    },
    openDisclosure: (firstLine, keyFile) =>
      createDisclosureReader(firstLine, {
        given: async () => (keyFile === null ? DONE : readPublicKey(keyFile)),
        own: () => machineKey(secrets),
      }),
    async verify({ agent, sign, signedFile, keyFile }) {
      const path = signedFile ?? signedHeadPath(dataDirectory())
      const publicKey = keyFile === null ? ok(await machineKey(secrets)) : await readPublicKey(keyFile)
      if (!publicKey.ok) return publicKey
      return withDatabase(await databasePlace(environment), async (client) => {
        if (sign !== null) await startSigning(client)
        // In this order, because an engine may sign meanwhile: the head is not older than the note, nor newer than the log.
        const lastNote = signedFile === null ? await lastSignedNote(secrets, await readLogId(client)) : null
        const read = await readSignedHead(path)
        if (!read.ok && signedFile !== null) return read
        if (read.ok && read.value === null && signedFile !== null) return refuse(`There is no file ${path}.`)
        const checked = await verifyEvents(client, agent, read.ok ? read.value?.heads : [])
        if (!checked.ok) return checked
        const check = compareWithSigned(checked.value, { read, publicKey: publicKey.value, lastNote, sign })
        if (sign === null || !canSign(check, sign)) return ok(check)
        const before = sign === 'anew' ? ((read.ok ? read.value?.note : null) ?? lastNote) : null
        return signLog(secrets, path, check, before)
      })
    },
  }
}

function sha256(text: string): string {
  return hash('sha256', text)
}

function hashBytes(bytes: Uint8Array): string {
  return hash('sha256', bytes)
}

async function signLog(
  secrets: SecretStore,
  path: string,
  check: SignedLogCheck,
  before: string | null,
): Promise<Result<SignedLogCheck>> {
  const { logId, heads } = check
  if (logId === null) return ok(check)
  const signed = await signHeads(secrets, { path, logId }, heads, before)
  const covered = { signedProblems: [], signedEvents: sizeOf(heads), isSignatureChecked: true, signedTo: path }
  return mapOk(signed, () => ({ ...check, ...covered }))
}
