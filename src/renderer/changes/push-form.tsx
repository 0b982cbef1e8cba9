import { type FormEvent, useState } from 'react'

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
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'
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

/** What a push would do: where, which commits, and what stays behind. */
function PlannedPush({ plan }: { readonly plan: PushPlan }) {
  return (
    <>
      <p className={styles.note}>{planText(plan)}</p>
      {plan.commits.length === 0 ? null : (
        <ul className={styles.commits} aria-label={words.commits}>
          {plan.commits.map(({ id, subject }) => (
            <li key={id}>
              <code>{id.slice(0, 8)}</code> {visibleText(subject)}
            </li>
          ))}
        </ul>
      )}
      {plan.more === 0 ? null : <p className={styles.note}>{texts.changes.base.more({ commits: plan.more })}</p>}
      {plan.uncommitted.length === 0 ? null : (
        <p className={styles.note}>
          {words.uncommitted({ files: plan.uncommitted.map((path) => visibleText(path)).join(', ') })}
        </p>
      )}
    </>
  )
}

function planText({ commit, branch, url, replaces, needsForce }: PushPlan): string {
  const parts = { commit: commit.slice(0, 8), branch: visibleText(branch), url: visibleText(url) }
  if (replaces === null) return words.toNewBranch(parts)
  if (replaces === commit) return words.upToDate(parts)
  return needsForce
    ? words.replacing({ ...parts, before: replaces.slice(0, 8) })
    : words.toBranch({ ...parts, before: replaces.slice(0, 8) })
}

interface Target {
  readonly remote: string
  readonly branch: string
}

interface PushTargetProps {
  /** What is shown. */
  readonly plan: PushPlan
  /** What the user has chosen. */
  readonly target: Target
  onChange(target: Target): void
  onLook(): void
}

/** The remote and the branch of a push. What another choice would push has to be shown before it can be pushed. */
function PushTarget({ plan, target, onChange, onLook }: PushTargetProps) {
  function lookAgain(form: FormEvent): void {
    form.preventDefault()
    onLook()
  }
  const isShown = target.branch === plan.branch && target.remote === plan.remote
  return (
    <form className={styles.base} onSubmit={lookAgain}>
      <label>
        {words.remote}{' '}
        <select
          className={formStyles.select}
          value={target.remote}
          onChange={(change) => onChange({ ...target, remote: change.target.value })}
        >
          {plan.remotes.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words.branch}{' '}
        <input
          type="text"
          className={formStyles.field}
          value={target.branch}
          maxLength={250}
          spellCheck={false}
          autoComplete="off"
          onChange={(change) => onChange({ ...target, branch: change.target.value.trim() })}
        />
      </label>
      {isShown || target.branch === '' ? null : <Button type="submit">{words.look}</Button>}
    </form>
  )
}
