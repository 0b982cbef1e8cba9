import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import type { PushPlan } from '../../shared/publishing.ts'
import type { Result } from '../../shared/result.ts'
import { visibleText } from '../../shared/visible-text.ts'
import type { PublishTarget } from '../actions/publish-actions.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'
import { PlannedPush } from './planned-push.tsx'
import { PushTarget } from './push-target.tsx'
import { RequestForm } from './request-form.tsx'

const words = texts.changes.publish

interface PushFormProps {
  readonly agentId: AgentId
  /** What would be pushed. */
  readonly plan: PushPlan
  /** Asks again what would be pushed. */
  onLook(target: PublishTarget): Promise<void>
}

/** Exactly what would be pushed where, and the button that does it; then the form of the pull request. */
export function PushForm({ agentId, plan, onLook }: PushFormProps) {
  const { publish } = useActions()
  const { toasts } = useStores()
  const message = useAgentName(agentId)
  const [target, setTarget] = useState({ remote: plan.remote, branch: plan.branch })
  const [force, setForce] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isShown = target.branch === plan.branch && target.remote === plan.remote
  const isPushed = plan.replaces === plan.commit

  async function act(does: Promise<Result<unknown>>, done: string): Promise<void> {
    const result = await does
    setFailure(result.ok ? null : result.error.message)
    if (!result.ok) return
    toasts.show(done)
    await onLook(target)
  }

  return (
    <>
      <PushTarget plan={plan} target={target} onChange={setTarget} onLook={() => void onLook(target)} />
      <PlannedPush plan={plan} />
      {plan.needsForce ? <Checkbox label={words.force} checked={force} onChange={setForce} /> : null}
      <p className={styles.note}>{words.about}</p>
      <FailureNote failure={failure} />
      <div className={styles.buttons}>
        {isPushed ? null : (
          <Button
            tone={force ? 'danger' : 'primary'}
            disabled={!isShown || (plan.needsForce && !force)}
            onClick={() =>
              void act(publish.push(agentId, plan, force), words.pushed({ branch: plan.branch, url: plan.url }))
            }
          >
            {words.submit({ url: visibleText(plan.url) })}
          </Button>
        )}
        {plan.uncommitted.length === 0 ? null : (
          <Button onClick={() => void act(publish.commit(agentId, message), words.committed)}>{words.commit}</Button>
        )}
      </div>
      {isPushed && isShown ? <RequestForm agentId={agentId} plan={plan} /> : null}
    </>
  )
}
