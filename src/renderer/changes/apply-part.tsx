import { useEffect, useState } from 'react'

import type { AgentWorktree, AppliedChanges } from '../../shared/agent-worktree.ts'
import type { AgentId } from '../../shared/ids.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import { ApplyPlan } from './apply-plan.tsx'
import styles from './changes.module.css'

const words = texts.changes.worktree

/** Takes the changes of an agent's own worktree to its parent's folder. Shows first what would be written. */
export function ApplyPart({ agentId }: { agentId: AgentId }) {
  const { changes } = useActions()
  const [worktree, setWorktree] = useState<AgentWorktree | null>(null)
  const [plan, setPlan] = useState<AppliedChanges | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  /** It was not removed, because it has changes that were not applied. */
  const [isKept, setIsKept] = useState(false)
  useEffect(() => {
    void changes.worktree(agentId).then((found) => setWorktree(found.ok ? found.value : null))
  }, [changes, agentId])
  if (worktree === null) return null

  async function preview(): Promise<void> {
    const planned = await changes.apply(agentId, { preview: true, skip: [] })
    setPlan(planned.ok ? planned.value : null)
    setFailure(planned.ok ? null : planned.error.message)
  }

  async function remove(discard: boolean): Promise<void> {
    const removed = await changes.removeWorktree(agentId, discard)
    setFailure(removed.ok ? null : removed.error.message)
    setIsKept(!removed.ok)
    if (removed.ok) setWorktree(null)
  }

  return (
    <div role="group" aria-label={words.label}>
      <p className={styles.note}>
        {words.place({ folder: visibleText(worktree.folder), branch: visibleText(worktree.branch) })}{' '}
        {worktree.ports === undefined ? null : words.ports(worktree.ports)}
      </p>
      {plan === null ? null : <ApplyPlan agentId={agentId} plan={plan} onApplied={() => setPlan(null)} />}
      <FailureNote failure={failure} />
      <div className={styles.buttons}>
        {plan === null ? (
          <Button onClick={() => void preview()}>{words.apply({ folder: visibleText(worktree.parentFolder) })}</Button>
        ) : null}
        <Button tone="quiet" onClick={() => void remove(isKept)}>
          {isKept ? words.discard : words.remove}
        </Button>
      </div>
    </div>
  )
}
