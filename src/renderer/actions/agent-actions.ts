import { type AttachmentRef, refsOf } from '../../shared/attachment.ts'
import type { CacheMissView } from '../../shared/cache-miss.ts'
import type { Draft } from '../../shared/contract/settings.ts'
import type { AgentOptions, SubmitResult } from '../../shared/contract/agents.ts'
import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AskRequest, ForkRequest } from '../../shared/engine-api.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import type { ModelOptions } from '../../shared/model-options.ts'
import type { OutsideValue } from '../../shared/outside-session.ts'
import type { Result } from '../../shared/result.ts'
import { withAgents, type AgentTreeStore } from '../store/agent-tree-store.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { DialogStore } from '../store/dialog-store.ts'
import type { LayoutStore } from '../store/layout-store.ts'
import type { Notices } from '../store/notice-store.ts'
import { callEngine } from './call-engine.ts'
import type { CostQuestion } from './cost-question.ts'

/** User operations on agents. Refusals are shown in the agent's pane. */
export interface AgentActions {
  /** Creates a root agent, with a profile if one is chosen, and opens it in a pane of its own. */
  createRoot(wish?: { readonly profile?: string; readonly model?: string }): Promise<void>
  /** Submits a line or a script to the agent; returns whether it was accepted. */
  submit(
    agentId: AgentId,
    text: string,
    options?: {
      /** Whether part of the text was pasted, so that none of its lines is a command. */
      readonly asText?: boolean
      /** What happens to a prompt while a turn is running; `refuse` if missing. */
      readonly ifBusy?: 'refuse' | 'queue'
      /** Stored files of the prompt. */
      readonly attachments?: readonly AttachmentRef[]
    },
  ): Promise<boolean>
  /** Changes a queued prompt; returns whether it was still in the queue. */
  changeQueued(agentId: AgentId, promptId: string, draft: Draft): Promise<boolean>
  removeQueued(agentId: AgentId, promptId: string): Promise<boolean>
  /** Sends a queued prompt now. */
  sendQueued(agentId: AgentId, promptId: string): Promise<void>
  /** Reorders queued prompts. */
  reorderQueued(agentId: AgentId, promptIds: readonly string[]): Promise<void>
  cancel(agentId: AgentId): Promise<void>
  /** Stops the running turns of an agent and its descendants, or of all agents (null). */
  stop(agentId: AgentId | null): Promise<void>
  /** Ends the pause before a retry. */
  retryNow(agentId: AgentId): Promise<void>
  /** Resumes an interrupted answer. Asks first if that costs more than the user's limit. */
  resume(agentId: AgentId): Promise<void>
  /** Asks for the rest of an answer that was cut off. Asks first if that costs more than the user's limit. */
  goOn(agentId: AgentId): Promise<void>
  /** Removes everything after a message from the context; returns whether that was done. */
  rewind(agentId: AgentId, eventId: EventId): Promise<boolean>
  /** Removes an interrupted answer from the context. */
  discard(agentId: AgentId, eventId: EventId): Promise<void>
  /**
   * Forks into one child per model, with a prompt if it is not blank; returns the children, or null after a refusal.
   * They are opened beside the agent, or the first one in its pane (`here`).
   */
  fork(request: ForkRequest, where?: 'beside' | 'here'): Promise<readonly AgentSummary[] | null>
  /** Asks the agent and a fork of it per model the same prompt; returns the forks, or null after a refusal. */
  ask(request: AskRequest): Promise<readonly AgentSummary[] | null>
  rename(agentId: AgentId, name: string): Promise<void>
  /** Sets whether mail starts a turn of the agent. */
  setWakeOnMail(agentId: AgentId, wakes: boolean): Promise<void>
  /** Sets a setting of the outside agent that answers. */
  setOutsideOption(agentId: AgentId, optionId: string, value: OutsideValue): Promise<void>
  systemPrompt(agentId: AgentId): Promise<Result<string>>
  /** Returns why the input of an answer was cold. */
  cacheMiss(agentId: AgentId, eventId: EventId): Promise<Result<CacheMissView>>
  /** The options for the agent's model. */
  options(agentId: AgentId): Promise<Result<AgentOptions>>
  setOptions(agentId: AgentId, options: ModelOptions): Promise<Result<AgentOptions>>
  /** Returns the end of what a background command has printed; null: it is not known any more. */
  backgroundOutput(agentId: AgentId, id: string): Promise<string | null>
  /** Ends a background command. */
  endBackground(agentId: AgentId, id: string): Promise<void>
  restartBackground(agentId: AgentId, id: string): Promise<void>
  /** Returns why nothing was changed, or null. */
  setSystemPrompt(agentId: AgentId, text: string): Promise<string | null>
}

export interface AgentActionsDependencies {
  readonly client: EngineClient
  readonly tree: AgentTreeStore
  readonly layout: LayoutStore
  readonly notices: Notices
  readonly dialogs: DialogStore
  readonly costs: Pick<CostQuestion, 'mayBeAsked'>
}

/** A model that is not given a prompt begins its answer anew. */
const GO_ON = 'Go on'

/** `/fork … "prompt"`: the child receives the focus if it was given a prompt (docs/behaviour/commands.md#fork). */
const FORK_WITH_PROMPT = /^\/fork\b.*"/im

export function createAgentActions(dependencies: AgentActionsDependencies): AgentActions {
  const { client, tree, layout, notices, dialogs } = dependencies
  const { openChildren, showChild } = childPanes(dependencies)

  /** Shows a refusal in the agent's pane; returns the value, or null after a refusal. */
  function valueOrNull<T>(agentId: AgentId, outcome: Result<T>): T | null {
    if (outcome.ok) return outcome.value
    notices.show(agentId, outcome.error.message)
    return null
  }

  async function run(agentId: AgentId, call: Promise<Result<SubmitResult>>, text: string): Promise<boolean> {
    const result = valueOrNull(agentId, await callEngine(call))
    if (result === null) return false
    notices.dismiss(agentId)
    openChildren(agentId, result.children, FORK_WITH_PROMPT.test(text))
    if (result.clientAction === 'exit') dialogs.setState({ dialog: { type: 'ended' } })
    if (result.clientAction === 'edit_system') dialogs.setState({ dialog: { type: 'system', agentId } })
    return true
  }

  /** Returns whether the call succeeded. */
  const isDone = async (agentId: AgentId, call: Promise<Result<null>>): Promise<boolean> => {
    const outcome = await callEngine(call)
    valueOrNull(agentId, outcome)
    return outcome.ok
  }

  return {
    async createRoot(wish = {}) {
      const outcome = await callEngine(client.agents.create(wish))
      if (!outcome.ok) return notices.fail(outcome.error.message)
      tree.setState((state) => withAgents(state, [outcome.value]))
      layout.dispatch({ type: 'open', agents: [outcome.value.id], focus: true })
    },
    submit: (agentId, text, options = {}) =>
      run(agentId, client.agents.submit({ agentId, text, ...options }), options.asText === true ? '' : text),
    ...queueActions(client, run, isDone),
    ...backgroundActions(client, isDone),
    async cancel(agentId) {
      valueOrNull(agentId, await callEngine(client.agents.cancel({ agentId })))
    },
    stop: (agentId) => stopTurns(agentId, dependencies),
    async retryNow(agentId) {
      valueOrNull(agentId, await callEngine(client.agents.retryNow({ agentId })))
    },
    ...resumeActions(dependencies, run),
    rewind: (agentId, eventId) => isDone(agentId, client.agents.rewind({ agentId, eventId })),
    async discard(agentId, eventId) {
      valueOrNull(agentId, await callEngine(client.agents.discard({ agentId, eventId })))
    },
    async fork({ agentId, prompt: typed, ...request }, where = 'beside') {
      const prompt = typed?.trim() === '' ? undefined : typed
      const children = valueOrNull(agentId, await callEngine(client.agents.fork({ agentId, prompt, ...request })))
      if (children === null) return null
      if (where === 'here') showChild(agentId, children)
      else openChildren(agentId, children, prompt !== undefined)
      return children
    },
    async ask(request) {
      const children = valueOrNull(request.agentId, await callEngine(client.agents.ask(request)))
      if (children !== null) openChildren(request.agentId, children, false)
      return children
    },
    async rename(agentId, name) {
      const outcome = await callEngine(client.agents.rename({ agentId, name: name.trim() }))
      if (!outcome.ok) notices.fail(outcome.error.message)
    },
    async setWakeOnMail(agentId, wakes) {
      valueOrNull(agentId, await callEngine(client.agents.setWakeOnMail({ agentId, wakes })))
    },
    async setOutsideOption(agentId, optionId, value) {
      valueOrNull(agentId, await callEngine(client.agents.setOutsideOption({ agentId, optionId, value })))
    },
    cacheMiss: (agentId, eventId) => callEngine(client.agents.cacheMiss({ agentId, eventId })),
    systemPrompt: (agentId) => callEngine(client.agents.systemPrompt({ agentId })),
    options: (agentId) => callEngine(client.agents.options({ agentId })),
    setOptions: (agentId, options) => callEngine(client.agents.setOptions({ agentId, options })),
    async setSystemPrompt(agentId, text) {
      const outcome = await callEngine(client.agents.setSystemPrompt({ agentId, text }))
      return outcome.ok ? null : outcome.error.message
    },
  }
}

/** Answers that go on where they ended. */
function resumeActions(
  { client: { agents }, costs }: AgentActionsDependencies,
  run: (agentId: AgentId, call: Promise<Result<SubmitResult>>, text: string) => Promise<boolean>,
): Pick<AgentActions, 'resume' | 'goOn'> {
  return {
    async resume(agentId) {
      if (await costs.mayBeAsked([{ agentId }])) await run(agentId, agents.resume({ agentId }), '')
    },
    async goOn(agentId) {
      if (!(await costs.mayBeAsked([{ agentId, text: GO_ON }]))) return
      await run(agentId, agents.submit({ agentId, text: GO_ON, asText: true }), '')
    },
  }
}

/** The actions on an agent's background commands. */
function backgroundActions(
  client: EngineClient,
  isDone: (agentId: AgentId, call: Promise<Result<null>>) => Promise<boolean>,
): Pick<AgentActions, 'backgroundOutput' | 'endBackground' | 'restartBackground'> {
  return {
    async backgroundOutput(agentId, id) {
      const found = await callEngine(client.agents.backgroundOutput({ agentId, id }))
      return found.ok ? found.value : null
    },
    async endBackground(agentId, id) {
      await isDone(agentId, client.agents.endBackground({ agentId, id }))
    },
    async restartBackground(agentId, id) {
      await isDone(agentId, client.agents.restartBackground({ agentId, id }))
    },
  }
}

/** Shows forked children. */
function childPanes({ tree, layout }: AgentActionsDependencies) {
  return {
    openChildren(parent: AgentId, children: readonly AgentSummary[], focus: boolean): void {
      if (children.length === 0) return
      tree.setState((state) => withAgents(state, children))
      layout.dispatch({ type: 'open', agents: children.map((child) => child.id), focus, beside: parent })
    },
    /** Shows the first child in the agent's pane. */
    showChild(agentId: AgentId, children: readonly AgentSummary[]): void {
      tree.setState((state) => withAgents(state, children))
      layout.dispatch({ type: 'focus', agentId })
      for (const { id } of children.slice(0, 1)) layout.dispatch({ type: 'show', agentId: id })
    },
  }
}

/** Operations on queued prompts. The agent's feed delivers the changed queue. */
function queueActions(
  { queue }: EngineClient,
  run: (agentId: AgentId, call: Promise<Result<SubmitResult>>, text: string) => Promise<boolean>,
  isDone: (agentId: AgentId, call: Promise<Result<null>>) => Promise<boolean>,
) {
  return {
    changeQueued: (agentId, promptId, draft) =>
      isDone(agentId, queue.change({ agentId, promptId, ...draft, attachments: refsOf(draft.attachments) })),
    removeQueued: (agentId, promptId) => isDone(agentId, queue.remove({ agentId, promptId })),
    async sendQueued(agentId, promptId) {
      await run(agentId, queue.send({ agentId, promptId }), '')
    },
    async reorderQueued(agentId, promptIds) {
      await isDone(agentId, queue.reorder({ agentId, promptIds: [...promptIds] }))
    },
  } satisfies Partial<AgentActions>
}

async function stopTurns(agentId: AgentId | null, { client, notices }: AgentActionsDependencies): Promise<void> {
  const outcome = await callEngine(client.agents.stop({ agentId }))
  if (!outcome.ok) notices.fail(outcome.error.message)
}
