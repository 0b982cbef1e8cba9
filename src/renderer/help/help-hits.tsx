import { helpTargetText } from '../../shared/help-pages.ts'
import type { HelpHit } from '../../shared/help-search.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { FailureNote } from '../parts/failure-note.tsx'
import { useNewestAnswer } from '../parts/use-newest-answer.ts'
import type { Result } from '../../shared/result.ts'
import { texts } from '../text/texts.ts'
import styles from './help.module.css'

/** What a search of the help found. */
export function HelpHits({ query }: { query: string }) {
  const { help } = useStores()
  const { help: actions } = useActions()
  const last = useNewestAnswer<string, Result<readonly HelpHit[]>>(query, actions.search)
  if (last === null) return <p className={styles.note}>{texts.common.loading}</p>
  if (!last.answer.ok) return <FailureNote failure={last.answer.error.message} />
  if (last.answer.value.length === 0) return <p className={styles.note}>{texts.common.noResults}</p>
  return (
    <ul className={styles.hits} aria-label={texts.help.results}>
      {last.answer.value.map((hit) => (
        <li key={helpTargetText(hit)}>
          <button
            type="button"
            className={styles.link}
            onClick={() => help.show({ page: hit.page, anchor: hit.anchor })}
          >
            <span className={styles.hitTitle}>{hit.title}</span>
            {hit.anchor === null ? null : <span className={styles.hitPage}> {hit.pageTitle}</span>}
            <span className={styles.excerpt}>{hit.excerpt}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
