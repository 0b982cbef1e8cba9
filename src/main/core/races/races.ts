import { advice } from '../../../shared/advice.ts'
import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AppliedChanges, ConflictResolution, PrunedWorktree } from '../../../shared/agent-worktree.ts'
import { defined } from '../../../shared/defined.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { RaceData, RaceView } from '../../../shared/race.ts'
import { DONE, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { createRace, type RaceRequest } from './create-race.ts'
import { RaceLog } from './race-log.ts'
import { asksUser, type RaceState } from './race-state.ts'
import { RaceRunner } from './race-runner.ts'
import { raceView } from './race-view.ts'
import type { RunServices } from './run-services.ts'

export interface AdoptRequest {
  readonly raceId: AgentId
  /** Missing: the winner. */
  readonly agentId?: AgentId | undefined
  /** True: only says what would be written. */
  readonly preview: boolean
  /** Files that are left as they are. */
  readonly skip: readonly string[]
  /** What the user decided about files that cannot be merged. */
  readonly resolve?: readonly ConflictResolution[] | undefined
}

const NOT_RUNNING = 'This race has ended.'
const RUNS_ALREADY = 'This race runs already.'
const ASKS = 'This race asks whether to go on after what its test has shown. Answer that first.'
const ASKS_NOT = 'This race does not ask whether to go on.'

/** Races: attempts that a test command decides between (docs/behaviour/races.md). */
export class Races {
  readonly #services: RunServices
  readonly #runners = new Map<AgentId, RaceRunner>()
  readonly #onBegun = new Map<AgentId, () => void>()
  readonly #listeners = new Map<AgentId, Set<() => void>>()

  constructor(services: RunServices) {
    this.#services = services
  }

  /** Records a race; `run` runs it. Returns its agent. */
  create(request: RaceRequest): Promise<Result<AgentId>> {
    return createRace(request, this.#services)
  }

  /**
   * Runs a race, or goes on with one that was stopped, and resolves when it has ended or asks the user. Until then its agent counts as
   * busy in all engines; cancelling that agent's turn stops the race.
   */
  async run(raceId: AgentId): Promise<Result<RaceView>> {
    const { registry, loop } = this.#services
    const agent = registry.tree.get(raceId)
    if (agent === undefined) return refuse(`No agent: ${raceId}`)
    if (this.#runners.has(raceId)) return refuse(RUNS_ALREADY)
    const ran = await loop.runExclusive(agent, ({ signal }) => this.#run(raceId, signal))
    return ran.ok ? this.view(raceId) : ran
  }

  /** Like `run`, and resolves as soon as the race runs. */
  begin(raceId: AgentId): Promise<Result<null>> {
    return new Promise((resolve) => {
      this.#onBegun.set(raceId, () => resolve(DONE))
      void this.run(raceId).then((ran) => {
        this.#onBegun.delete(raceId)
        resolve(mapOk(ran, () => null))
      })
    })
  }

  async #run(raceId: AgentId, signal: AbortSignal): Promise<Result<null>> {
    const log = this.#logOf(raceId)
    const state = await log.state()
    if (!state.ok) return state
    if (state.value.hasEnded) return refuse(NOT_RUNNING)
    if (asksUser(state.value)) return refuse(ASKS)
    const resumed = await log.record({ step: 'resumed' })
    if (!resumed.ok) return resumed
    const runner = new RaceRunner(raceId, log, this.#services)
    this.#runners.set(raceId, runner)
    this.#onBegun.get(raceId)?.()
    try {
      return await runner.run(signal)
    } finally {
      this.#runners.delete(raceId)
      this.#changed(raceId)
    }
  }

  async view(raceId: AgentId): Promise<Result<RaceView>> {
    const { registry, homes, runLimits, folders } = this.#services
    const state = await this.#logOf(raceId).state()
    if (!state.ok) return state
    // Another home does not say where it works.
    const commit = await this.#commitOf(state.value.attempts[0]?.agentId)
    const folder = homes.isHere(registry.tree.get(raceId)) ? await folders.folderOf(raceId) : ok({ folder: '' })
    return mapOk(folder, (found) =>
      raceView(state.value, {
        raceId,
        folder: found.folder,
        commit,
        isRunning: registry.isBusy(raceId),
        costs: runLimits.costs(state.value.attempts.map(({ agentId }) => agentId)),
        nameOf: (id) => registry.tree.get(id)?.name ?? '',
      }),
    )
  }

  /** Returns the commit at which an attempt's worktree began, also if it was removed; null: there is none here. */
  async #commitOf(attempt: AgentId | undefined): Promise<string | null> {
    if (attempt === undefined) return null
    const { agentWorktrees } = this.#services
    const own = await agentWorktrees.worktreeOf(attempt)
    if (own.ok && own.value !== null) return own.value.commit
    const removed = await agentWorktrees.removedWorktreeOf(attempt)
    return removed.ok ? (removed.value?.commit ?? null) : null
  }

  /** Calls the listener when something in the race has changed. */
  onChange(raceId: AgentId, listener: () => void): () => void {
    const listeners = this.#listeners.get(raceId) ?? new Set()
    this.#listeners.set(raceId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(raceId)
    }
  }

  /** Called for every recorded event. */
  onEvent({ agentId, kind }: AgentEvent): void {
    if (kind === 'race') this.#changed(agentId)
    const parentId = kind === 'assistant' ? this.#services.registry.tree.get(agentId)?.parentId : null
    if (typeof parentId === 'string') this.#changed(parentId)
  }

  /**
   * Records whether a race that asks goes on; `run` then runs it. If not, it ends, and the worktrees of its attempts are
   * removed. REFUSED if it does not ask, as after another answer.
   */
  async answer(raceId: AgentId, goesOn: boolean): Promise<Result<null>> {
    const log = this.#logOf(raceId)
    const state = await log.state()
    if (!state.ok) return state
    if (!asksUser(state.value)) return refuse(ASKS_NOT)
    return goesOn ? log.record({ step: 'answered', go_on: true }) : this.#endAsked(log, state.value)
  }

  async #endAsked(log: RaceLog, { attempts, baseline }: RaceState): Promise<Result<null>> {
    const { registry, agentWorktrees } = this.#services
    const left = attempts.flatMap(({ agentId: agent, left: before }): readonly RaceData[] => {
      if (before !== null) return []
      const message = baseline?.missing
      return [
        { step: 'left', agent, ...(message === undefined ? { reason: 'person' } : { reason: 'environment', message }) },
      ]
    })
    const steps = [{ step: 'answered', go_on: false }, ...left, { step: 'ended', winner: null }] as const
    const recorded = await log.recordAll(steps)
    if (!recorded.ok) return recorded
    const agentIds = attempts.map(({ agentId }) => agentId)
    const archived = await registry.arrange('archived', agentIds, true)
    if (!archived.ok) return archived
    return mapOk(await agentWorktrees.prune({ agentIds, dryRun: false }), () => null)
  }

  /** Ends an attempt, or all that have not passed; the race then ends with the winner among those that have. */
  async stop(raceId: AgentId, agentId: AgentId | null): Promise<Result<null>> {
    const log = this.#logOf(raceId)
    const state = await log.state()
    if (!state.ok) return state
    if (state.value.hasEnded) return refuse(NOT_RUNNING)
    if (agentId === null && asksUser(state.value)) return this.answer(raceId, false)
    const open = state.value.attempts.filter(({ left, passedAt }) => left === null && passedAt === null)
    const chosen = open.filter((attempt) => agentId === null || attempt.agentId === agentId)
    for (const attempt of chosen) {
      const left = await log.record({ step: 'left', agent: attempt.agentId, reason: 'person' })
      if (!left.ok) return left
    }
    return DONE
  }

  /**
   * Applies the changes of an attempt to the folder of the race. The others are archived, and the worktrees of all are removed: the
   * adopted one then works in the folder of the race. Its worktree stays if a file of it was left out. The event of the
   * applied changes can be undone.
   */
  async adopt({ raceId, agentId, preview, skip, resolve }: AdoptRequest): Promise<Result<AppliedChanges>> {
    const { applying, registry } = this.#services
    const log = this.#logOf(raceId)
    const state = await log.state()
    if (!state.ok) return state
    const { attempts, winner } = state.value
    const chosen = agentId ?? winner
    if (chosen === null) return refuse('No attempt has passed. Name the one whose changes you want.')
    if (!attempts.some((attempt) => attempt.agentId === chosen)) return refuse(`Not an attempt of this race: ${chosen}`)
    const applied = await applying.apply({ agentId: chosen, preview, skip, ...defined({ resolve }) })
    if (!applied.ok || preview) return applied
    const recorded = await log.record({ step: 'adopted', agent: chosen, event: applied.value.eventId })
    if (!recorded.ok) return recorded
    const agentIds = attempts.map((attempt) => attempt.agentId)
    const others = agentIds.filter((id) => id !== chosen)
    const archived = await registry.arrange('archived', others, true)
    if (!archived.ok) return archived
    const removed = await this.#removeWorktrees(agentIds, chosen, [...skip, ...(applied.value.notApplied ?? [])])
    return mapOk(removed, (worktrees) => ({ ...applied.value, worktrees }))
  }

  /** Their states stay, so that all can still be looked at and adopted. */
  async #removeWorktrees(
    agentIds: readonly AgentId[],
    adopted: AgentId,
    leftOut: readonly string[],
  ): Promise<Result<readonly PrunedWorktree[]>> {
    const { agentWorktrees, worktrees } = this.#services
    if (leftOut.length === 0) return agentWorktrees.prune({ agentIds, dryRun: false })
    const others = agentIds.filter((id) => id !== adopted)
    const [pruned, own] = [
      await agentWorktrees.prune({ agentIds: others, dryRun: false }),
      await agentWorktrees.worktreeOf(adopted),
    ]
    if (!pruned.ok) return pruned
    if (!own.ok || own.value === null) return own.ok ? pruned : own
    const { directory } = own.value
    const bytes = (await worktrees.size(own.value)) ?? 0
    return ok([...pruned.value, { agentId: adopted, directory, bytes, kept: leftOutText(leftOut) }])
  }

  #logOf(raceId: AgentId): RaceLog {
    return new RaceLog(raceId, this.#services.store, this.#services.hub)
  }

  #changed(raceId: AgentId): void {
    this.#runners.get(raceId)?.wake()
    for (const listener of this.#listeners.get(raceId) ?? []) listener()
  }
}

function leftOutText([first = '', ...others]: readonly string[]): string {
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return `${first}${more} of its changes was left out. ${advice('discard_worktree')}`
}
