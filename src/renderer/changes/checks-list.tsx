import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import type { RequestChecks } from '../../shared/publishing.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'

const words = texts.changes.publish

const SEND_KEY = 'F'

interface ChecksListProps {
  readonly agentId: AgentId
  onSendFailures(): void
}

/** The checks of an agent's pull request, on request, and the button that sends the agent those that failed. */
export function ChecksList({ agentId, onSendFailures }: ChecksListProps) {
  const { publish } = useActions()
  const [found, setFound] = useState<RequestChecks | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function look(): Promise<void> {
    const checks = await publish.checks(agentId, {})
    setFailure(checks.ok ? null : checks.error.message)
    setFound(checks.ok ? checks.value : null)
  }

  return (
    <>
      <Button onClick={() => void look()}>{words.checks}</Button>
      <Button tone="quiet" aria-keyshortcuts="f" title={SEND_KEY} onClick={onSendFailures}>
        {words.sendFailures}
      </Button>
      <FailureNote failure={failure} />
      {found === null ? null : (
        <div className={styles.checks}>
          <p className={styles.note}>
            {found.request === null
              ? words.noRequest
              : words.checksOf({ title: visibleText(found.request.title), number: found.request.number })}
          </p>
          <ul className={styles.commits} aria-label={words.checkList}>
            {found.checks.map(({ name, state }) => (
              <li key={name} data-state={state}>
                {words.check({ name: visibleText(name), state: words.checkStates[state] })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
