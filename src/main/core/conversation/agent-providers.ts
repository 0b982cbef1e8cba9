import type { AgentId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { Provider, ProviderFactory } from '../ports.ts'
import type { ProviderName } from '../../../shared/providers.ts'
import { RecentlyUsed } from '../recently-used.ts'

interface MadeProvider {
  readonly name: ProviderName
  readonly result: Promise<Result<Provider>>
}

/** An instance that was dropped is made again in no time: this bounds the memory of a long session. */
const MAX_KEPT = 256

/** Each agent has its own instance, made at first use (docs/behaviour/turns.md#provider-instances). */
export class AgentProviders {
  readonly #factory: ProviderFactory
  readonly #made = new RecentlyUsed<AgentId, MadeProvider>(MAX_KEPT)

  constructor(factory: ProviderFactory) {
    this.#factory = factory
  }

  /** One that could not be made is tried again at the next use. */
  of(agentId: AgentId, name: ProviderName): Promise<Result<Provider>> {
    const known = this.#made.get(agentId)
    if (known?.name === name) return known.result
    const result = this.#factory.create(name)
    this.#made.set(agentId, { name, result })
    const forget = (): void => {
      if (this.#made.get(agentId)?.result === result) this.#made.delete(agentId)
    }
    void result.then((made) => made.ok || forget(), forget)
    return result
  }

  /** The next request makes a new instance. */
  drop(agentId: AgentId): void {
    this.#made.delete(agentId)
  }

  dropAll(): void {
    this.#made.clear()
  }
}
