import { useState } from 'react'

import type { PrunedWorktree } from '../../shared/agent-worktree.ts'
import type { Result } from '../../shared/result.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { formatSize } from '../parts/format-figures.ts'
import { Button } from '../parts/button.tsx'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'
import styles from './room-settings.module.css'

const words = texts.database.worktrees

type Listed = Result<readonly PrunedWorktree[]>

/** The worktrees of agents that are of no more use. They are listed before they are removed. */
export function WorktreeSettings() {
  const { changes } = useActions()
  const [listed, setListed] = useState<Listed | null>(null)
  const [removed, setRemoved] = useState<Listed | null>(null)
  const [isBusy, setBusy] = useState(false)
  const prune = async (dryRun: boolean): Promise<void> => {
    setBusy(true)
    setRemoved(null)
    const pruned = await changes.pruneWorktrees(dryRun)
    setListed(dryRun ? pruned : null)
    if (!dryRun) setRemoved(pruned)
    setBusy(false)
  }
  const found = listed?.ok === true ? listed.value : []
  const removable = found.filter(({ kept }) => kept === null)
  const failure = [listed, removed].find((each) => each?.ok === false)
  return (
    <>
      <h4 id="worktrees-title" className={formStyles.subheading}>
        {words.title}
      </h4>
      <p className={formStyles.hint}>{words.hint}</p>
      {found.length === 0 ? null : <WorktreeTable worktrees={found} />}
      {listed?.ok === true && found.length === 0 ? (
        <p className={formStyles.hint} role="status">
          {words.none}
        </p>
      ) : null}
      {removed?.ok === true ? (
        <p className={formStyles.hint} role="status">
          {words.removed({ count: removed.value.filter(({ kept }) => kept === null).length })}
        </p>
      ) : null}
      {failure?.ok === false ? (
        <p className={formStyles.failure} role="alert">
          {failure.error.message}
        </p>
      ) : null}
      {removable.length === 0 ? (
        <Button disabled={isBusy} onClick={() => void prune(true)}>
          {isBusy ? words.looking : words.look}
        </Button>
      ) : (
        <Button tone="danger" disabled={isBusy} onClick={() => void prune(false)}>
          {isBusy ? words.removing : words.remove({ count: removable.length })}
        </Button>
      )}
    </>
  )
}

function WorktreeTable({ worktrees }: { worktrees: readonly PrunedWorktree[] }) {
  return (
    <table className={styles.room} aria-labelledby="worktrees-title">
      <tbody>
        {worktrees.map(({ directory, bytes, kept }) => (
          <tr key={directory}>
            <th scope="row">
              {visibleText(directory)}
              {kept === null ? null : <p className={formStyles.effect}>{words.kept({ reason: visibleText(kept) })}</p>}
            </th>
            <td>{formatSize(bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
