import type { ComparedCommits } from '../../shared/file-changes.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'

const words = texts.changes.base

/** Which commits are compared, and those in between. */
export function ComparedNote({ compared: { from, to, commits, more } }: { compared: ComparedCommits }) {
  const ends = { from: from.slice(0, 8), to: to?.slice(0, 8) ?? null, commits: commits.length + more }
  if (commits.length === 0) return <p className={styles.note}>{words.compared(ends)}</p>
  return (
    <Disclosure summary={words.compared(ends)}>
      <ul className={styles.commits} aria-label={words.commits}>
        {commits.map(({ id, subject }) => (
          <li key={id}>
            <code>{id.slice(0, 8)}</code> {visibleText(subject)}
          </li>
        ))}
      </ul>
      {more === 0 ? null : <p className={styles.note}>{words.more({ commits: more })}</p>}
    </Disclosure>
  )
}
