import { useEffect, useState } from 'react'

import type { BranchMerge } from '../../shared/branch-merge.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'

interface BranchMergePreview {
  /** Null: it has not arrived, or there is none. */
  readonly merge: BranchMerge | null
  /** Why there is none. */
  readonly failure: string | null
}

const WAITING: BranchMergePreview = { merge: null, failure: null }

/** What merging a branch, or the turn of a message of it, would add to an agent. */
export function useBranchMerge(source: AgentId, turn: EventId | null, into: AgentId): BranchMergePreview {
  const { compare } = useActions()
  const [shown, setShown] = useState(WAITING)
  useEffect(() => {
    let isCurrent = true
    void compare.mergeBranch({ source, into, ...(turn !== null && { turn }), preview: true }).then((read) => {
      if (!isCurrent) return
      setShown(read.ok ? { merge: read.value, failure: null } : { merge: null, failure: read.error.message })
    })
    return () => {
      isCurrent = false
    }
  }, [compare, source, turn, into])
  return shown
}
