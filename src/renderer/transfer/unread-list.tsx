import type { UnreadKey } from '../../shared/log-row.ts'
import form from '../parts/question-dialog.module.css'
import { texts } from '../text/texts.ts'

const words = texts.transfer.import

/** The keys of a file that this version does not know, with the number of lines that had them. */
export function UnreadList({ unread }: { readonly unread: readonly UnreadKey[] }) {
  return (
    <div className={form.form}>
      <p className={form.caption}>{words.unreadAbout}</p>
      <ul aria-label={words.unreadTitle}>
        {unread.map(({ type, key, count }) => (
          <li key={`${type} ${key}`}>{words.unreadKey({ type, key, count })}</li>
        ))}
      </ul>
    </div>
  )
}
