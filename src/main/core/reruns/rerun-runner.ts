import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import type { DifferenceChoice, DifferenceRule, RerunEnd } from '../../../shared/rerun.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { AgentFolders } from '../agents/agent-folders.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { TurnRights } from '../agents/turn-rights.ts'
import type { AgentWorktrees } from '../changes/agent-worktrees.ts'
import type { TurnLoop } from '../conversation/turn-loop.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Mail } from '../ports/log-ports.ts'
import type { Worktrees } from '../ports/worktree-ports.ts'
import { type DecisionDependencies, decideDifference, type RunPlace } from './decide-difference.ts'
import { EventPairs } from './event-pairs.ts'
import { type Difference, Player } from './player.ts'
import { type RecordedTurn, type RerunStep, rerunSteps } from './recorded-turns.ts'
import { type LogDependencies, type RecordedRerun, recordStep } from './rerun-log.ts'
import { switchedTo } from './rerun-scope.ts'

export interface RerunRunnerDependencies extends LogDependencies, DecisionDependencies {
  readonly hub: EventHub
  readonly registry: AgentRegistry
  readonly loop: TurnLoop
  readonly folders: Pick<AgentFolders, 'of'>
  readonly rights: Pick<TurnRights, 'read'>
  readonly worktrees: Pick<Worktrees, 'arePossible'>
  readonly agentWorktrees: Pick<AgentWorktrees, 'prepare' | 'assign'>
}

export interface RerunOptions {
  readonly rule: DifferenceRule
  /** A model was chosen for the rerun: switches of the original are not repeated. */
  readonly keepsModel: boolean
  /** A system prompt was given: those of the original are not repeated. */
  readonly keepsSystem: boolean
  /** Aborting it stops the rerun. */
  readonly signal: AbortSignal
}

interface Ended {
  readonly reason: RerunEnd
  readonly message?: string
}

/** Runs one rerun to its end. */
export class RerunRunner {
  readonly #rerun: RecordedRerun
  readonly #options: RerunOptions
  readonly #dependencies: RerunRunnerDependencies
  readonly #pairs: EventPairs
  readonly #player: Player
  #turn: RecordedTurn | null = null
  /** The newest event of the rerun before the running step. */
  #lastId: EventId = 0

  constructor(rerun: RecordedRerun, options: RerunOptions, dependencies: RerunRunnerDependencies) {
    this.#rerun = rerun
    this.#options = options
    this.#dependencies = dependencies
    this.#pairs = new EventPairs(rerun.scope.from)
    this.#player = new Player({
      decide: (difference, signal) => this.#decide(difference, signal),
      record: async (data) => {
        await recordStep(rerun.rerunId, data, dependencies)
      },
      again: async (event) => {
        await this.#pair(this.#turn?.events ?? [])
        return this.#pairs.again(event, rerun.rerunId)
      },
    })
  }

  async run(): Promise<Result<null>> {
    this.#lastId = this.#rerun.again.at(-1)?.id ?? 0
    const { signal } = this.#options
    const cancel = (): void => void this.#dependencies.loop.cancel(this.#rerun.rerunId)
    signal.addEventListener('abort', cancel, { once: true })
    const ended = await this.#steps()
    signal.removeEventListener('abort', cancel)
    if (!ended.ok) return ended
    return recordStep(this.#rerun.rerunId, { step: 'ended', ...ended.value }, this.#dependencies)
  }

  async #steps(): Promise<Result<Ended>> {
    for (const step of rerunSteps(this.#rerun.original)) {
      const done = await this.#take(step)
      if (!done.ok || done.value !== null) return mapOk(done, (ended) => ended ?? COMPLETED)
    }
    return ok(COMPLETED)
  }

  /** Null: the rerun goes on. */
  async #take(step: RerunStep): Promise<Result<Ended | null>> {
    if (this.#options.signal.aborted) return ok({ reason: 'stopped' })
    if (step.type === 'act') return mapOk(await this.#act(step.event), () => null)
    return this.#runTurn(step.turn)
  }

  async #act(event: AgentEvent): Promise<Result<unknown>> {
    const { rerunId } = this.#rerun
    const { keepsModel, keepsSystem } = this.#options
    if ((event.kind === 'system' && keepsSystem) || (event.kind === 'model' && keepsModel)) return ok(null)
    const choice = switchedTo(event)
    const agentChanges = choice === null ? [] : [{ id: rerunId, choice }]
    const recorded = await this.#dependencies.hub.record({ agentChanges, events: [this.#pairs.again(event, rerunId)] })
    if (choice !== null) this.#dependencies.loop.dropProvider(rerunId)
    return recorded.ok ? this.#pairStep([event]) : recorded
  }

  async #runTurn(turn: RecordedTurn): Promise<Result<Ended | null>> {
    const agent = this.#agent()
    if (!agent.ok) return agent
    const runs = this.#player.mode === 'runs'
    // Mail limits the rights of the turn that it starts, and it was read already.
    if (runs && turn.opening.some(({ kind }) => kind === 'mail')) return ok({ reason: 'difference' })
    this.#turn = turn
    this.#player.begin(turn)
    const opening = turn.opening.map((event) => this.#pairs.again(event, agent.value.id))
    const playback = runs ? {} : { playback: this.#player }
    const started = await this.#dependencies.loop.start(agent.value, { opening, ...playback })
    if (!started.ok) return ok({ reason: 'failed', message: started.error.message })
    const outcome = await started.ended
    if (this.#player.mode === 'ended') return ok({ reason: 'difference' })
    if (outcome === 'cancelled') return ok({ reason: 'stopped' })
    if (outcome === 'failed') return this.#failed()
    for await (const event of this.#player.end()) {
      const recorded = await this.#dependencies.hub.record({ events: [event] })
      if (!recorded.ok) return recorded
    }
    return this.#pairStep(turn.events)
  }

  async #failed(): Promise<Result<Ended>> {
    const { store } = this.#dependencies
    const events = await store.events({ agentId: this.#rerun.rerunId, afterId: this.#lastId })
    return mapOk(events, (found) => {
      const message = found.findLast(({ kind }) => kind === 'error')?.content
      return { reason: 'failed', ...(message != null && { message }) }
    })
  }

  /** Pairs the events of a step of the original with those that are recorded by now. */
  async #pair(original: readonly AgentEvent[]): Promise<Result<EventId>> {
    const again = await this.#dependencies.store.events({ agentId: this.#rerun.rerunId, afterId: this.#lastId })
    return mapOk(again, (events) => {
      this.#pairs.add(original, events)
      return events.at(-1)?.id ?? this.#lastId
    })
  }

  async #pairStep(original: readonly AgentEvent[]): Promise<Result<null>> {
    return mapOk(await this.#pair(original), (newest) => {
      this.#lastId = newest
      return null
    })
  }

  async #decide(difference: Difference, signal: AbortSignal): Promise<DifferenceChoice> {
    const agentId = this.#rerun.rerunId
    const place = await this.#place(agentId)
    if (!place.ok) return 'end'
    const site = { rule: this.#options.rule, agentId, place: place.value, signal }
    const choice = await decideDifference(difference, site, this.#dependencies)
    if (choice !== 'run') return choice
    const prepared = await this.#prepareToRun(place.value)
    return prepared.ok ? 'run' : 'end'
  }

  async #place(agentId: AgentId): Promise<Result<RunPlace>> {
    const { folders, worktrees } = this.#dependencies
    const found = await folders.of(agentId)
    if (!found.ok) return found
    const { folder } = found.value
    return ok({ folder, isWorktree: await worktrees.arePossible(folder) })
  }

  /** Limits the rights of the turn by the mail that it contains, and makes the worktree. */
  async #prepareToRun({ isWorktree }: RunPlace): Promise<Result<null>> {
    const { rights, agentWorktrees } = this.#dependencies
    const agent = this.#agent()
    if (!agent.ok) return agent
    const { originalId: to } = this.#rerun
    const mails = (this.#turn?.events ?? []).flatMap((event): readonly Mail[] =>
      event.kind === 'mail'
        ? [{ id: event.data.mail_id, from: event.data.from, to, content: '', sentAt: event.createdAt }]
        : [],
    )
    const limited = await rights.read(agent.value.id, mails)
    if (!limited.ok) return limited
    const prepared = await agentWorktrees.prepare(agent.value.id, isWorktree ? [agent.value] : [])
    return prepared.ok ? agentWorktrees.assign(prepared.value) : prepared
  }

  #agent(): Result<AgentRecord> {
    const agent = this.#dependencies.registry.tree.get(this.#rerun.rerunId)
    return agent === undefined ? refuse(`No agent: ${this.#rerun.rerunId}`) : ok(agent)
  }
}

const COMPLETED: Ended = { reason: 'completed' }
