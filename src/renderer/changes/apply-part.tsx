import { useEffect, useState } from 'react'

import type { AgentWorktree, AppliedChanges } from '../../shared/agent-worktree.ts'
import type { AgentId } from '../../shared/ids.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import styles from './changes.module.css'

const STATES = { clean: 'Taken over', merged: 'Merged', same: 'The same already', conflict: 'Conflict' } as const

/** Takes the changes of an agent's own worktree to its parent's folder. Shows first what would be written. */
export function ApplyPart({ agentId }: { agentId: AgentId }) {
  const { changes } = useActions()
  const { dialogs, toasts } = useStores()
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

  async function apply({ files, folder }: AppliedChanges): Promise<void> {
    const skip = files.filter(({ state }) => state === 'conflict').map(({ path }) => path)
    const applied = await changes.apply(agentId, { preview: false, skip })
    if (!applied.ok) return setFailure(applied.error.message)
    toasts.show(`Applied to ${folder}. The parent’s history has an “Undo”.`)
    dialogs.setState({ dialog: { type: 'none' } })
  }

  async function remove(discard: boolean): Promise<void> {
    const removed = await changes.removeWorktree(agentId, discard)
    setFailure(removed.ok ? null : removed.error.message)
    setIsKept(!removed.ok)
    if (removed.ok) setWorktree(null)
  }

  const conflicts = plan?.files.filter(({ state }) => state === 'conflict').length ?? 0
  return (
    <section aria-label="Worktree">
      <p className={styles.note}>
        Works in {visibleText(worktree.folder)}, branch {visibleText(worktree.branch)}
      </p>
      {plan === null ? null : (
        <ul className={styles.files} aria-label="Files to apply">
          {plan.files.map(({ path, state }) => (
            <li key={path}>
              {visibleText(path)}: {STATES[state]}
            </li>
          ))}
        </ul>
      )}
      <FailureNote failure={failure} />
      <div className={styles.buttons}>
        {plan === null ? (
          <Button onClick={() => void preview()}>Apply to {visibleText(worktree.parentFolder)}…</Button>
        ) : (
          <Button tone="primary" onClick={() => void apply(plan)}>
            {conflicts === 0 ? 'Apply' : `Apply without ${conflicts} conflicting ${conflicts === 1 ? 'file' : 'files'}`}
          </Button>
        )}
        <Button tone="quiet" onClick={() => void remove(isKept)}>
          {isKept ? 'Discard changes and remove worktree' : 'Remove worktree'}
        </Button>
      </div>
    </section>
  )
}
