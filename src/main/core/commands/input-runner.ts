import type { AgentSummary } from '../../../shared/agent-summary.ts'
import { type AppError, refused } from '../../../shared/app-error.ts'
import type { SubmitResult } from '../../../shared/contract/agents.ts'
import type { AskRequest, ForkRequest, SubmitRequest } from '../../../shared/engine-api.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { QueuedPrompt } from '../../../shared/prompt-queue.ts'
import { DONE, err, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { type InputStep, slashCommand } from '../../../shared/slash-commands.ts'
import { AGENT_KILLED } from '../agents/agent-tree.ts'
import { namedByPrompt } from '../agents/agent-names.ts'
import { promptEvent } from '../content/input-events.ts'
import { resolveAttachments } from '../content/attachments.ts'
import type { QueuedInput } from '../agents/prompt-queues.ts'
import type { SentPrompt } from '../ports/log-ports.ts'
import type { CommandRunner } from './command-runner.ts'
import { askSeveral, forkByRequest } from './fork-by-request.ts'
import {
  afterAnswers,
  asScript,
  type BegunScript,
  checkScript,
  joined,
  NOTHING,
  type Script,
  type StepResult,
} from './script.ts'
import type { CommandServices } from './command-services.ts'

/** `busy`: refused because a turn of the agent is running, in this or another engine. */
type StepOutcome<T> = Result<T> & { readonly busy?: true }

type PromptStep = Extract<InputStep, { type: 'prompt' }>

/** Runs the user's input: prompts, commands, scripts of both, and clicks. */
export class InputRunner {
  readonly #services: CommandServices
  readonly #commands: CommandRunner
  /** Number of running scripts, by agent. No queued prompt is sent between the lines of a script. */
  readonly #scripts = new Map<AgentId, number>()

  constructor(services: CommandServices, commands: CommandRunner) {
    this.#services = services
    this.#commands = commands
  }

  /**
   * Runs a prompt, a command or a script line by line. Each line of a script waits for the turn that the line before it
   * started. The first refusal ends the script with an error.
   */
  async submit({
    agentId,
    text,
    asText = false,
    ifBusy,
    attachments: refs = [],
  }: SubmitRequest): Promise<Result<SubmitResult>> {
    const attachments = await resolveAttachments(refs, this.#services.content)
    if (!attachments.ok) return attachments
    const script = asScript(text, asText, attachments.value)
    if (!script.ok) {
      if (text.startsWith('/')) await this.#commands.recordRefusal(agentId, text, script.error.message)
      return script
    }
    const { registry, homes } = this.#services
    const left = homes.refusal(registry.tree.get(agentId))
    if (left !== null && !isStop(script.value)) {
      const input = { text, asText, attachments: attachments.value }
      return isPrompt(script.value) ? this.#queueAtHome(agentId, input) : left
    }
    const input = ifBusy === 'queue' ? { text, asText, attachments: attachments.value } : null
    // A prompt is counted with its turn, and what only ends turns begins nothing.
    const isCounted = isPrompt(script.value) || isStop(script.value)
    const begun = await this.#inPlace(agentId, script.value.first, async () => {
      const acted = isCounted ? DONE : await this.#services.treeLimits.acted(agentId)
      return acted.ok ? this.#begin(agentId, script.value, { input }) : acted
    })
    return begun.ok ? this.finish(agentId, begun.value) : begun
  }

  /** Whether a turn of the agent is running or a script is between two lines. */
  isOccupied(agentId: AgentId): boolean {
    return this.#services.loop.isBusy(agentId) || this.#scripts.has(agentId)
  }

  /**
   * Runs the first line of a queued prompt and removes the prompt from the queue in the same commit. The caller must
   * hold the agent's place in `KeyedQueue`, and must call `finish` if this succeeds.
   */
  async beginQueued(agentId: AgentId, prompt: QueuedPrompt): Promise<StepOutcome<BegunScript>> {
    const script = asScript(prompt.text, prompt.asText, prompt.attachments)
    return script.ok ? this.#begin(agentId, script.value, { sentPrompts: [{ agentId, ...prompt }] }) : script
  }

  /** Runs the remaining lines. */
  async finish(agentId: AgentId, { rest, first }: BegunScript): Promise<Result<SubmitResult>> {
    let done = first
    try {
      for (const step of rest) {
        await done.turn
        const result = await this.#inPlace(agentId, step, () => this.#runStep(agentId, step))
        if (!result.ok) return err(afterAnswers(result.error, done.answers))
        done = joined(done, result.value)
      }
    } finally {
      if (rest.length > 0) this.#leave(agentId)
    }
    if (rest.length > 0) this.#services.onFree(agentId)
    const { turn, ...value } = done
    return ok({ ...value, turnStarted: turn !== null })
  }

  /** Checks a script before any of it is recorded. A single prompt or command is checked when it runs. */
  async #problemOf(agentId: AgentId, steps: readonly InputStep[]): Promise<AppError | null> {
    if (steps.length === 1) return null
    const situation = await this.#commands.situation(agentId, 'fork', 'person')
    if (!situation.ok) return situation.error
    const problem = checkScript(steps, situation.value)
    return problem === null ? null : refused(problem)
  }

  /** Starts a turn without a new prompt: the agent answers the end of its context. */
  resume(agentId: AgentId): Promise<Result<SubmitResult>> {
    return this.#services.order.run(agentId, async () => {
      const agent = this.#commands.agent(agentId)
      if (!agent.ok) return agent
      const started = await this.#services.loop.start(agent.value)
      return started.ok ? ok({ ...NOTHING, turnStarted: true }) : started
    })
  }

  /** Forks by a click: the same decision as `/fork`, without a typed line. */
  async fork(request: ForkRequest): Promise<Result<readonly AgentSummary[]>> {
    const attachments = await resolveAttachments(request.attachments ?? [], this.#services.content)
    if (!attachments.ok) return attachments
    return this.#services.order.run(request.agentId, () =>
      forkByRequest({ ...request, attachments: attachments.value }, this.#services, this.#commands),
    )
  }

  /** Asks the agent and forks of it with other models the same prompt. */
  async ask(request: AskRequest): Promise<Result<readonly AgentSummary[]>> {
    const attachments = await resolveAttachments(request.attachments ?? [], this.#services.content)
    if (!attachments.ok) return attachments
    return this.#services.order.run(request.agentId, () =>
      askSeveral({ ...request, attachments: attachments.value }, this.#services, this.#commands),
    )
  }

  /**
   * Runs a step in the order of the user's operations on the agent. A step that may run alongside a turn only starts in
   * that order.
   */
  async #inPlace<T>(agentId: AgentId, step: InputStep, run: () => Promise<T>): Promise<T> {
    const { order } = this.#services
    if (step.type === 'prompt' || slashCommand(step.name).runs !== 'alongside') return order.run(agentId, run)
    await order.after(agentId)
    return run()
  }

  /**
   * Runs the first line. If `input` is given and the script would start a turn while one is running, the whole input is
   * queued instead.
   */
  async #begin(
    agentId: AgentId,
    { first, rest }: Script,
    { input = null, sentPrompts = [] }: { input?: QueuedInput | null; sentPrompts?: readonly SentPrompt[] },
  ): Promise<StepOutcome<BegunScript>> {
    const startsTurn = [first, ...rest].some((step) => step.type === 'prompt' && step.starts)
    if (input !== null && startsTurn && this.isOccupied(agentId)) return this.#queue(agentId, input)
    const problem = await this.#problemOf(agentId, [first, ...rest])
    if (problem !== null) return err(problem)
    const result = await this.#runStep(agentId, first, sentPrompts)
    if (!result.ok) {
      const mayWait = input !== null && result.busy === true && rest.length === 0
      return mayWait ? this.#queue(agentId, input) : result
    }
    if (rest.length > 0) this.#scripts.set(agentId, (this.#scripts.get(agentId) ?? 0) + 1)
    return ok({ first: result.value, rest })
  }

  async #queue(agentId: AgentId, input: QueuedInput): Promise<StepOutcome<BegunScript>> {
    const added = await this.#services.queues.add(agentId, input)
    if (!added.ok) return added
    const acted = await this.#services.treeLimits.acted(agentId)
    if (!acted.ok) return acted
    // The running turn may have ended meanwhile, in this or another engine.
    this.#services.onFree(agentId)
    return ok({ first: { ...NOTHING, queued: true, turn: null }, rest: [] })
  }

  /** Leaves a prompt to the users of the agent's home. */
  async #queueAtHome(agentId: AgentId, input: QueuedInput): Promise<Result<SubmitResult>> {
    const { queues, registry, homes } = this.#services
    const label = homes.other(registry.tree.get(agentId))?.label ?? ''
    const added = await queues.add(agentId, input)
    return mapOk(added, () => ({ ...NOTHING, turnStarted: false, queued: true, queuedAt: label }))
  }

  #leave(agentId: AgentId): void {
    const others = (this.#scripts.get(agentId) ?? 1) - 1
    if (others > 0) this.#scripts.set(agentId, others)
    else this.#scripts.delete(agentId)
  }

  async #runStep(
    agentId: AgentId,
    step: InputStep,
    sentPrompts: readonly SentPrompt[] = [],
  ): Promise<StepOutcome<StepResult>> {
    if (step.type === 'prompt') return this.#prompt(agentId, step, sentPrompts)
    const result = await this.#commands.run(agentId, { ...step, sentPrompts })
    if (!result.ok) return result
    const { answer, ...rest } = result.value
    return ok({ ...rest, answers: [answer], turn: null })
  }

  async #prompt(
    agentId: AgentId,
    { text, starts, attachments = [] }: PromptStep,
    sentPrompts: readonly SentPrompt[],
  ): Promise<StepOutcome<StepResult>> {
    const agent = this.#commands.agent(agentId)
    if (!agent.ok) return agent
    const event = promptEvent(agentId, text, attachments)
    if (!starts) {
      if (agent.value.status === 'killed') return refuse(AGENT_KILLED)
      const agentChanges = namedByPrompt(agent.value, text)
      const recorded = await this.#services.hub.record({ agentChanges, events: [event], sentPrompts })
      return mapOk(recorded, () => ({ ...NOTHING, turn: null }))
    }
    const started = await this.#services.loop.start(agent.value, { opening: [event], sentPrompts })
    return started.ok ? ok({ ...NOTHING, turn: started.ended }) : started
  }
}

/** Whether it is a single prompt that starts a turn. */
function isPrompt({ first, rest }: Script): boolean {
  return rest.length === 0 && first.type === 'prompt' && first.starts
}

/** Whether it only ends turns, which any home may do. */
function isStop({ first, rest }: Script): boolean {
  return rest.length === 0 && first.type !== 'prompt' && ENDING.has(first.name)
}

const ENDING: ReadonlySet<string> = new Set(['stop', 'kill'])
