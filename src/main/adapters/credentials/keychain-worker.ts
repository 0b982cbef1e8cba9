/**
 * The thread that calls the native keychain: a call to a hanging service blocks for seconds, and would block the whole
 * app. Sends one reply to each request, in order.
 */
import { parentPort } from 'node:worker_threads'
import type { AsyncEntry } from 'keytar'
import { errorMessage, ok } from '../../../shared/result.ts'
import type { KeychainReply, KeychainRequest } from './keychain.ts'

/** The name of the secrets in the keychain's own user interface. */
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

/** Imported at first use, so that a missing native file is reported like any other error. */
async function openEntry(account: string): Promise<AsyncEntry> {
  const keytar = await import('keytar')
  // Without this setting and without D-Bus, it would "succeed" by writing to the kernel's keyring, which is lost at a
  // reboot.
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
