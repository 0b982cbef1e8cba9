import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AgentSummary } from '../../../shared/agent-summary.ts'
import { type AppError, refused } from '../../../shared/app-error.ts'
import type { Outcome, SubmitResult } from '../../../shared/contract.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { type InputStep, parseInput, type SlashCommandName } from '../../../shared/slash-command.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import type { ActOrder } from '../agents/act-order.ts'
import { AGENT_KILLED } from '../agents/killed-agent.ts'
import { namedByPrompt } from '../agents/name-from-prompt.ts'
import { type ForkOrigin, replayedOrigin } from '../context/fork-origin.ts'
import type { ForkRequest, SubmitOptions } from '../engine.ts'
import { unknownMark } from './clear-command.ts'
import type { CommandDependencies, CommandRunner } from './command-runner.ts'
import { decideFork } from './fork-command.ts'

/** What one step has done. */
type StepResult = Pick<SubmitResult, 'answers' | 'children' | 'startedChildren' | 'sequel'> & {
  /** The turn that the step started. */
  readonly turn: Promise<TurnOutcome> | null
}

/** What goes on for as long as a model or a turn does: it comes after what was typed before it, and holds up nothing. */
const LASTING: ReadonlySet<SlashCommandName> = new Set(['compress', 'kill'])

const NOTHING = { answers: [], children: [], startedChildren: [] }

interface InputDependencies extends CommandDependencies {
  readonly order: ActOrder
}

/** Carries out what a person typed or clicked: prompts, commands, scripts of both. */
export class InputRunner {
  readonly #dependencies: InputDependencies
  readonly #commands: CommandRunner

  constructor(dependencies: InputDependencies, commands: CommandRunner) {
    this.#dependencies = dependencies
    this.#commands = commands
  }

  /**
   * Runs a prompt, a command or a script line by line. A script's next line waits for the turn that the line before it
   * started; the first refusal ends the script, and says so.
   */
  async submit(agentId: AgentId, text: string, { asText = false }: SubmitOptions = {}): Promise<Outcome<SubmitResult>> {
    const parsed = parseInput(text, { asText })
    if (!parsed.ok) return { ok: false, error: refused(parsed.message) }
    let done: StepResult = { ...NOTHING, turn: null }
    for (const step of parsed.steps) {
      await done.turn
      const result = await this.#step(agentId, step)
      if (!result.ok) return { ok: false, error: afterAnswers(result.error, done.answers) }
      done = joined(done, result.value)
    }
    const { turn, ...value } = done
    return { ok: true, value: { ...value, turnStarted: turn !== null } }
  }

  /** Lets the agent answer what its context ends in. */
  resume(agentId: AgentId): Promise<Outcome<SubmitResult>> {
    return this.#dependencies.order.inOrder(agentId, async () => {
      const agent = this.#commands.agent(agentId)
      if (!agent.ok) return agent
      const started = await this.#dependencies.loop.start(agent.value, [])
      return started.ok ? { ok: true, value: { ...NOTHING, turnStarted: true } } : started
    })
  }

  /** A fork by click: the same decision as the command's, without a typed line. */
  fork(request: ForkRequest): Promise<Outcome<readonly AgentSummary[]>> {
    return this.#dependencies.order.inOrder(request.agentId, () => this.#fork(request))
  }

  async #fork({ agentId, models, mark, atEventId, prompt }: ForkRequest): Promise<Outcome<readonly AgentSummary[]>> {
    const agent = this.#commands.agent(agentId)
    if (!agent.ok) return agent
    const origin = await this.#origin(agentId, mark, atEventId)
    if (!origin.ok) return origin
    const wish = { models, mark: mark ?? null, prompt: prompt ?? null }
    const { ids, config } = this.#dependencies
    const decision = decideFork(wish, agent.value, origin.value, { ids, pools: config.pools })
    if (decision.type !== 'accepted') {
      return { ok: false, error: refused(decision.type === 'refused' ? decision.message : '') }
    }
    const done = await this.#commands.carryOut(decision, null, agentId)
    return done.ok ? { ok: true, value: done.value.children } : done
  }

  async #origin(agentId: AgentId, mark?: string, atEventId?: EventId): Promise<Outcome<ForkOrigin>> {
    const { contexts } = this.#dependencies
    if (mark === undefined && atEventId === undefined) return contexts.forkOrigin(agentId)
    const context = await (atEventId === undefined ? contexts.of(agentId) : contexts.at(agentId, atEventId))
    if (!context.ok) return context
    const fromId = mark === undefined ? null : context.value.marks.get(mark)
    if (fromId === undefined) return { ok: false, error: refused(unknownMark(mark ?? '', context.value.marks)) }
    return { ok: true, value: replayedOrigin(context.value, fromId) }
  }

  async #step(agentId: AgentId, step: InputStep): Promise<Outcome<StepResult>> {
    const { order } = this.#dependencies
    const run = () => this.#runStep(agentId, step)
    if (step.type === 'prompt' || !LASTING.has(step.name)) return order.inOrder(agentId, run)
    await order.after(agentId)
    return run()
  }

  async #runStep(agentId: AgentId, step: InputStep): Promise<Outcome<StepResult>> {
    if (step.type === 'prompt') return this.#prompt(agentId, step.text, step.starts)
    const result = await this.#commands.run(agentId, step)
    if (!result.ok) return result
    const { answer, ...rest } = result.value
    return { ok: true, value: { ...rest, answers: [answer], turn: null } }
  }

  async #prompt(agentId: AgentId, text: string, starts: boolean): Promise<Outcome<StepResult>> {
    const agent = this.#commands.agent(agentId)
    if (!agent.ok) return agent
    const event: NewEvent = { agentId, turnId: null, kind: 'user', content: text, data: null }
    if (!starts) {
      if (agent.value.status === 'killed') return { ok: false, error: refused(AGENT_KILLED) }
      const agentChanges = namedByPrompt(agent.value, text)
      const recorded = await this.#dependencies.hub.record({ agentChanges, events: [event] })
      return recorded.ok ? { ok: true, value: { ...NOTHING, turn: null } } : recorded
    }
    const started = await this.#dependencies.loop.start(agent.value, [event])
    return started.ok ? { ok: true, value: { ...NOTHING, turn: started.ended } } : started
  }
}

function joined(before: StepResult, step: StepResult): StepResult {
  return {
    ...before,
    ...step,
    answers: [...before.answers, ...step.answers],
    children: [...before.children, ...step.children],
    startedChildren: [...before.startedChildren, ...step.startedChildren],
  }
}

/** A script that stops in the middle says what it did before. */
function afterAnswers(error: AppError, answers: readonly string[]): AppError {
  return answers.length === 0 ? error : { ...error, message: `${answers.join('\n')}\n${error.message}` }
}
