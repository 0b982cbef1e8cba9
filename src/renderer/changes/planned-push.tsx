import type { PushPlan } from '../../shared/publishing.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'

const words = texts.changes.publish

/** What a push would do: where, which commits, and what stays behind. */
export function PlannedPush({ plan }: { readonly plan: PushPlan }) {
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
