import { useEffect, useState } from 'react'

import type { ChangeList, ReviewScope } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'

/** Loads the list, and again on request. */
export function useChangeList(agentId: AgentId, scope: ReviewScope) {
  const { changes } = useActions()
  const [list, setList] = useState<ChangeList | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [revision, setRevision] = useState(0)
  useEffect(() => {
    let isCurrent = true
    void changes.list(agentId, scope).then((loaded) => {
      if (!isCurrent) return
      if (loaded.ok) setList(loaded.value)
      setFailure(loaded.ok ? null : loaded.error.message)
    })
    return () => {
      isCurrent = false
    }
  }, [changes, agentId, scope, revision])
  return { list, failure, revision, reload: () => setRevision((before) => before + 1) }
}
