import { ArrowLeft } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import type { HelpTarget } from '../../shared/help-pages.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useHelp } from '../hooks/use-stores.ts'
import { IS_MAC } from '../hooks/platform.ts'
import { Dialog } from '../parts/dialog.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { LANGUAGE_TAG } from '../text/language.ts'
import { texts } from '../text/texts.ts'
import { HelpContents } from './help-contents.tsx'
import { HelpHits } from './help-hits.tsx'
import { HelpPageView } from './help-page-view.tsx'
import styles from './help.module.css'
import { TourOffer } from './tour-bar.tsx'

const words = texts.help

/** The help over everything else: what is open behind it stays as it is. */
export function HelpDialog() {
  const shown = useHelp((state) => state.shown)
  return shown === null ? null : <OpenHelp shown={shown} />
}

function OpenHelp({ shown }: { shown: HelpTarget }) {
  const { help } = useStores()
  const { help: actions } = useActions()
  const hasBefore = useHelp((state) => state.before.length > 0)
  const [query, setQuery] = useState('')
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => void actions.loadPages(), [actions])
  const isSearching = query.trim() !== ''

  function onKeyDown(key: KeyboardEvent): void {
    const isMod = IS_MAC ? key.metaKey : key.ctrlKey
    if (isMod && key.key === 'f') search.current?.focus()
    else if (key.altKey && key.key === 'ArrowLeft' && hasBefore) help.back()
    else return
    key.preventDefault()
  }

  const back = (
    <IconButton label={words.back} shortcut={IS_MAC ? '⌥←' : 'Alt+←'} disabled={!hasBefore} onClick={help.back}>
      <ArrowLeft />
    </IconButton>
  )
  return (
    <Dialog title={words.title} size="help" initialFocus="marked" beside={back} onClose={help.close}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it handles the keys of its contents */}
      <div className={styles.help} onKeyDown={onKeyDown}>
        <nav className={styles.side} aria-label={words.contents}>
          <input
            ref={search}
            type="search"
            className={styles.search}
            aria-label={words.search}
            placeholder={words.search}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
          {LANGUAGE_TAG === 'en' ? null : <p className={styles.note}>{words.language}</p>}
          {isSearching ? <HelpHits query={query} /> : <HelpContents shown={shown} />}
          <TourOffer always />
        </nav>
        <HelpPageView shown={shown} />
      </div>
    </Dialog>
  )
}
