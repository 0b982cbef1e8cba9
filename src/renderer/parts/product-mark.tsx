import styles from './product-mark.module.css'

/** ikigai's mark, an i that forks into a second one. Without a name: the product's name stands beside it. */
export function ProductMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 16 16" aria-hidden>
      <path className={styles.line} d="M5.6 14.7V6.9" />
      <path className={styles.line} d="M5.6 13.6h1.2a4.8 4.8 0 0 0 4.8-4.8V8" />
      <circle className={styles.tip} cx="5.6" cy="2.9" r="2.15" />
      <circle cx="11.6" cy="4.3" r="1.7" />
    </svg>
  )
}
