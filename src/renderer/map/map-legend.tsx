import { texts } from '../text/texts.ts'
import { BranchSign } from '../parts/branch-sign.tsx'
import styles from './map-legend.module.css'

const words = texts.map.legend

const LINES = ['conversation', 'subagent', 'alive'] as const

/** What the lines and signs of the map mean. */
export function MapLegend() {
  return (
    <footer className={styles.legend}>
      {LINES.map((line) => (
        <span key={line} className={styles.item}>
          <span className={styles.line} data-line={line} />
          {words[line]}
        </span>
      ))}
      <span className={styles.item}>
        <span className={styles.dot} />
        {words.prompt}
      </span>
      <span className={styles.item}>
        <BranchSign of="race" />
        {words.race}
      </span>
      <span className={styles.space} />
      <span className={styles.item}>
        <kbd>{texts.keys.ctrl}</kbd>
        {words.zoom}
      </span>
    </footer>
  )
}
