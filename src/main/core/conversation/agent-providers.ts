import type { AgentId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { Provider, ProviderFactory } from '../ports/provider-ports.ts'
import type { ProviderName } from '../../../shared/providers.ts'
import { RecentlyUsed } from '../../../shared/recently-used.ts'

interface MadeProvider {
  readonly name: ProviderName
  readonly result: Promise<Result<Provider>>
}

/** Most instances kept in memory. Creating a dropped instance again is cheap. */
const MAX_KEPT = 256

/** Provider instances, one per agent, created at first use (docs/behaviour/turns.md#provider-instances). */
export class AgentProviders {
  readonly #factory: ProviderFactory
  readonly #made = new RecentlyUsed<AgentId, MadeProvider>(MAX_KEPT)

  constructor(factory: ProviderFactory) {
    this.#factory = factory
  }

  /** Returns the agent's instance. A failed creation is tried again at the next use. */
  providerOf(agentId: AgentId, name: ProviderName): Promise<Result<Provider>> {
    const known = this.#made.get(agentId)
    if (known?.name === name) return known.result
    const result = this.#factory.create(name, { agentId })
    this.#made.set(agentId, { name, result })
    const forget = (): void => {
      if (this.#made.get(agentId)?.result === result) this.#made.delete(agentId)
    }
    void result.then((made) => made.ok || forget(), forget)
    return result
  }

  /** Discards the agent's instance; the next request creates a new one. */
  drop(agentId: AgentId): void {
    this.#made.delete(agentId)
  }

  dropAll(): void {
    this.#made.clear()
  }
}
