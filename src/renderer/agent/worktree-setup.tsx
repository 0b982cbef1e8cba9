import { useEffect, useId, useState } from 'react'

import type { Result } from '../../shared/result.ts'
import { visibleText } from '../../shared/visible-text.ts'
import type { WorktreeSetupState } from '../../shared/worktree-setup.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import styles from '../parts/question-dialog.module.css'
import { texts } from '../text/texts.ts'
import setupStyles from './worktree-setup.module.css'

const words = texts.agentDialogs.setup

/** How new worktrees of a folder's project are made ready, which a user confirms. Nothing where there is nothing to do. */
export function WorktreeSetup({ folder }: { folder: string }) {
  const { changes } = useActions()
  const id = useId()
  const [setup, setSetup] = useState<WorktreeSetupState | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    let isOver = false
    void changes.worktreeSetup(folder).then((found) => {
      if (!isOver) setSetup(found.ok ? found.value : null)
    })
    return () => {
      isOver = true
    }
  }, [changes, folder])
  if (setup === null || setup.state === 'none') return null
  const take = (answer: Result<WorktreeSetupState>): void => {
    setFailure(answer.ok ? null : answer.error.message)
    if (answer.ok) setSetup(answer.value)
  }
  const confirm = async (digest: string | null): Promise<void> => {
    const answer = await changes.confirmWorktreeSetup(folder, digest)
    // What is there now is shown before it can be confirmed.
    if (!answer.ok) take(await changes.worktreeSetup(folder))
    take(answer)
  }
  const isConfirmed = setup.state === 'confirmed'
  const files = setup.sources.map((path) => visibleText(path)).join(', ')
  return (
    <section className={styles.field} aria-labelledby={id}>
      <span id={id} className={styles.label}>
        {words.title} · {setup.sources.length === 0 ? words.proposed : words.from({ files })}
      </span>
      <ul className={setupStyles.lines}>
        {setup.commands.map((command) => (
          <li key={command}>
            {words.run} <code>{visibleText(command)}</code>
          </li>
        ))}
        {setup.commands.length + setup.teardown.length === 0
          ? null
          : setup.network.map((host) => (
              <li key={host}>
                {words.network} <code>{visibleText(host)}</code>
              </li>
            ))}
        {setup.copy.map((pattern) => (
          <li key={pattern}>
            {words.copy} <code>{visibleText(pattern)}</code>
          </li>
        ))}
        {setup.teardown.map((command) => (
          <li key={`teardown ${command}`}>
            {words.teardown} <code>{visibleText(command)}</code>
          </li>
        ))}
      </ul>
      <div className={setupStyles.state}>
        <span role="status">{words.states[setup.state]}</span>
        <Button onClick={() => void confirm(isConfirmed ? null : setup.digest)}>
          {isConfirmed ? words.forget : words.confirm}
        </Button>
      </div>
      <FailureNote failure={failure} />
    </section>
  )
}
