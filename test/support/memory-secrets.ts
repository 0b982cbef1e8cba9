import type { SecretStore } from '../../src/main/core/ports/config-ports.ts'
import { DONE, ok } from '../../src/shared/result.ts'

/** Secrets in memory. */
export function memorySecrets(): SecretStore & { names(): readonly string[] } {
  const secrets = new Map<string, string>()
  return {
    names: () => [...secrets.keys()],
    get: async (name) => secrets.get(name) ?? null,
    find: async (name) => ok(secrets.get(name) ?? null),
    async set(name, secret) {
      secrets.set(name, secret)
      return DONE
    },
    async remove(name) {
      secrets.delete(name)
      return DONE
    },
    exclusively: (work) => work(),
  }
}
