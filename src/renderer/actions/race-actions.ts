import type { AppliedChanges, ConflictResolution } from '../../shared/agent-worktree.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import type { RaceView } from '../../shared/race.ts'
import type { Result } from '../../shared/result.ts'
import type { AgentTreeStore } from '../store/agent-tree-store.ts'
import type { AgentViews } from '../store/agent-view-store.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { LayoutStore } from '../store/layout-store.ts'
import type { Toasts } from '../store/toast-store.ts'
import type { WindowViewStore } from '../store/window-view-store.ts'
import { texts } from '../text/texts.ts'
import { callEngine } from './call-engine.ts'

const words = texts.actions.race

type StartRequest = Parameters<EngineClient['races']['start']>[0]

/** What a user does with a race. A failure is shown in a toast. */
export interface RaceActions {
  /** Starts a race from an agent and shows it; returns why that was refused, or null. */
  start(race: Pick<StartRequest, 'agentId' | 'models' | 'attempts' | 'plan'>): Promise<string | null>
  /** Refused if the agent is no race. */
  view(raceId: AgentId): Promise<Result<RaceView>>
  resume(raceId: AgentId): Promise<void>
  /** Whether a race that asks goes on after what its test has shown; false ends it. */
  answer(raceId: AgentId, goOn: boolean): Promise<void>
  /** Null: all attempts that have not passed. */
  stop(raceId: AgentId, agentId: AgentId | null): Promise<void>
  /** What adopting an attempt would write. */
  planAdoption(raceId: AgentId, agentId: AgentId): Promise<Result<AppliedChanges>>
  /** Applies the changes of an attempt; the toast can undo that. */
  adopt(raceId: AgentId, agentId: AgentId, decided: DecidedConflicts): Promise<void>
}

/** What the user decided about files that cannot be merged. */
interface DecidedConflicts {
  /** They stay as they are in the folder. */
  readonly skip: readonly string[]
  readonly resolve: readonly ConflictResolution[]
}

export function createRaceActions({
  client,
  toasts,
  tree,
  views,
  layout,
  windowView,
}: {
  readonly client: EngineClient
  readonly tree: AgentTreeStore
  readonly views: AgentViews
  readonly layout: LayoutStore
  readonly toasts: Toasts
  readonly windowView: WindowViewStore
}): RaceActions {
  async function isDone(call: Promise<Result<null>>): Promise<void> {
    const done = await callEngine(call)
    if (!done.ok) toasts.show(done.error.message)
  }

  return {
    async start(race) {
      const { agentId } = race
      const isRoot = tree.getState().agents.get(agentId)?.parentId === null
      const view = views.getState().views.get(agentId)
      // An agent without a conversation becomes the race itself.
      const isUnused = view !== undefined && !view.hasOlder && view.events.every(({ kind }) => kind === 'system')
      const started = await callEngine(client.races.start({ ...race, isNew: isRoot && isUnused, allowsEdits: true }))
      if (!started.ok) return started.error.message
      layout.dispatch({ type: 'open', agents: [started.value], focus: true, beside: agentId })
      windowView.showRace(started.value)
      return null
    },
    view: (raceId) => callEngine(client.races.view({ raceId })),
    resume: (raceId) => isDone(client.races.resume({ raceId })),
    answer: (raceId, goOn) => isDone(client.races.answer({ raceId, goOn })),
    stop: (raceId, agentId) => isDone(client.races.stop({ raceId, agentId })),
    planAdoption: (raceId, agentId) => callEngine(client.races.adopt({ raceId, agentId, preview: true, skip: [] })),
    async adopt(raceId, agentId, decided) {
      const adopted = await callEngine(client.races.adopt({ raceId, agentId, preview: false, ...decided }))
      if (!adopted.ok) return toasts.show(adopted.error.message)
      const { folder, eventId, files, notApplied = [], worktrees = [] } = adopted.value
      const done = eventId === null ? words.nothing : words.applied({ files: files.length, folder })
      const said =
        notApplied.length === 0 ? done : `${done} ${texts.changes.notApplied({ files: notApplied.join(', ') })}.`
      const kept = worktrees.flatMap(({ kept: reason }) => (reason === null ? [] : [reason]))
      const text = kept.length === 0 ? said : `${said} ${words.kept({ worktrees: kept.length, reason: kept[0] ?? '' })}`
      if (eventId === null) return toasts.show(text)
      const scope = { type: 'event', eventId } as const
      toasts.show(text, () => void undo(raceId, scope))
    },
  }

  async function undo(agentId: AgentId, scope: { readonly type: 'event'; readonly eventId: EventId }): Promise<void> {
    const undone = await callEngine(client.changes.undo({ agentId, scope }))
    toasts.show(undone.ok ? words.undone : undone.error.message)
  }
}
