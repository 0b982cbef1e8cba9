import { useEffect, useMemo, useRef } from 'react'

import { helpLinkTarget, type HelpPage, type HelpTarget } from '../../shared/help-pages.ts'
import { helpSections } from '../../shared/help-text.ts'
import type { Result } from '../../shared/result.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { IS_MAC } from '../hooks/platform.ts'
import { FailureNote } from '../parts/failure-note.tsx'
import { type FollowLink, FollowLinkContext } from '../parts/help-context.ts'
import { MarkdownView } from '../parts/markdown-view.tsx'
import { useNewestAnswer } from '../parts/use-newest-answer.ts'
import { texts } from '../text/texts.ts'
import styles from './help.module.css'

/** A page of the help, scrolled to the shown section. */
export function HelpPageView({ shown }: { shown: HelpTarget }) {
  const { help: actions } = useActions()
  const last = useNewestAnswer<HelpPage, Result<string>>(shown.page, actions.page)
  const isNew = last !== null && last.request === shown.page
  if (!isNew) return <div className={styles.page}>{texts.common.loading}</div>
  if (!last.answer.ok) {
    return (
      <div className={styles.page}>
        <FailureNote failure={last.answer.error.message} />
      </div>
    )
  }
  return <PageText key={shown.page} shown={shown} text={last.answer.value} />
}

function PageText({ shown, text }: { shown: HelpTarget; text: string }) {
  const { help } = useStores()
  const sections = useMemo(() => helpSections(withKeys(text)), [text])
  const article = useRef<HTMLElement>(null)
  const { page, anchor } = shown
  useEffect(() => (article.current === null ? undefined : keepInView(article.current, anchor)), [shown, anchor])
  const follow: FollowLink = (href) => {
    const target = helpLinkTarget(page, href)
    return target === null ? null : () => help.show(target)
  }
  return (
    <article
      ref={article}
      className={styles.page}
      lang="en"
      aria-label={sections[0]?.title ?? page}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
      tabIndex={0}
      data-first-focus
      data-page={page}
    >
      <FollowLinkContext value={follow}>
        {sections.map((section, index) => (
          <section
            key={section.anchor}
            className={styles.section}
            data-section={section.anchor}
            data-shown={index > 0 && section.anchor === anchor}
          >
            <MarkdownView text={section.source} />
          </section>
        ))}
      </FollowLinkContext>
    </article>
  )
}

/** Names the keys of this platform. */
function withKeys(text: string): string {
  return text.replaceAll(/(?<=`)Mod\+/g, IS_MAC ? 'Cmd+' : 'Ctrl+')
}

/**
 * Scrolls to a section, and again while the sections above it grow, until the user scrolls or presses a key. Null: to the
 * beginning. Returns how to stop.
 */
function keepInView(article: HTMLElement, anchor: string | null): () => void {
  const section = [...article.children].find((each) => each.getAttribute('data-section') === anchor)
  const scroll = () => {
    if (section === undefined) article.scrollTop = 0
    else article.scrollTop += section.getBoundingClientRect().top - article.getBoundingClientRect().top
  }
  scroll()
  article.focus({ preventScroll: true })
  const observer = new ResizeObserver(scroll)
  for (const child of article.children) observer.observe(child)
  const stop = () => observer.disconnect()
  const events = ['wheel', 'keydown', 'pointerdown', 'touchmove'] as const
  for (const event of events) article.addEventListener(event, stop, { passive: true })
  return () => {
    stop()
    for (const event of events) article.removeEventListener(event, stop)
  }
}
