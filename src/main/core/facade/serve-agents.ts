import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AgentFolder } from '../../../shared/agent-folder.ts'
import type { AgentSummary, ModelChoice } from '../../../shared/agent-summary.ts'
import type { AgentFeedItem } from '../../../shared/agent-view.ts'
import type { HistoryPage, SubmitResult } from '../../../shared/contract.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { QueuedInput } from '../agents/prompt-queues.ts'
import { type FirstInput, refusalOfFirstInput } from '../commands/first-input.ts'
import { modelData } from '../commands/model-command.ts'
import { DEFAULT_SYSTEM_PROMPT } from '../conversation/default-system-prompt.ts'
import type { Engine, ForkRequest, SubmitOptions } from '../engine.ts'
import { chooseModel } from '../models/choose-model.ts'
import type { EngineParts } from './engine-parts.ts'

/** Agents: made, followed, spoken to, forked. */
export function serveAgents(parts: EngineParts) {
  return {
    async createAgent(options: {
      model?: string
      name?: string
      folder?: string
      first?: FirstInput
    }): Promise<Result<AgentSummary>> {
      const begins =
        options.model === undefined ? parts.dependencies.defaultModel() : { spec: options.model, replaces: null }
      const choice = begins === null ? null : chooseModel(begins.spec, parts.dependencies.config.pools)
      if (choice?.ok === false) return refuse(choice.message)
      const { name = '', first = null } = options
      const root = { name, first, choice: choice?.choice ?? null, replaces: begins?.replaces ?? null }
      const created = await createRoot(parts, root)
      if (!created.ok || options.folder === undefined) return created
      const kept = await parts.folders.set(created.value.id, options.folder)
      return kept.ok ? created : kept
    },

    subscribeAgent(
      agentId: AgentId,
      { afterId = 0, signal }: { afterId?: EventId; signal: AbortSignal },
    ): AsyncIterable<readonly AgentFeedItem[]> {
      return parts.subscriptions.subscribe(agentId, afterId, signal)
    },

    history(agentId: AgentId, beforeId: EventId, limit: number): Promise<Result<HistoryPage>> {
      return parts.subscriptions.history(agentId, beforeId, limit)
    },

    submit(agentId: AgentId, text: string, options?: SubmitOptions): Promise<Result<SubmitResult>> {
      return parts.inputs.submit(agentId, text, options)
    },

    changeQueuedPrompt(agentId: AgentId, promptId: string, input: QueuedInput): Promise<Result<null>> {
      return parts.queues.change(agentId, promptId, input)
    },

    removeQueuedPrompt(agentId: AgentId, promptId: string): Promise<Result<null>> {
      return parts.queues.remove(agentId, promptId)
    },

    sendQueuedPrompt(agentId: AgentId, promptId: string): Promise<Result<SubmitResult>> {
      return parts.sender.send(agentId, promptId)
    },

    reorderQueuedPrompts(agentId: AgentId, promptIds: readonly string[]): Promise<Result<null>> {
      return parts.queues.reorder(agentId, promptIds)
    },

    cancel(agentId: AgentId): Promise<Result<boolean>> {
      return parts.stopper.cancel(agentId)
    },

    stop(agentId: AgentId | null): Promise<Result<number>> {
      return parts.stopper.stop(agentId)
    },

    retryNow(agentId: AgentId): Promise<Result<boolean>> {
      return Promise.resolve(ok(parts.loop.retryNow(agentId)))
    },

    resume(agentId: AgentId): Promise<Result<SubmitResult>> {
      return parts.inputs.resume(agentId)
    },

    fork(request: ForkRequest): Promise<Result<readonly AgentSummary[]>> {
      return parts.inputs.fork(request)
    },

    async rename(agentId: AgentId, name: string): Promise<Result<null>> {
      const recorded = await parts.hub.record({ agentChanges: [{ id: agentId, name: name.trim() }] })
      return mapOk(recorded, () => null)
    },

    folder(agentId: AgentId): Promise<Result<AgentFolder>> {
      return parts.folderActs.look(agentId)
    },

    setFolder(agentId: AgentId, folder: string | null): Promise<Result<AgentFolder>> {
      return parts.folderActs.choose(agentId, folder)
    },

    async setWakeOnMail(agentId: AgentId, wakeOnMail: boolean): Promise<Result<null>> {
      const recorded = await parts.hub.record({ agentChanges: [{ id: agentId, wakeOnMail }] })
      if (recorded.ok) void parts.waker.wake(agentId)
      return mapOk(recorded, () => null)
    },
  } satisfies Partial<Engine>
}

interface NewRoot {
  readonly name: string
  readonly choice: ModelChoice | null
  /** The default that has ended and is replaced by `choice`. */
  readonly replaces: string | null
  readonly first: FirstInput | null
}

async function createRoot(
  parts: EngineParts,
  { name, choice, replaces, first }: NewRoot,
): Promise<Result<AgentSummary>> {
  const id = parts.dependencies.ids.uuid()
  const agent = { id, name, parentId: null, forkEventId: null, forkFromId: null, choice }
  const known = { ...parts.dependencies, tree: parts.registry.tree }
  const refusal = first === null ? null : refusalOfFirstInput(first, agent, known)
  if (refusal !== null) return refuse(refusal)
  const event = { agentId: id, turnId: null }
  const events: NewEvent[] = [{ ...event, kind: 'system', content: DEFAULT_SYSTEM_PROMPT, data: null }]
  if (choice !== null && replaces !== null) {
    events.push({ ...event, kind: 'model', content: null, data: { ...modelData(choice), replaces } })
  }
  const recorded = await parts.hub.record({ newAgents: [agent], events })
  if (!recorded.ok) return recorded
  const record = parts.registry.tree.get(id)
  if (record === undefined) throw new Error('A committed agent is missing from the tree')
  return ok(parts.registry.summary(record))
}
