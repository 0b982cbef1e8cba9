import { useEffect, useState } from 'react'

import { type ChangeScope, changeScopeSchema, type FileChange } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { hunkText, patchText } from '../../shared/patch-text.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { DiffView } from '../parts/diff-view.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import styles from './changes.module.css'

interface FileDiffProps {
  readonly agentId: AgentId
  readonly scope: ChangeScope
  readonly path: string
  /** Called with the index of a hunk. Missing: hunks cannot be undone. */
  readonly onUndoHunk?: (hunk: number) => void
}

/** The change of one file, hunk by hunk. */
export function FileDiff({ agentId, scope, path, onUndoHunk }: FileDiffProps) {
  const { changes } = useActions()
  const [change, setChange] = useState<FileChange | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  // The scope is a new object with each rendering.
  const key = JSON.stringify(scope)
  useEffect(() => {
    let isCurrent = true
    void changes.file(agentId, changeScopeSchema.parse(JSON.parse(key)), path).then((loaded) => {
      if (!isCurrent) return
      setChange(loaded.ok ? loaded.value : null)
      setFailure(loaded.ok ? null : loaded.error.message)
    })
    return () => {
      isCurrent = false
    }
  }, [changes, agentId, key, path])
  if (failure !== null) return <FailureNote failure={failure} />
  if (change === null) return <p className={styles.note}>Loading…</p>
  if (change.hunks === null) return <p className={styles.note}>{visibleText(patchText(change))}</p>
  return change.hunks.map((hunk, index) => (
    <div key={index} className={styles.hunk}>
      <DiffView diff={visibleText(hunkText(hunk))} label={`Changes of ${path}, part ${index + 1}`} isWhole />
      {onUndoHunk === undefined ? null : (
        <Button tone="quiet" onClick={() => onUndoHunk(index)}>
          Undo this part
        </Button>
      )}
    </div>
  ))
}
