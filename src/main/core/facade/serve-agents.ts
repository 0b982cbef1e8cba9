import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AgentFolder } from '../../../shared/agent-folder.ts'
import type { AgentSummary, ModelChoice } from '../../../shared/agent-summary.ts'
import type { AgentFeedItem } from '../../../shared/agent-view.ts'
import { refused } from '../../../shared/app-error.ts'
import type { HistoryPage, Outcome, SubmitResult } from '../../../shared/contract.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
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
    }): Promise<Outcome<AgentSummary>> {
      const begins =
        options.model === undefined ? parts.dependencies.defaultModel() : { spec: options.model, replaces: null }
      const choice = begins === null ? null : chooseModel(begins.spec, parts.dependencies.config.pools)
      if (choice?.ok === false) return { ok: false, error: refused(choice.message) }
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

    history(agentId: AgentId, beforeId: EventId, limit: number): Promise<Outcome<HistoryPage>> {
      return parts.subscriptions.history(agentId, beforeId, limit)
    },

    submit(agentId: AgentId, text: string, options?: SubmitOptions): Promise<Outcome<SubmitResult>> {
      return parts.inputs.submit(agentId, text, options)
    },

    changeQueuedPrompt(agentId: AgentId, promptId: string, input: QueuedInput): Promise<Outcome<null>> {
      return parts.queues.change(agentId, promptId, input)
    },

    removeQueuedPrompt(agentId: AgentId, promptId: string): Promise<Outcome<null>> {
      return parts.queues.remove(agentId, promptId)
    },

    sendQueuedPrompt(agentId: AgentId, promptId: string): Promise<Outcome<SubmitResult>> {
      return parts.sender.send(agentId, promptId)
    },

    reorderQueuedPrompts(agentId: AgentId, promptIds: readonly string[]): Promise<Outcome<null>> {
      return parts.queues.reorder(agentId, promptIds)
    },

    async cancel(agentId: AgentId): Promise<Outcome<boolean>> {
      return { ok: true, value: await parts.loop.cancel(agentId) }
    },

    async stop(agentId: AgentId | null): Promise<Outcome<number>> {
      return { ok: true, value: await parts.loop.stop(agentId) }
    },

    retryNow(agentId: AgentId): Promise<Outcome<boolean>> {
      return Promise.resolve({ ok: true, value: parts.loop.retryNow(agentId) })
    },

    resume(agentId: AgentId): Promise<Outcome<SubmitResult>> {
      return parts.inputs.resume(agentId)
    },

    fork(request: ForkRequest): Promise<Outcome<readonly AgentSummary[]>> {
      return parts.inputs.fork(request)
    },

    async rename(agentId: AgentId, name: string): Promise<Outcome<null>> {
      const recorded = await parts.hub.record({ agentChanges: [{ id: agentId, name: name.trim() }] })
      return recorded.ok ? { ok: true, value: null } : recorded
    },

    folder(agentId: AgentId): Promise<Outcome<AgentFolder>> {
      return parts.folderActs.look(agentId)
    },

    setFolder(agentId: AgentId, folder: string | null): Promise<Outcome<AgentFolder>> {
      return parts.folderActs.choose(agentId, folder)
    },

    async setWakeOnMail(agentId: AgentId, wakeOnMail: boolean): Promise<Outcome<null>> {
      const recorded = await parts.hub.record({ agentChanges: [{ id: agentId, wakeOnMail }] })
      if (recorded.ok) void parts.waker.wake(agentId)
      return recorded.ok ? { ok: true, value: null } : recorded
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
): Promise<Outcome<AgentSummary>> {
  const id = parts.dependencies.ids.uuid()
  const agent = { id, name, parentId: null, forkEventId: null, forkFromId: null, choice }
  const known = { ...parts.dependencies, tree: parts.registry.tree }
  const refusal = first === null ? null : refusalOfFirstInput(first, agent, known)
  if (refusal !== null) return { ok: false, error: refused(refusal) }
  const event = { agentId: id, turnId: null }
  const events: NewEvent[] = [{ ...event, kind: 'system', content: DEFAULT_SYSTEM_PROMPT, data: null }]
  if (choice !== null && replaces !== null) {
    events.push({ ...event, kind: 'model', content: null, data: { ...modelData(choice), replaces } })
  }
  const recorded = await parts.hub.record({ newAgents: [agent], events })
  if (!recorded.ok) return recorded
  const record = parts.registry.tree.get(id)
  if (record === undefined) throw new Error('A committed agent is missing from the tree')
  return { ok: true, value: parts.registry.summary(record) }
}
