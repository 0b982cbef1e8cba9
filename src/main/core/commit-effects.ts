import type { AgentRecord } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { AgentHomes } from './agents/agent-homes.ts'
import type { AgentRegistry } from './agents/agent-registry.ts'
import type { PromptQueues } from './agents/prompt-queues.ts'
import type { AgentContexts } from './context/agent-contexts.ts'
import type { TurnLoop } from './conversation/turn-loop.ts'
import { UntrustedState } from './events/event-hub.ts'
import type { Committed } from './ports/log-ports.ts'
import type { Races } from './races/races.ts'

/** What changes with a commit. */
interface CommitListeners {
  readonly registry: AgentRegistry
  readonly homes: AgentHomes
  readonly loop: Pick<TurnLoop, 'cancel'>
  /** Ends what runs for an agent that was killed. */
  readonly endPrograms: (agentId: AgentId) => void
  readonly queues: Pick<PromptQueues, 'show'>
  readonly contexts: Pick<AgentContexts, 'extend'>
  readonly races: Pick<Races, 'onEvent'>
}

/**
 * What every commit, of this and other engines, changes here before the subscribers get it: the tree, the turns and
 * programs of agents that are gone, the prompts that wait, the contexts, and races.
 */
export class CommitEffects {
  readonly #listeners: CommitListeners

  constructor(listeners: CommitListeners) {
    this.#listeners = listeners
  }

  /**
   * Applies a commit. An exception of one listener does not keep the others from it; the first is thrown afterwards,
   * as `UntrustedState` where the tree may lack the commit.
   */
  async apply({ agents, events }: Committed): Promise<void> {
    const { registry, contexts, races } = this.#listeners
    const each = new EachOfAll()
    for (const event of events) await each.run(() => registry.addEvent(event), UntrustedState)
    for (const agent of agents) await this.#applyAgent(agent, each)
    for (const event of events) await each.run(() => contexts.extend(event))
    for (const event of events) await each.run(() => races.onEvent(event))
    each.throwFirst()
  }

  async #applyAgent(agent: AgentRecord, each: EachOfAll): Promise<void> {
    const { registry, homes, loop, endPrograms, queues } = this.#listeners
    const before = registry.tree.get(agent.id)
    await each.run(() => registry.put(agent), UntrustedState)
    // Another engine may have killed it, or taken it over for another home: its turn here ends now.
    const isGone = agent.status === 'killed' || (homes.isHere(before) && !homes.isHere(agent))
    if (isGone) void loop.cancel(agent.id)
    if (isGone) await each.run(() => endPrograms(agent.id))
    await each.run(() => queues.show(before, agent))
  }
}

/** Runs all of several steps, whatever one of them throws. */
class EachOfAll {
  #first: { readonly error: unknown } | null = null

  /** `Failure`: what an exception of the step means; it is thrown before others. */
  async run(step: () => unknown, Failure?: new (cause: unknown) => Error): Promise<void> {
    try {
      await step()
    } catch (error) {
      if (Failure !== undefined) this.#first = { error: new Failure(error) }
      else this.#first ??= { error }
    }
  }

  /** Throws what the first step that failed has thrown. */
  throwFirst(): void {
    if (this.#first !== null) throw this.#first.error
  }
}
