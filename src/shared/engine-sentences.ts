/**
 * Sentences that the engine says about its parts. The window finds them by their text to say them in its language
 * (`renderer/text/table-texts.ts`), so each is written here only.
 */
export const ENGINE_SENTENCES = {
  embedded: 'embedded',
  keychain: 'System keychain',
  keychainUnused: 'System keychain, not used yet',
  noKeychain: 'There is no keychain service here',
  keychainOff: 'The keychain is switched off',
  keychainLocked: 'The keychain is locked',
  keychainTimeout: 'The keychain did not answer',
  keychainFailed: 'The keychain failed',
  noBubblewrap: 'There is no sandbox: bubblewrap is not installed (on Debian and Ubuntu: apt install bubblewrap).',
  noSandbox: 'There is no sandbox for this operating system.',
  sandboxOff: 'The sandbox is switched off.',
  newDatabase: 'embedded, made at the first start',
} as const

export type EngineSentenceName = keyof typeof ENGINE_SENTENCES

/** What follows a sentence about a keychain that cannot be used. */
export const WITHOUT_KEYCHAIN = '; using environment and credentials.json'
