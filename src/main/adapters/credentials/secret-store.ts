import { join } from 'node:path'

import { learnSecrets, learnSecretsIn } from '../../../shared/known-secrets.ts'
import { err, errorMessage, ok } from '../../../shared/result.ts'
import type { SecretStore } from '../../core/ports/config-ports.ts'
import { withFileLock } from '../file-lock.ts'
import { createCredentialsFile } from './credentials-file.ts'
import type { Keychain, KeychainProblemKind } from './keychain-port.ts'
import { makeFolder } from '../../make-folder.ts'

/** Then all secrets are in the file. */
const WITHOUT_KEYCHAIN: ReadonlySet<KeychainProblemKind> = new Set(['off', 'no_service'])

const NO_ANSWER = {
  category: 'STORAGE',
  message: 'The keychain does not answer. Unlock it.',
  retryable: false,
} as const

/** Creates the store for secrets that ikigai was given by others: the keychain, else `logins.json`. */
export function createSecretStore({
  configDirectory,
  keychain,
}: {
  /** The directory of the file that is used where the keychain does not answer. */
  readonly configDirectory: string
  readonly keychain: Keychain
}): SecretStore {
  const file = createCredentialsFile(configDirectory, 'logins.json')
  const look = async (name: string) => {
    const found = await keychain.get(name)
    const secret = (found.ok ? found.value : null) ?? (await file.read()).key(name)
    if (secret !== null) remember(secret)
    return { secret, isCertain: found.ok || WITHOUT_KEYCHAIN.has(found.problem.kind) }
  }
  return {
    get: async (name) => (await look(name)).secret,
    async find(name) {
      const { secret, isCertain } = await look(name)
      return secret !== null || isCertain ? ok(secret) : err(NO_ANSWER)
    },
    async set(name, secret) {
      remember(secret)
      const kept = await keychain.set(name, secret)
      // An older secret in the file would be found again as soon as the keychain did not answer.
      return kept.ok ? file.remove(name) : file.set(name, secret)
    },
    async remove(name) {
      await keychain.remove(name)
      return file.remove(name)
    },
    async exclusively(work) {
      try {
        makeFolder(configDirectory, { mode: 0o700 })
        return await withFileLock(join(configDirectory, 'secrets.lock'), work)
      } catch (error) {
        const message = `Secrets cannot be stored in ${configDirectory}: ${errorMessage(error)}.`
        return err({ category: 'STORAGE', message, retryable: true })
      }
    },
  }
}

/** No message may repeat it. Logins are stored as JSON. */
function remember(secret: string): void {
  learnSecretsIn(secret)
  if (!secret.trimStart().startsWith('{')) learnSecrets([secret])
}
