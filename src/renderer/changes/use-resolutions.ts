import { useState } from 'react'

import type { ConflictResolution, FileConflictText } from '../../shared/agent-worktree.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'

/** What the user decided about files that cannot be merged. `agentId`: whose changes they are. */
export function useResolutions(agentId: AgentId) {
  const { changes } = useActions()
  const [decided, setDecided] = useState<readonly ConflictResolution[]>([])
  const [shown, setShown] = useState<readonly FileConflictText[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const without = (path: string) => (all: readonly ConflictResolution[]) => all.filter((each) => each.path !== path)

  /** The versions that the file has now are those that the user decides about. */
  async function take(path: string, how: 'theirs' | 'text'): Promise<void> {
    const found = await changes.conflict(agentId, path)
    setFailure(found.ok ? null : found.error.message)
    if (!found.ok) return
    const { seen, text } = found.value
    setShown((all) => [...all.filter((each) => each.path !== path), found.value])
    if (how === 'text' && text === null) return
    const resolution = { path, take: how, seen, ...(how === 'text' && text !== null && { text }) }
    setDecided((all) => [...without(path)(all), resolution])
  }

  return {
    decided,
    failure,
    of: (path: string): ConflictResolution | null => decided.find((each) => each.path === path) ?? null,
    /** False: it has no text to edit. Null: it is not known yet. */
    isText: (path: string): boolean | null => {
      const found = shown.find((each) => each.path === path)
      return found === undefined ? null : found.text !== null
    },
    take,
    edit: (path: string, text: string) =>
      setDecided((all) => all.map((each) => (each.path === path ? { ...each, text } : each))),
    leave: (path: string) => setDecided(without(path)),
  }
}

export type Resolutions = ReturnType<typeof useResolutions>
