import type { Keychain, KeychainProblemKind } from '../../src/main/adapters/credentials/keychain-port.ts'

/** A keychain in memory that can be made to fail, and records whether it was used. */
export interface MemoryKeychain extends Keychain {
  readonly secrets: Map<string, string>
  readonly questions: string[]
  trouble: KeychainProblemKind | null
}

export function createMemoryKeychain(): MemoryKeychain {
  const secrets = new Map<string, string>()
  const questions: string[] = []
  const answer = async <Value>(question: string, act: () => Value) => {
    questions.push(question)
    if (keychain.trouble !== null) {
      return { ok: false, problem: { kind: keychain.trouble, detail: 'in trouble' } } as const
    }
    return { ok: true, value: act() } as const
  }
  const keychain: MemoryKeychain = {
    secrets,
    questions,
    trouble: null,
    get: (account) => answer(`get ${account}`, () => secrets.get(account) ?? null),
    set: (account, secret) => answer(`set ${account}`, () => (secrets.set(account, secret), null)),
    remove: (account) => answer(`remove ${account}`, () => (secrets.delete(account), null)),
  }
  return keychain
}
