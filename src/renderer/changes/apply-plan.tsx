import { useState } from 'react'

import type { AppliedChanges } from '../../shared/agent-worktree.ts'
import type { AgentId } from '../../shared/ids.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import { ConflictChoice } from './conflict-choice.tsx'
import { useResolutions } from './use-resolutions.ts'
import styles from './changes.module.css'
import { defined } from '../../shared/defined.ts'

const words = texts.changes.apply

interface ApplyPlanProps {
  readonly agentId: AgentId
  /** What would be written. */
  readonly plan: AppliedChanges
  onApplied(): void
}

/** What applying an agent's changes would write, and the buttons that do it, with or without a commit. */
export function ApplyPlan({ agentId, plan: { files, folder, notApplied }, onApplied }: ApplyPlanProps) {
  const { changes } = useActions()
  const { dialogs, toasts } = useStores()
  const [message, setMessage] = useState(useAgentName(agentId))
  const [failure, setFailure] = useState<string | null>(null)
  const resolutions = useResolutions(agentId)
  const conflicting = files.filter(({ state }) => state === 'conflict').map(({ path }) => path)
  const left = conflicting.filter((path) => resolutions.of(path) === null)

  async function apply(commit?: { readonly message: string }): Promise<void> {
    const options = { preview: false, skip: left, resolve: resolutions.decided, ...defined({ commit }) }
    const applied = await changes.apply(agentId, options)
    if (!applied.ok) return setFailure(applied.error.message)
    toasts.show(appliedText(folder, applied.value.commit))
    onApplied()
    dialogs.close()
  }

  const count = left.length
  return (
    <>
      <ul className={styles.files} aria-label={words.files}>
        {files.map(({ path, state }) => (
          <li key={path}>
            {words.file({ file: visibleText(path), state: words.states[state] })}
            {state === 'conflict' ? <ConflictChoice path={path} resolutions={resolutions} /> : null}
          </li>
        ))}
      </ul>
      <label className={styles.message}>
        {words.message}
        <textarea value={message} rows={2} maxLength={10_000} onChange={(change) => setMessage(change.target.value)} />
      </label>
      <p className={styles.note}>{words.about}</p>
      <NotApplied paths={notApplied} />
      <FailureNote failure={failure ?? resolutions.failure} />
      <div className={styles.buttons}>
        <Button tone="primary" onClick={() => void apply()}>
          {count === 0 ? words.submit : words.submitWithout({ files: count })}
        </Button>
        <Button disabled={resolutions.decided.length > 0} onClick={() => void apply({ message })}>
          {words.commit}
        </Button>
      </div>
    </>
  )
}

function appliedText(folder: string, commit: string | undefined): string {
  return commit === undefined ? words.done({ folder }) : words.committed({ folder, commit: commit.slice(0, 8) })
}

/** Names the changed files of repositories inside the folder, which are not applied. Undefined: there are none. */
export function NotApplied({ paths = [] }: { readonly paths?: readonly string[] | undefined }) {
  if (paths.length === 0) return null
  const files = paths.map((path) => visibleText(path)).join(', ')
  return <p className={styles.note}>{texts.changes.notApplied({ files })}</p>
}
