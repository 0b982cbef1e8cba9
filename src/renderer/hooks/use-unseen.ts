import { useMemo } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import { replay } from '../../shared/context-replay.ts'
import { filesOf } from '../../shared/event-files.ts'
import { unseenFiles } from '../../shared/file-outcome.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { FileTarget } from '../../shared/model-content.ts'
import { NO_ATTACHMENTS } from '../store/draft-store.ts'
import { type UnseenWarning, unseenWarning } from '../store/unseen-text.ts'
import { useFileTarget } from './use-file-target.ts'
import { useDrafts, useModels, useViews } from './use-stores.ts'

const NO_EVENTS: readonly AgentEvent[] = []

/**
 * Returns a function that warns of files which a model would not see: those of the agent's context, as far as it is
 * loaded, and of its draft. Null: there are none.
 */
export function useUnseenWarning(agentId: AgentId | null): (target: FileTarget) => UnseenWarning | null {
  const events = useViews(({ views }) => (agentId === null ? undefined : views.get(agentId)?.events)) ?? NO_EVENTS
  const drafts = useDrafts(({ files }) => (agentId === null ? undefined : files.get(agentId))) ?? NO_ATTACHMENTS
  const recorded = useMemo(() => filesInContext(events), [events])
  const targetOf = useFileTarget()
  const list = useModels((state) => state.list)
  return (target) => {
    const unseen = unseenFiles({ recorded, drafts }, targetOf(target))
    return unseen === null ? null : unseenWarning(list, target, unseen)
  }
}

/** Most contexts have no files, and replaying a long one takes a while. */
function filesInContext(events: readonly AgentEvent[]) {
  return events.every((event) => filesOf(event).length === 0) ? NO_ATTACHMENTS : replay(events).items.flatMap(filesOf)
}
