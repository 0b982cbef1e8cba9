import { visibleText } from '../../shared/visible-text.ts'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'

/** Names the changed files of repositories inside the folder, which are not applied. Undefined: there are none. */
export function NotApplied({ paths = [] }: { readonly paths?: readonly string[] | undefined }) {
  if (paths.length === 0) return null
  const files = paths.map((path) => visibleText(path)).join(', ')
  return <p className={styles.note}>{texts.changes.notApplied({ files })}</p>
}
