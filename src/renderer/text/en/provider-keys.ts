/** Settings › Keys. */
export const providerKeys = {
  loading: 'Loading keys…',
  places: {
    keychain: 'Stored in the system keychain.',
    file: ({ reason }: { reason: string }) => `${reason}: stored in credentials.json, readable by your user only.`,
    noKeychain: 'No keychain',
  },
  test: 'Test',
  testFor: ({ provider }: { provider: string }) => `Test key for ${provider}`,
  removeFor: ({ provider }: { provider: string }) => `Remove key for ${provider}`,
  add: 'Add key',
  addFor: ({ provider }: { provider: string }) => `Add key for ${provider}`,
  replace: 'Replace',
  replaceFor: ({ provider }: { provider: string }) => `Replace key for ${provider}`,
  keyFor: ({ provider }: { provider: string }) => `Key for ${provider}`,
  placeholder: ({ variable }: { variable: string }) => `Key, as in ${variable}`,
  saveFor: ({ provider }: { provider: string }) => `Save for ${provider}`,
  looksLike: ({ provider }: { provider: string }) => `This looks like a key of ${provider}.`,
  // The address follows.
  getAt: 'Get a key at',
  states: {
    notNeeded: 'needs no key',
    missing: 'not set',
    set: 'set',
    endsIn: ({ end }: { end: string }) => `ends in …${end}`,
    from: ({ source }: { source: string }) => `from ${source}`,
    fromKeychain: 'from keychain',
  },
  testing: 'Testing the key…',
  works: ({ models }: { models: number }) => `Works · ${models} models`,
  refused: ({ provider, reason }: { provider: string; reason: string }) => `Refused by ${provider}: ${reason}`,
  refusedWithStatus: ({ provider, status, reason }: { provider: string; status: number; reason: string }) =>
    `Refused by ${provider} (${status}): ${reason}`,
  notTested: ({ reason }: { reason: string }) => `Saved, not tested: ${reason}`,
}
