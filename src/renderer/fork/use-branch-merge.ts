import { useEffect, useState } from 'react'

import { isBusy } from '../../shared/agent-summary.ts'
import type { BranchMerge } from '../../shared/branch-merge.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { defined } from '../../shared/defined.ts'

interface BranchMergePreview {
  /** Null: it has not arrived, or there is none. */
  readonly merge: BranchMerge | null
  /** Why there is none, as the engine says it. */
  readonly obstacle: string | null
  /** Whether the writer has not finished. */
  readonly isWriting: boolean
}

interface MergeQuestion {
  readonly source: AgentId
  /** A message of the turn that is merged; null: the whole branch. */
  readonly turn: EventId | null
  /** Null: none is chosen, and nothing is asked. */
  readonly into: AgentId | null
  /** The fork that writes the text; null: the text is the newest answer. */
  readonly writer: AgentId | null
}

const NONE = { merge: null, obstacle: null }

/** What merging a branch, or the turn of a message of it, would add to an agent. */
export function useBranchMerge({ source, turn, into, writer }: MergeQuestion): BranchMergePreview {
  const { compare } = useActions()
  const [shown, setShown] = useState<Omit<BranchMergePreview, 'isWriting'>>(NONE)
  const fork = useAgent(writer ?? '')
  const isWriting = writer !== null && (fork?.lastMessageId === undefined || isBusy(fork.activity.type))
  const written = fork?.lastMessageId
  // Also with each message of the writer: a short turn may begin and end between two states that the window gets.
  useEffect(() => {
    if (isWriting || into === null) return
    let isCurrent = true
    const wish = { source, into, ...defined({ turn: turn ?? undefined, writer: writer ?? undefined }) }
    void compare.mergeBranch({ ...wish, preview: true }).then((read) => {
      if (!isCurrent) return
      setShown(read.ok ? { merge: read.value, obstacle: null } : { merge: null, obstacle: read.error.message })
    })
    return () => {
      isCurrent = false
    }
  }, [compare, source, turn, into, writer, isWriting, written])
  return { ...shown, isWriting }
}
