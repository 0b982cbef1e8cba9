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
} as const

export type EngineSentenceName = keyof typeof ENGINE_SENTENCES

/** What follows a sentence about a keychain that cannot be used. */
export const WITHOUT_KEYCHAIN = '; using environment and credentials.json'
