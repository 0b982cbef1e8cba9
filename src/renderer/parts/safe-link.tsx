import { type ReactNode, use } from 'react'

import { FollowLinkContext } from './help-context.ts'
import styles from './safe-link.module.css'

/**
 * A link in a model's text. Only http and https links are active; they open in a new tab. The target is shown, because
 * the text may differ from it.
 */
export function SafeLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const follow = use(FollowLinkContext)?.(href ?? '') ?? null
  if (follow !== null) return <InnerLink onFollow={follow}>{children}</InnerLink>
  const url = webAddress(href)
  if (url === null) return <span title={href}>{children}</span>
  const namesItself = typeof children === 'string' && children.includes(url.host)
  return (
    <a className={styles.link} href={url.href} target="_blank" rel="noopener noreferrer" title={url.href}>
      {children}
      {namesItself ? null : <span className={styles.host}> {url.host}</span>}
    </a>
  )
}

/** Returns the address if it is a web address; null for anything else (`javascript:`, `file:`, relative). */
export function webAddress(href: string | undefined): URL | null {
  const url = href === undefined ? null : URL.parse(href)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null
}

/** A link inside of the text, to which no address in the window belongs. */
function InnerLink({ onFollow, children }: { onFollow(): void; children: ReactNode }) {
  return (
    <a
      className={styles.link}
      href="#help"
      onClick={(click) => {
        click.preventDefault()
        onFollow()
      }}
    >
      {children}
    </a>
  )
}
