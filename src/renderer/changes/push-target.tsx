import type { FormEvent } from 'react'

import type { PushPlan } from '../../shared/publishing.ts'
import { Button } from '../parts/button.tsx'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'

const words = texts.changes.publish

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
export function PushTarget({ plan, target, onChange, onLook }: PushTargetProps) {
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
