import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord, AgentSummary } from '../../../shared/agent-summary.ts'
import { type AppError, refused } from '../../../shared/app-error.ts'
import type { Outcome, SubmitResult } from '../../../shared/contract.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { type InputStep, parseInput } from '../../../shared/slash-command.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { AgentContexts } from '../context/agent-contexts.ts'
import type { ConversationLoop } from '../conversation/conversation-loop.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Change, Config, IdSource, ModelCatalog } from '../ports.ts'
import type { ForkOrigin } from '../context/fork-origin.ts'
import { replayedOrigin } from '../context/fork-origin.ts'
import type { ForkRequest } from '../engine.ts'
import { unknownMark } from './clear-command.ts'
import type { CommandDecision, CommandSituation } from './command.ts'
import { decideCommand } from './decide-command.ts'
import { decideFork } from './fork-command.ts'

export interface InputDependencies {
  readonly registry: AgentRegistry
  readonly contexts: AgentContexts
  readonly loop: ConversationLoop
  readonly hub: EventHub
  readonly catalog: ModelCatalog
  readonly config: Config
  readonly ids: IdSource
}

/** What one step has done. */
interface StepResult {
  readonly answers: readonly string[]
  readonly children: readonly AgentSummary[]
  readonly startedChildren: readonly AgentId[]
  /** The turn that the step started. */
  readonly turn: Promise<TurnOutcome> | null
}

const NOTHING = { answers: [], children: [], startedChildren: [] }

/** Carries out what a person typed or clicked: decides, commits, answers, and starts who is to be started. */
export class InputRunner {
  readonly #dependencies: InputDependencies

  constructor(dependencies: InputDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Runs a prompt, a command or a script line by line. A script's next line waits for the turn that the line before it
   * started; the first refusal ends the script, and says so.
   */
  async submit(agentId: AgentId, text: string): Promise<Outcome<SubmitResult>> {
    const parsed = parseInput(text)
    if (!parsed.ok) return { ok: false, error: refused(parsed.message) }
    const answers: string[] = []
    const children: AgentSummary[] = []
    const startedChildren: AgentId[] = []
    let turn: Promise<TurnOutcome> | null = null
    for (const step of parsed.steps) {
      await turn
      const result = await this.#step(agentId, step)
      if (!result.ok) return { ok: false, error: afterAnswers(result.error, answers) }
      answers.push(...result.value.answers)
      children.push(...result.value.children)
      startedChildren.push(...result.value.startedChildren)
      turn = result.value.turn
    }
    return { ok: true, value: { answers, children, startedChildren, turnStarted: turn !== null } }
  }

  /** A fork by click: the same decision as the command's, without a typed line. */
  async fork({ agentId, models, mark, atEventId, prompt }: ForkRequest): Promise<Outcome<readonly AgentSummary[]>> {
    const agent = this.#agent(agentId)
    if (!agent.ok) return agent
    const origin = await this.#origin(agentId, mark, atEventId)
    if (!origin.ok) return origin
    const wish = { models, mark: mark ?? null, prompt: prompt ?? null }
    const decision = decideFork(wish, agent.value, origin.value, this.#dependencies.ids)
    const done = await this.#carryOut(decision, null, agentId)
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

  #step(agentId: AgentId, step: InputStep): Promise<Outcome<StepResult>> {
    return step.type === 'prompt' ? this.#prompt(agentId, step.text, step.starts) : this.#command(agentId, step)
  }

  async #prompt(agentId: AgentId, text: string, starts: boolean): Promise<Outcome<StepResult>> {
    const agent = this.#agent(agentId)
    if (!agent.ok) return agent
    const event: NewEvent = { agentId, turnId: null, kind: 'user', content: text, data: null }
    if (!starts) {
      const recorded = await this.#dependencies.hub.record({ events: [event] })
      return recorded.ok ? { ok: true, value: { ...NOTHING, turn: null } } : recorded
    }
    const started = await this.#dependencies.loop.start(agent.value, [event])
    return started.ok ? { ok: true, value: { ...NOTHING, turn: started.ended } } : started
  }

  async #command(agentId: AgentId, step: Extract<InputStep, { type: 'command' }>): Promise<Outcome<StepResult>> {
    const situation = await this.#situation(agentId)
    if (!situation.ok) return situation
    return this.#carryOut(decideCommand(step.name, step.args, situation.value), step.line, agentId)
  }

  /** `line`: what was typed; it is recorded with its answer. */
  async #carryOut(decision: CommandDecision, line: string | null, agentId: AgentId): Promise<Outcome<StepResult>> {
    if (decision.type === 'refused') return { ok: false, error: refused(decision.message) }
    const { hub, loop, registry } = this.#dependencies
    const recorded = await hub.record(withCommandEvent(decision.change, line, decision.answer, agentId))
    if (!recorded.ok) return recorded
    for (const change of decision.change.agentChanges ?? [])
      if (change.choice !== undefined) loop.dropProvider(change.id)
    const children = (decision.change.newAgents ?? []).flatMap(({ id }) => registry.tree.get(id) ?? [])
    const starts = decision.starts ?? []
    const startedChildren: AgentId[] = []
    for (const child of children) {
      if (starts.includes(child.id) && (await loop.start(child, [])).ok) startedChildren.push(child.id)
    }
    return {
      ok: true,
      value: {
        answers: [decision.answer],
        children: children.map((child) => registry.summary(child)),
        startedChildren,
        turn: null,
      },
    }
  }

  async #situation(agentId: AgentId): Promise<Outcome<CommandSituation>> {
    const { registry, contexts, loop, catalog, config, ids } = this.#dependencies
    const agent = this.#agent(agentId)
    if (!agent.ok) return agent
    const context = await contexts.of(agentId)
    if (!context.ok) return context
    return {
      ok: true,
      value: {
        agent: agent.value,
        tree: registry.tree,
        context: context.value,
        isBusy: loop.isBusy(agentId),
        catalog,
        config,
        ids,
      },
    }
  }

  #agent(agentId: AgentId): Outcome<AgentRecord> {
    const agent = this.#dependencies.registry.tree.get(agentId)
    return agent === undefined ? { ok: false, error: refused(`No agent: ${agentId}`) } : { ok: true, value: agent }
  }
}

function withCommandEvent(change: Change, line: string | null, answer: string, agentId: AgentId): Change {
  if (line === null) return change
  const event: NewEvent = { agentId, turnId: null, kind: 'command', content: line, data: { answer, ok: true } }
  return { ...change, events: [event, ...(change.events ?? [])] }
}

/** A script that stops in the middle says what it did before. */
function afterAnswers(error: AppError, answers: readonly string[]): AppError {
  return answers.length === 0 ? error : { ...error, message: `${answers.join('\n')}\n${error.message}` }
}
