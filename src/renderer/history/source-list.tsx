import { SafeLink } from '../parts/safe-link.tsx'
import type { CitedSource } from './cited-text.ts'
import styles from './source-list.module.css'

/** The sources of an answer, one card each, with the passages that the answer is based on. */
export function SourceList({ sources }: { sources: readonly CitedSource[] }) {
  if (sources.length === 0) return null
  return (
    <ol className={styles.sources} aria-label="Sources">
      {sources.map(({ number, url, title, quotes }) => (
        <li key={number} className={styles.source}>
          <span>
            {number}. {url === null ? title : <SafeLink href={url}>{title}</SafeLink>}
          </span>
          {quotes.slice(0, 1).map((quote) => (
            <q key={quote} className={styles.quote} title={quote}>
              {quote}
            </q>
          ))}
        </li>
      ))}
    </ol>
  )
}
