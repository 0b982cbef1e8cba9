import type { ShownEffects } from '../../shared/command-effects.ts'
import { texts } from '../text/texts.ts'
import styles from './effect-list.module.css'
import { shownText } from './shown-text.ts'

const words = texts.approvals.effects

/** What a command changed in a copy of the folder: one line a file or folder, with what happened to it. */
export function EffectList({ effects: { listed, count } }: { effects: ShownEffects }) {
  const more = count - listed.length
  return (
    <ul className={styles.list} aria-label={words.list}>
      {listed.map(({ path, kind, isFolder, protectedAs }) => (
        <li key={path} className={styles.effect} data-kind={kind}>
          <span className={styles.kind}>{words.kinds[kind]}</span>
          <code className={styles.path}>{shownText(isFolder ? `${path}/` : path)}</code>
          {protectedAs === undefined ? null : <span className={styles.why}>{protectedAs}</span>}
        </li>
      ))}
      {more > 0 ? <li className={styles.more}>{words.more({ count: more })}</li> : null}
    </ul>
  )
}
