import type { SecretStore } from '../../core/ports/config-ports.ts'
import { createCredentialsFile } from './credentials-file.ts'
import type { Keychain } from './keychain-port.ts'

interface SecretStoreOptions {
  /** The directory of the file that is used where the keychain does not answer. */
  readonly configDirectory: string
  readonly keychain: Keychain
}

/** Creates the store for secrets that ikigai was given by others: the keychain, else `logins.json`. */
export function createSecretStore({ configDirectory, keychain }: SecretStoreOptions): SecretStore {
  const file = createCredentialsFile(configDirectory, 'logins.json')
  return {
    async get(name) {
      const found = await keychain.get(name)
      return (found.ok ? found.value : null) ?? (await file.read()).key(name)
    },
    async set(name, secret) {
      const kept = await keychain.set(name, secret)
      // An older secret in the file would be found again as soon as the keychain did not answer.
      return kept.ok ? file.remove(name) : file.set(name, secret)
    },
    async remove(name) {
      await keychain.remove(name)
      return file.remove(name)
    },
  }
}
