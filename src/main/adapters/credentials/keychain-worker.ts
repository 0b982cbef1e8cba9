/**
 * The thread in which the native keychain runs: a call into a service that hangs blocks for seconds, and would block
 * the whole app. Answers each request with one reply, in order.
 */
import { parentPort } from 'node:worker_threads'
import type { AsyncEntry } from 'keytar'
import { errorMessage, ok } from '../../../shared/result.ts'
import type { KeychainReply, KeychainRequest } from './keychain.ts'

/** The name under which a person finds the secrets in the keychain's own window. */
const SERVICE = 'ikigai'

parentPort?.on('message', (request: KeychainRequest) => void replyTo(request))

async function replyTo(request: KeychainRequest): Promise<void> {
  parentPort?.postMessage(await answer(request))
}

async function answer(request: KeychainRequest): Promise<KeychainReply> {
  try {
    return ok(await perform(await openEntry(request.account), request))
  } catch (error) {
    return { ok: false, detail: errorMessage(error) }
  }
}

/** Imported at first use: where the native file is missing, that is an answer like any other. */
async function openEntry(account: string): Promise<AsyncEntry> {
  const keytar = await import('keytar')
  // Without the pin and without a D-Bus it would "succeed" into the kernel's keyring, which is gone after a reboot.
  return new keytar.AsyncEntry(SERVICE, account, { linux: { store: 'secret-service' } })
}

async function perform(entry: AsyncEntry, request: KeychainRequest): Promise<string | null> {
  switch (request.operation) {
    case 'get':
      return entry.getPassword()
    case 'set':
      await entry.setPassword(request.secret)
      return null
    case 'remove':
      await entry.deletePassword()
      return null
    default:
      return request satisfies never
  }
}
