import { createContext, type ReactNode, use } from 'react'

import { texts } from '../text/texts.ts'
import { SafeLink, webAddress } from './safe-link.tsx'
import styles from './source-link.module.css'

/** The numbers of an answer's sources by their addresses. */
export const SourceNumbersContext = createContext<ReadonlyMap<string, number>>(new Map())

/**
 * A link in an answer. The number of a source is shown as a superscript without its host, which the list of sources
 * names. Only the provider's citations make a source: a model that writes a number as a link gets an ordinary link.
 */
export function SourceLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const numbers = use(SourceNumbersContext)
  const url = webAddress(href)
  const number = url === null ? undefined : numbers.get(url.href)
  if (url === null || number === undefined || children !== String(number)) {
    return <SafeLink href={href}>{children}</SafeLink>
  }
  return (
    <sup>
      <a
        className={styles.link}
        href={url.href}
        target="_blank"
        rel="noopener noreferrer"
        title={url.href}
        aria-label={texts.parts.sourceLink({ number, host: url.host })}
      >
        {children}
      </a>
    </sup>
  )
}
