import { type KeyboardEvent, useRef } from 'react'

import { useStores } from '../hooks/app-context.ts'
import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { useWindowView } from '../hooks/use-stores.ts'
import { formatCount } from '../parts/format-figures.ts'
import { texts } from '../text/texts.ts'
import choiceStyles from '../parts/choices.module.css'
import styles from './view-switch.module.css'
import type { OfferedView } from './window-views.tsx'

const words = texts.frame.views

/** What takes the place between the title bar and the lower edge of the window. One tab stop; arrows go through it. */
export function ViewSwitch({ views }: { readonly views: readonly OfferedView[] }) {
  const { windowView } = useStores()
  const keys = useCommandKeys()
  const shown = useWindowView(({ view }) => view.type)
  const list = useRef<HTMLElement>(null)
  if (views.length < 2) return null

  function onKeyDown(key: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key.key]
    if (step === undefined || list.current === null) return
    key.preventDefault()
    const buttons = [...list.current.querySelectorAll('button')]
    const from = buttons.findIndex((button) => button === document.activeElement)
    buttons.at((from + step + buttons.length) % buttons.length)?.focus()
  }

  return (
    <nav ref={list} className={`${choiceStyles.choices} ${styles.views}`} aria-label={words.label}>
      {views.map(({ label, sign, command, view, count }) => (
        <button
          key={view.type}
          type="button"
          className={`${choiceStyles.choice} ${styles.view}`}
          aria-current={view.type === shown ? 'page' : undefined}
          tabIndex={view.type === shown ? 0 : -1}
          title={titleOf(label, command === null ? undefined : keys(command))}
          onClick={() => windowView.show(view)}
          onKeyDown={onKeyDown}
        >
          {sign}
          <span className={styles.label}>{label}</span>
          {count === 0 ? null : <span className={styles.count}>{formatCount(count)}</span>}
        </button>
      ))}
    </nav>
  )
}

function titleOf(label: string, keys: string | undefined): string {
  return keys === undefined ? label : words.withKeys({ view: label, keys })
}
