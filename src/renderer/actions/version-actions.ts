import type { AgentEvent, AgentEventOf } from '../../shared/agent-event.ts'
import { type AttachmentBlock, refsOf } from '../../shared/attachment.ts'
import type { AgentView } from '../../shared/agent-view.ts'
import { replay } from '../../shared/context-replay.ts'
import { eventHas } from '../../shared/event-facts.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import { agentModel, agentName } from '../store/agent-name.ts'
import type { AgentTreeStore } from '../store/agent-tree-store.ts'
import type { AgentViews } from '../store/agent-view-store.ts'
import type { Stop } from '../store/engine-connection.ts'
import { type Drafts, promptDraft } from '../store/draft-store.ts'
import type { LayoutStore } from '../store/layout-store.ts'
import type { Notices } from '../store/notice-store.ts'
import { type VersionAnchor, type VersionStore, withSeen } from '../store/version-store.ts'
import { lastSeenBelow, placeKey, type Versions } from '../store/versions.ts'
import { texts } from '../text/texts.ts'
import type { AgentActions } from './agent-actions.ts'
import type { CompareActions } from './compare-actions.ts'
import type { CostQuestion } from './cost-question.ts'
import type { LogActions } from './log-actions.ts'

const words = texts.actions.versions

/**
 * Where an edited prompt goes: into the same pane, into a new one, or into the agent itself instead of the old prompt.
 */
export type EditTarget = 'here' | 'beside' | 'replace'

interface EditedPrompt {
  readonly agentId: AgentId
  readonly event: AgentEventOf<'user'>
  readonly text: string
  readonly files: readonly AttachmentBlock[]
  readonly target: EditTarget
  /** Whether the running turn is stopped first. */
  readonly stops: boolean
  /** Restores the files of the moment before; returns whether it did. Nothing is sent if it did not. */
  readonly restore: (() => Promise<boolean>) | null
}

/** What a user does with the versions of a place. */
export interface VersionActions {
  /** Shows the version in the pane of the agent, or goes to its pane if it is open. */
  show(agentId: AgentId, versions: Versions, index: number, anchor?: Pick<VersionAnchor, 'top' | 'button'>): void
  /** Opens a prompt of the agent's path for editing, in place. */
  edit(agentId: AgentId, eventId: EventId): void
  stopEditing(): void
  /** Sends an edited prompt; returns whether it was accepted. */
  send(prompt: EditedPrompt): Promise<boolean>
  /**
   * Returns the context to the moment before a prompt, and puts the prompt into the prompt box if that is empty; returns
   * whether the context was changed.
   */
  takeBack(agentId: AgentId, prompt: AgentEventOf<'user'>): Promise<boolean>
  /** Lets the agent's own model answer the prompt of an answer again, in the same pane; returns whether that began. */
  retry(agentId: AgentId, answerId: EventId): Promise<boolean>
  /**
   * Lets each model answer the prompt again. One answer is shown in the same pane, several beside the one that was
   * there.
   */
  retryWith(agentId: AgentId, answerId: EventId, models: readonly string[]): Promise<boolean>
  /** Records which agents have the focus. */
  followFocus(): Stop
}

export interface VersionActionsDependencies {
  readonly agents: AgentActions
  readonly compare: CompareActions
  readonly costs: CostQuestion
  readonly drafts: Drafts
  readonly log: LogActions
  readonly tree: AgentTreeStore
  readonly views: AgentViews
  readonly layout: LayoutStore
  readonly notices: Notices
  readonly versions: VersionStore
}

interface RetryRequest {
  readonly agentId: AgentId
  /** The prompt that is answered again. */
  readonly atEventId: EventId
  readonly reason: 'retry'
}

export function createVersionActions(dependencies: VersionActionsDependencies): VersionActions {
  const { agents, compare, costs, drafts, log, tree, views, layout, notices, versions } = dependencies
  const eventsOf = (agentId: AgentId): readonly AgentEvent[] => views.getState().views.get(agentId)?.events ?? []

  /** Returns the fork's request for the prompt of an answer; null: it is not among the loaded events. */
  function retryRequest(agentId: AgentId, answerId: EventId): RetryRequest | null {
    const prompt = promptOf(eventsOf(agentId), answerId)
    if (prompt === null) notices.show(agentId, words.noPrompt)
    return prompt === null ? null : { agentId, atEventId: prompt.id, reason: 'retry' }
  }

  function mayBeRetried({ agentId, atEventId }: RetryRequest, models: readonly string[]): Promise<boolean> {
    return costs.mayBeAsked([{ agentId, atEventId, models }])
  }

  /** Returns the context to the moment before a prompt; returns whether that was done. */
  async function rewindBefore(agentId: AgentId, promptId: EventId): Promise<boolean> {
    let before = messageBefore(eventsOf(agentId), promptId)
    for (let known = -1; before === null && eventsOf(agentId).length > known;) {
      // Without the older events it is not known whether something was said before it.
      if (isWhole(views.getState().views.get(agentId))) return agents.submit(agentId, '/clear')
      known = eventsOf(agentId).length
      await log.loadOlder(agentId)
      before = messageBefore(eventsOf(agentId), promptId)
    }
    return before !== null && agents.rewind(agentId, before.id)
  }

  return {
    show(agentId, { agents: all, place }, index, anchor) {
      const version = all[index]
      if (version === undefined) return
      const known = tree.getState().agents
      const shown = lastSeenBelow(version, place, versions.getState().seen, known)
      if (anchor !== undefined) versions.setState({ anchor: { ...anchor, agentId: shown, place: placeKey(place) } })
      // A long version is otherwise rendered from a later message on.
      void views.loaded(shown).then(() => views.showEvent(shown, place.eventId))
      layout.dispatch({ type: 'focus', agentId })
      layout.dispatch({ type: 'show', agentId: shown })
      const agent = known.get(shown) ?? { id: shown, name: '' }
      const model = agentModel(agent) ?? agentName(agent)
      notices.announce(words.shown({ index: index + 1, versions: all.length, model }))
    },
    edit: (agentId, eventId) => versions.setState({ editing: { agentId, eventId } }),
    stopEditing: () => versions.setState({ editing: null }),
    async send({ agentId, event, text, files, target, stops, restore }) {
      const attachments = files.length > 0 ? { attachments: refsOf(files) } : {}
      if (!(await costs.mayBeAsked([{ agentId, before: event.id, text, ...attachments }]))) return false
      if (stops) await agents.cancel(agentId)
      if (restore !== null && !(await restore())) return false
      if (target === 'replace') {
        if (!(await rewindBefore(agentId, event.id))) return false
        return agents.submit(agentId, text, { asText: true, ...attachments })
      }
      const request = { agentId, models: [], before: event.id, prompt: text, reason: 'edit', ...attachments } as const
      return (await agents.fork(request, target)) !== null
    },
    async takeBack(agentId, prompt) {
      if (!(await rewindBefore(agentId, prompt.id))) return false
      const { text, attachments = [] } = drafts.draftOf(agentId)
      if (text === '' && attachments.length === 0) drafts.replace(agentId, promptDraft(prompt))
      return true
    },
    async retry(agentId, answerId) {
      const request = retryRequest(agentId, answerId)
      if (request === null || !(await mayBeRetried(request, []))) return false
      return (await agents.fork({ ...request, models: [] }, 'here')) !== null
    },
    async retryWith(agentId, answerId, models) {
      const request = retryRequest(agentId, answerId)
      if (request === null || !(await mayBeRetried(request, models))) return false
      const children = await agents.fork({ ...request, models }, models.length > 1 ? 'beside' : 'here')
      if (children !== null && models.length > 1) compare.show([agentId, ...children.map(({ id }) => id)])
      return children !== null
    },
    followFocus: () =>
      layout.subscribe(({ focused }) => {
        const { seen } = versions.getState()
        if (focused !== null && seen[0] !== focused) versions.setState({ seen: withSeen(seen, focused) })
      }),
  }
}

/** Returns the prompt that the turn of an answer began with; null: it is not loaded, or the turn began with mail. */
function promptOf(events: readonly AgentEvent[], answerId: EventId): AgentEvent | null {
  const first = events.findLast(
    (event) =>
      event.id < answerId &&
      (event.kind === 'user' || (event.kind === 'mail' && event.data.tool_call_id === undefined)),
  )
  return first?.kind === 'user' ? first : null
}

/** Returns the last message of the context before an event of it; null: the loaded events have none. */
function messageBefore(events: readonly AgentEvent[], eventId: EventId): AgentEvent | null {
  const isMessage = (event: AgentEvent): boolean =>
    eventHas(event, 'message', 'whole', 'part') && event.kind !== 'tool_call'
  return replay(events).items.findLast((event) => event.id < eventId && isMessage(event)) ?? null
}

/** Whether the whole context is among the loaded events: the older ones, if any, were cleared from it. */
function isWhole(view: AgentView | undefined): boolean {
  return view === undefined || !view.hasOlder || replay(view.events).spans.some(({ event }) => event.kind === 'clear')
}
