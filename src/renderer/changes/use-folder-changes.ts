import { useEffect, useState } from 'react'

import { isBusy } from '../../shared/agent-summary.ts'
import type { ChangeList, ReviewScope } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import { useActions } from '../hooks/app-context.ts'
import { useDialogs, useTree } from '../hooks/use-stores.ts'
import type { ReviewSubject } from '../store/window-view-store.ts'
import type { AgentChanges } from './file-groups.ts'
import { agentsInFolder } from './folder-agents.ts'

interface FolderChanges {
  /** Those that are loaded, in the order of the agents. Null: none is. */
  readonly all: readonly AgentChanges[] | null
  /** Why the changes of the subject's agent cannot be listed; null: they can. */
  readonly failure: string | null
  /** Another number with each time that the lists are loaded. */
  readonly revision: number
  reload(): void
}

interface Loaded {
  readonly key: string
  readonly lists: ReadonlyMap<AgentId, Result<ChangeList>>
}

const NONE: Loaded = { key: '', lists: new Map() }
const WHOLE: ReviewScope = { type: 'agent' }

/**
 * Loads the changes of a review: those of its agent, or of all agents in the agent's folder. They are loaded again when one
 * of the agents begins or ends a turn, and after a question about an undo. `compared`: what differs from commits instead; null: recorded changes.
 */
export function useFolderChanges(subject: ReviewSubject, compared: ReviewScope | null): FolderChanges {
  const { changes } = useActions()
  const [loaded, setLoaded] = useState(NONE)
  const [asked, setAsked] = useState(0)
  const isAlone = subject.type === 'agent' || compared !== null
  const ids = useTree(({ agents }) => (isAlone ? [] : agentsInFolder(agents, subject.agentId)).join(' '))
  const members = ids === '' ? [subject.agentId] : ids.split(' ')
  const activity = useTree(({ agents }) => members.map((id) => isBusy(agents.get(id)?.activity.type ?? 'idle')).join())
  const scope = compared ?? (subject.type === 'agent' ? subject.scope : WHOLE)
  const key = JSON.stringify([members, scope])
  // A dialog about conflicts, or about files of uncertain origin, may take changes back.
  const dialog = useDialogs((state) => state.dialog.type)
  const revision = useRevision(`${key} ${activity} ${asked} ${dialog === 'unsure' || dialog === 'conflict'}`)
  useEffect(() => {
    let isCurrent = true
    for (const agentId of members) {
      void changes.list(agentId, scope).then((list) => {
        if (!isCurrent) return
        setLoaded((before) => ({ key, lists: new Map(before.key === key ? before.lists : []).set(agentId, list) }))
      })
    }
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the revision stands for what they depend on
  }, [changes, revision])
  const lists = loaded.key === key ? loaded.lists : NONE.lists
  const all = members.flatMap((agentId) => {
    const list = lists.get(agentId)
    return list?.ok === true ? [{ agentId, scope, list: list.value }] : []
  })
  const own = lists.get(subject.agentId)
  return {
    all: own === undefined ? null : all,
    failure: own === undefined || own.ok ? null : own.error.message,
    revision,
    reload: () => setAsked((before) => before + 1),
  }
}

/** Counts the changes of a value. */
function useRevision(value: string): number {
  const [seen, setSeen] = useState({ value, revision: 0 })
  if (seen.value === value) return seen.revision
  const next = { value, revision: seen.revision + 1 }
  setSeen(next)
  return next.revision
}
