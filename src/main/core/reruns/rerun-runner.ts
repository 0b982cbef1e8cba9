import type { CommandServices } from '../commands/command-services.ts'
import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import type { DifferenceChoice, RerunData, RerunEnd } from '../../../shared/rerun.ts'
import { DONE, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { Mail } from '../ports/log-ports.ts'
import { decideDifference, type RunPlace } from './decide-difference.ts'
import { EventPairs } from './event-pairs.ts'
import { type Difference, Player } from './player.ts'
import { callsOf, firstIdOf, type RecordedTurn, type RerunStep, withoutDiscards } from './recorded-turns.ts'
import { type RecordedRerun, recordStep, stepEvent } from './rerun-log.ts'
import type { OpenTurn, RerunProgress } from './rerun-progress.ts'
import { switchedTo } from './rerun-scope.ts'
import { defined } from '../../../shared/defined.ts'

interface Ended {
  readonly reason: RerunEnd
  readonly message?: string
}

/** Runs one rerun to its end, from the beginning or from where it was cut off. */
export class RerunRunner {
  readonly #rerun: RecordedRerun
  readonly #progress: RerunProgress
  readonly #signal: AbortSignal
  readonly #services: CommandServices
  readonly #pairs: EventPairs
  readonly #player: Player
  #turn: RecordedTurn | null = null
  /** The newest event of the rerun before the running step. */
  #lastId: EventId = 0

  /** Aborting the signal stops the rerun. */
  constructor(rerun: RecordedRerun, progress: RerunProgress, signal: AbortSignal, services: CommandServices) {
    this.#rerun = rerun
    this.#progress = progress
    this.#signal = signal
    this.#services = services
    this.#pairs = new EventPairs(rerun.scope.from)
    for (const { original, again } of progress.done) this.#pairs.add(original, withoutDiscards(again))
    this.#lastId = progress.lastId
    const playing = {
      decide: (difference: Difference, aborted: AbortSignal) => this.#decide(difference, aborted),
      record: async (data: RerunData) => {
        await recordStep(rerun.rerunId, data, services.hub)
      },
      again: async (event: AgentEvent) => {
        await this.#pair(this.#turn?.events ?? [])
        return this.#pairs.again(event, rerun.rerunId)
      },
    }
    this.#player = new Player(playing, rerun.steps)
  }

  async run(): Promise<Result<null>> {
    const cancel = (): void => void this.#services.loop.cancel(this.#rerun.rerunId)
    this.#signal.addEventListener('abort', cancel, { once: true })
    const ended = await this.#steps()
    this.#signal.removeEventListener('abort', cancel)
    if (!ended.ok) return ended
    return recordStep(this.#rerun.rerunId, { step: 'ended', ...ended.value }, this.#services.hub)
  }

  async #steps(): Promise<Result<Ended>> {
    const { left, open } = this.#progress
    if (this.#player.mode === 'ended') return ok({ reason: 'difference' })
    const first = open === null ? 0 : left.findIndex(({ type }) => type === 'turn')
    for (const [index, step] of left.slice(first).entries()) {
      const done = await this.#take(step, index === 0 ? open : null)
      if (!done.ok || done.value !== null) return mapOk(done, (ended) => ended ?? COMPLETED)
    }
    return ok(COMPLETED)
  }

  /** `open`: the step is a turn that was cut off. Null: the rerun goes on. */
  async #take(step: RerunStep, open: OpenTurn | null): Promise<Result<Ended | null>> {
    if (this.#signal.aborted) return ok({ reason: 'stopped' })
    if (step.type === 'act') return mapOk(await this.#act(step.event), () => null)
    const ended = await this.#runTurn(step.turn, open)
    return ended.ok && ended.value === null ? this.#endTurn(step) : ended
  }

  async #act(event: AgentEvent): Promise<Result<unknown>> {
    const { rerunId } = this.#rerun
    const choice = switchedTo(event)
    const agentChanges = choice === null ? [] : [{ id: rerunId, choice }]
    const events = [this.#pairs.again(event, rerunId), stepEvent(rerunId, { step: 'repeated', event: event.id })]
    const recorded = await this.#services.hub.record({ agentChanges, events })
    if (choice !== null) this.#services.loop.dropProvider(rerunId)
    return recorded.ok ? this.#pairStep([event]) : recorded
  }

  async #runTurn(turn: RecordedTurn, open: OpenTurn | null): Promise<Result<Ended | null>> {
    const agent = this.#agent()
    if (!agent.ok) return agent
    const runs = this.#player.mode === 'runs'
    // Mail limits the rights of the turn that it starts, and it was read already.
    if (runs && turn.opening.some(({ kind }) => kind === 'mail')) return ok({ reason: 'difference' })
    this.#turn = turn
    this.#player.begin(turn)
    if (open !== null) {
      await this.#player.continue(open.turn.calls, open.turn.acts.length + open.actsAfter)
      if (hasFinalAnswer(open.turn)) return ok(null)
      const tidied = await discardInterrupted(agent.value.id, this.#services)
      if (!tidied.ok) return tidied
    }
    const opening = open === null ? turn.opening.map((event) => this.#pairs.again(event, agent.value.id)) : []
    const keepsInstructions = this.#progress.settings.own.includes('instructions')
    const playback = runs ? { keepsInstructions } : { playback: this.#player }
    const started = await this.#services.loop.start(agent.value, { opening, ...playback })
    if (!started.ok && this.#signal.aborted) return ok({ reason: 'stopped' })
    if (!started.ok) return ok({ reason: 'failed', message: started.error.message })
    const outcome = await started.ended
    if (this.#player.mode === 'ended') return ok({ reason: 'difference' })
    if (outcome === 'cancelled') return ok({ reason: 'stopped' })
    return outcome === 'failed' ? this.#failed() : ok(null)
  }

  /** Repeats what followed the last call, and records that the turn was run again. */
  async #endTurn(step: Extract<RerunStep, { type: 'turn' }>): Promise<Result<null>> {
    for await (const event of this.#player.end()) {
      const recorded = await this.#services.hub.record({ events: [event] })
      if (!recorded.ok) return recorded
    }
    const repeated = { step: 'repeated', event: firstIdOf(step) } as const
    const recorded = await recordStep(this.#rerun.rerunId, repeated, this.#services.hub)
    return recorded.ok ? this.#pairStep(step.turn.events) : recorded
  }

  async #failed(): Promise<Result<Ended>> {
    const { store } = this.#services
    const events = await store.events({ agentId: this.#rerun.rerunId, afterId: this.#lastId })
    return mapOk(events, (found) => {
      const message = found.findLast(({ kind }) => kind === 'error')?.content
      return { reason: 'failed', ...defined({ message: message ?? undefined }) }
    })
  }

  /** Pairs the events of a step of the original with those that are recorded by now. */
  async #pair(original: readonly AgentEvent[]): Promise<Result<EventId>> {
    const again = await this.#services.store.events({ agentId: this.#rerun.rerunId, afterId: this.#lastId })
    return mapOk(again, (events) => {
      this.#pairs.add(original, withoutDiscards(events))
      return events.at(-1)?.id ?? this.#lastId
    })
  }

  async #pairStep(original: readonly AgentEvent[]): Promise<Result<null>> {
    return mapOk(await this.#pair(original), (newest) => {
      this.#lastId = newest
      return null
    })
  }

  async #decide(difference: Difference, signal: AbortSignal): Promise<DifferenceChoice | null> {
    const agentId = this.#rerun.rerunId
    const place = await this.#place(agentId)
    if (!place.ok) return 'end'
    const site = { rule: this.#progress.settings.onDifference, agentId, place: place.value, signal }
    const choice = await decideDifference(difference, site, this.#services)
    if (choice !== 'run') return choice
    const prepared = await this.#prepareToRun(place.value)
    return prepared.ok ? 'run' : 'end'
  }

  async #place(agentId: AgentId): Promise<Result<RunPlace>> {
    const { folders, worktrees } = this.#services
    const found = await folders.folderOf(agentId)
    if (!found.ok) return found
    const { folder } = found.value
    return ok({ folder, isWorktree: await worktrees.arePossible(folder) })
  }

  /** Limits the rights of the turn by the mail that it contains, and makes the worktree. */
  async #prepareToRun({ isWorktree }: RunPlace): Promise<Result<null>> {
    const { rights, agentWorktrees } = this.#services
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
    const prepared = await agentWorktrees.prepare(agent.value.id, isWorktree ? [agent.value] : [], this.#signal)
    return prepared.ok ? agentWorktrees.assign(prepared.value) : prepared
  }

  #agent(): Result<AgentRecord> {
    const agent = this.#services.registry.tree.get(this.#rerun.rerunId)
    return agent === undefined ? refuse(`No agent: ${this.#rerun.rerunId}`) : ok(agent)
  }
}

const COMPLETED: Ended = { reason: 'completed' }

/** Whether a turn has its final answer, so that nothing of it is left to run. */
function hasFinalAnswer({ events }: RecordedTurn): boolean {
  const last = events.findLast(({ kind }) => kind === 'assistant' || kind === 'interrupted' || kind === 'error')
  return last?.kind === 'assistant' && callsOf(last).length === 0
}

/** Removes an answer that was cut off from the end of the context, so that the next request is the recorded one. */
async function discardInterrupted(agentId: AgentId, { contexts, hub }: CommandServices): Promise<Result<null>> {
  const context = await contexts.contextOf(agentId)
  if (!context.ok) return context
  const last = context.value.items.findLast(({ kind }) => kind !== 'error')
  if (last?.kind !== 'interrupted') return DONE
  const data = { target_id: last.id, discards: true } as const
  const rewind = { agentId, turnId: null, kind: 'rewind', content: null, data } as const
  return mapOk(await hub.record({ events: [rewind] }), () => null)
}
