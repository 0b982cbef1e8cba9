import type { CacheState } from './cache-clock.ts'
import styles from './context-ring.module.css'
import type { Fill } from './gauge-text.ts'

const RADIUS = 6
const CIRCUMFERENCE = 2 * Math.PI * RADIUS

interface ContextRingProps {
  /** From 0 to 1; null: the window is not known. */
  readonly share: number | null
  readonly fill: Fill
  readonly cache: CacheState
}

/**
 * How full the context window is. Thicker when it is high, with a mark when nearly full; dashed before the cache ends.
 */
export function ContextRing({ share, fill, cache }: ContextRingProps) {
  return (
    <svg className={styles.ring} viewBox="0 0 16 16" data-fill={fill} data-cache={cache} aria-hidden>
      <circle className={styles.track} cx="8" cy="8" r={RADIUS} />
      {share === null || share === 0 ? null : (
        <circle
          className={styles.share}
          cx="8"
          cy="8"
          r={RADIUS}
          strokeDasharray={`${share * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
          transform="rotate(-90 8 8)"
        />
      )}
      {fill === 'full' ? <path className={styles.mark} d="M8 4.75v4M8 10.75v.5" /> : null}
    </svg>
  )
}
