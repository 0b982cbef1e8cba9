import type { ChangeList, ComparedCommits, SkippedFile } from '../../shared/file-changes.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { texts } from '../text/texts.ts'
import changesStyles from './changes.module.css'
import styles from './review.module.css'

const words = texts.changes

/** What the lists of a review say beside their files. */
export function ReviewNotes({ lists }: { readonly lists: readonly ChangeList[] }) {
  const compared = lists.flatMap((list) => list.compared ?? [])
  const unrecorded = [...new Set(lists.flatMap((list) => list.unrecorded))]
  const skipped = lists.flatMap((list) => list.skipped)
  return (
    <div className={styles.notes}>
      {compared.map((each) => (
        <ComparedNote key={each.from} compared={each} />
      ))}
      {unrecorded.map((reason) => (
        <p key={reason} className={styles.note}>
          {words.unrecorded({ reason: visibleText(reason) })}
        </p>
      ))}
      {lists.some(({ shared }) => shared) ? <p className={styles.note}>{words.shared}</p> : null}
      <SkippedNote files={skipped.filter(({ reason }) => reason !== 'protected')} say={words.notSaved} />
      <SkippedNote files={skipped.filter(({ reason }) => reason === 'protected')} say={words.neverSaved} />
    </div>
  )
}

interface SkippedNoteProps {
  readonly files: readonly SkippedFile[]
  readonly say: (parts: { files: string }) => string
}

function SkippedNote({ files, say }: SkippedNoteProps) {
  if (files.length === 0) return null
  const names = [...new Set(files.map(({ path }) => visibleText(path)))]
  return <p className={styles.note}>{say({ files: names.join(', ') })}</p>
}

const baseWords = texts.changes.base

/** Which commits are compared, and those in between. */
function ComparedNote({ compared: { from, to, commits, more } }: { compared: ComparedCommits }) {
  const ends = { from: from.slice(0, 8), to: to?.slice(0, 8) ?? null, commits: commits.length + more }
  if (commits.length === 0) return <p className={changesStyles.note}>{baseWords.compared(ends)}</p>
  return (
    <Disclosure summary={baseWords.compared(ends)}>
      <ul className={changesStyles.commits} aria-label={baseWords.commits}>
        {commits.map(({ id, subject }) => (
          <li key={id}>
            <code>{id.slice(0, 8)}</code> {visibleText(subject)}
          </li>
        ))}
      </ul>
      {more === 0 ? null : <p className={changesStyles.note}>{baseWords.more({ commits: more })}</p>}
    </Disclosure>
  )
}
