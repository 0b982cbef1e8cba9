import { useEffect, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import type { PushPlan, RequestChecks } from '../../shared/publishing.ts'
import { visibleText } from '../../shared/visible-text.ts'
import type { PublishTarget } from '../actions/publish-actions.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'
import { PushForm } from './push-form.tsx'

const words = texts.changes.publish

interface PublishPartProps {
  readonly agentId: AgentId
  onSendFailures(): void
}

/** Pushes an agent's commits, opens a pull request for them and shows its checks. Nothing outside a repository. */
export function PublishPart({ agentId, onSendFailures }: PublishPartProps) {
  const { changes, publish } = useActions()
  const [isRepository, setIsRepository] = useState(false)
  const [plan, setPlan] = useState<PushPlan | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => {
    void changes.branches(agentId).then((found) => setIsRepository(found.ok))
  }, [changes, agentId])
  if (!isRepository) return null

  async function look(target: PublishTarget): Promise<void> {
    setIsAsking(true)
    const found = await publish.plan(agentId, target)
    setIsAsking(false)
    setFailure(found.ok ? null : found.error.message)
    if (found.ok) setPlan(found.value)
  }

  return (
    <div role="group" aria-label={words.label} className={styles.publish}>
      {plan === null ? (
        <div className={styles.buttons}>
          <Button disabled={isAsking} onClick={() => void look({})}>
            {words.push}
          </Button>
          <ChecksList agentId={agentId} onSendFailures={onSendFailures} />
        </div>
      ) : (
        <PushForm
          key={`${plan.url} ${plan.branch} ${plan.commit} ${plan.replaces}`}
          agentId={agentId}
          plan={plan}
          onLook={look}
        />
      )}
      <FailureNote failure={failure} />
    </div>
  )
}

const SEND_KEY = 'F'

interface ChecksListProps {
  readonly agentId: AgentId
  onSendFailures(): void
}

/** The checks of an agent's pull request, on request, and the button that sends the agent those that failed. */
function ChecksList({ agentId, onSendFailures }: ChecksListProps) {
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
