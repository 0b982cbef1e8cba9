import type { AgentEvent, NewEvent } from '../../../shared/agent-event.ts'
import { type AgentMarks, contextMarks } from '../../../shared/agent-marks.ts'
import { fileTarget } from '../../../shared/model-content.ts'
import type { ContextLedger } from '../../../shared/context-ledger.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { mapOk, refuse, type Result } from '../../../shared/result.ts'
import { AGENT_KILLED } from '../agents/agent-tree.ts'
import type { AgentOptions } from '../../../shared/contract/agents.ts'
import type { ModelOptions } from '../../../shared/model-options.ts'
import { agentOptions } from '../models/request-options.ts'
import { systemEvent } from './system-command.ts'
import { contextLedger } from '../context/context-ledger.ts'
import type { ContextReplay } from '../../../shared/context-replay.ts'
import type { CommandServices } from './command-services.ts'

const BAD_SCHEMA = 'The schema cannot be used. Give a JSON Schema of draft 2020-12.'
const BUSY = 'Wait until the turn has ended, or cancel it.'

/** Operations on a context other than typed commands, and views of it. */
export class ContextOperations {
  readonly #services: CommandServices

  constructor(services: CommandServices) {
    this.#services = services
  }

  async ledger(agentId: AgentId): Promise<Result<ContextLedger>> {
    const context = await this.#context(agentId)
    if (!context.ok) return context
    const about = await this.#services.identities.identitiesOf(agentId, context.value.items, false)
    const { registry, catalog } = this.#services
    const choice = registry.tree.get(agentId)?.choice ?? null
    const target = choice === null ? null : fileTarget(choice, catalog.find(choice.provider, choice.model))
    return mapOk(about, (value) => contextLedger(agentId, context.value, value, target))
  }

  async marks(agentId: AgentId): Promise<Result<AgentMarks>> {
    const context = await this.#context(agentId)
    return mapOk(context, (value) => contextMarks(value))
  }

  async systemPrompt(agentId: AgentId): Promise<Result<string>> {
    const context = await this.#context(agentId)
    return mapOk(context, (value) => value.system ?? '')
  }

  /** Removes an interrupted answer or a merged text from the context. */
  discard(agentId: AgentId, eventId: EventId): Promise<Result<null>> {
    return this.#services.order.run(agentId, () => this.#discard(agentId, eventId))
  }

  async #discard(agentId: AgentId, eventId: EventId): Promise<Result<null>> {
    const { contexts, loop } = this.#services
    if (loop.isBusy(agentId)) return refuse(BUSY)
    const context = await contexts.contextOf(agentId)
    if (!context.ok) return context
    const last = context.value.items.at(-1)
    if (last?.id !== eventId || (last.kind !== 'interrupted' && last.kind !== 'merge')) {
      return refuse(
        'Only an interrupted answer or a merged text at the end of the context can be discarded. Rewind instead.',
      )
    }
    return this.#record({ agentId, turnId: null, kind: 'rewind', content: null, data: { target_id: eventId } })
  }

  /** Rewinds the context so that it ends with the given message and the results of its tool calls. */
  rewind(agentId: AgentId, eventId: EventId): Promise<Result<null>> {
    return this.#services.order.run(agentId, () => this.#rewind(agentId, eventId))
  }

  async #rewind(agentId: AgentId, eventId: EventId): Promise<Result<null>> {
    const { registry, contexts, loop } = this.#services
    if (registry.tree.get(agentId)?.status === 'killed') return refuse(AGENT_KILLED)
    if (loop.isBusy(agentId)) return refuse(BUSY)
    const context = await contexts.contextOf(agentId)
    if (!context.ok) return context
    const point = rewindPoint(context.value.items, eventId)
    if (!point.ok) return refuse(point.message)
    return this.#record({ agentId, turnId: null, kind: 'rewind', content: null, data: { target_id: point.targetId } })
  }

  setSystemPrompt(agentId: AgentId, text: string): Promise<Result<null>> {
    return this.#services.order.run(agentId, () => this.#setSystemPrompt(agentId, text))
  }

  async #setSystemPrompt(agentId: AgentId, text: string): Promise<Result<null>> {
    const { registry, loop } = this.#services
    const agent = registry.tree.get(agentId)
    if (agent === undefined) return refuse(`No agent: ${agentId}`)
    if (agent.status === 'killed') return refuse(AGENT_KILLED)
    if (loop.isBusy(agentId)) return refuse(BUSY)
    return this.#record(systemEvent(agentId, text))
  }

  async options(agentId: AgentId): Promise<Result<AgentOptions>> {
    const context = await this.#context(agentId)
    return mapOk(context, ({ options }) => this.#optionsFor(agentId, options))
  }

  setOptions(agentId: AgentId, options: ModelOptions): Promise<Result<AgentOptions>> {
    return this.#services.order.run(agentId, () => this.#setOptions(agentId, options))
  }

  async #setOptions(agentId: AgentId, options: ModelOptions): Promise<Result<AgentOptions>> {
    const { registry, loop } = this.#services
    if (registry.tree.get(agentId)?.status === 'killed') return refuse(AGENT_KILLED)
    if (loop.isBusy(agentId)) return refuse(BUSY)
    // The check of any value says whether the schema can be used at all.
    const { schema } = options
    if (schema !== undefined && (await this.#services.checkAnswer(schema, null)) === null) return refuse(BAD_SCHEMA)
    const recorded = await this.#record({ agentId, turnId: null, kind: 'options', content: null, data: { options } })
    return mapOk(recorded, () => this.#optionsFor(agentId, options))
  }

  #optionsFor(agentId: AgentId, options: ModelOptions): AgentOptions {
    const { registry, catalog } = this.#services
    return agentOptions(options, registry.tree.get(agentId)?.choice ?? null, catalog)
  }

  async #context(agentId: AgentId): Promise<Result<ContextReplay>> {
    const { registry, contexts } = this.#services
    if (registry.tree.get(agentId) === undefined) return refuse(`No agent: ${agentId}`)
    return contexts.contextOf(agentId)
  }

  async #record(event: NewEvent): Promise<Result<null>> {
    const recorded = await this.#services.hub.record({ events: [event] })
    return mapOk(recorded, () => null)
  }
}

export type RewindPoint =
  /** The first event to remove. */
  { readonly ok: true; readonly targetId: EventId } | { readonly ok: false; readonly message: string }

/**
 * Returns where a rewind to a message begins. The results of the message's tool calls stay, because a call must not
 * lose its result.
 */
export function rewindPoint(items: readonly AgentEvent[], messageId: EventId): RewindPoint {
  const index = items.findIndex(({ id }) => id === messageId)
  if (index === -1) return { ok: false, message: 'This message is not in the context: there is no way back to it.' }
  const next = items.slice(index + 1).find(({ kind }) => kind !== 'tool_call' && kind !== 'tool_result')
  if (next === undefined) return { ok: false, message: 'The context ends here already.' }
  return { ok: true, targetId: next.id }
}
