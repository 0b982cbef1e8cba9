import { useEffect, useState } from 'react'

import { type FileChange, type ReviewScope, reviewScopeSchema } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'

interface FileChangeRequest {
  readonly agentId: AgentId
  readonly scope: ReviewScope
  /** Null: no file is selected. */
  readonly path: string | null
  /** Another number loads the change again. */
  readonly revision?: number
}

/** Both null: it is being loaded. */
export interface LoadedFileChange {
  readonly change: FileChange | null
  readonly failure: string | null
}

const LOADING: LoadedFileChange = { change: null, failure: null }

/** Loads the change of one file. */
export function useFileChange({ agentId, scope, path, revision = 0 }: FileChangeRequest): LoadedFileChange {
  const { changes } = useActions()
  const [loaded, setLoaded] = useState(LOADING)
  // The scope is a new object with each rendering.
  const key = JSON.stringify(scope)
  useEffect(() => {
    if (path === null) return undefined
    let isCurrent = true
    void changes.file(agentId, reviewScopeSchema.parse(JSON.parse(key)), path).then((found) => {
      if (!isCurrent) return
      setLoaded(found.ok ? { change: found.value, failure: null } : { change: null, failure: found.error.message })
    })
    return () => {
      isCurrent = false
    }
  }, [changes, agentId, key, path, revision])
  // The change of the file before is not that of this one.
  return loaded.change === null || loaded.change.path === path ? loaded : LOADING
}
