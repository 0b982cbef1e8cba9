import { createContext, type MouseEvent, type ReactNode, use } from 'react'

import { texts } from '../../text/texts.ts'
import styles from './footnotes.module.css'

const words = texts.parts.footnote

/** What the ids of an answer's notes begin with: several answers of a page have a note 1. */
export const FootnotePrefixContext = createContext('')

interface FootnoteLinkProps {
  readonly id: string | undefined
  /** The address of the other end, in the text: `#` and its id without the prefix. */
  readonly href: string
  readonly children: ReactNode
}

/** The sign of a note in the text, which leads to the note. */
export function FootnoteSign(props: FootnoteLinkProps) {
  return <NoteLink {...props} role="doc-noteref" label={words.sign({ number: textOf(props.children) })} />
}

/** The arrow at the end of a note, which leads back to its sign. */
export function FootnoteReturn(props: FootnoteLinkProps) {
  return <NoteLink {...props} role="doc-backlink" label={words.back} />
}

function NoteLink({ id, href, role, label, children }: FootnoteLinkProps & { role: string; label: string }) {
  const prefix = use(FootnotePrefixContext)
  const target = prefix + href.slice(1)
  // The address of the window stays as it is.
  function follow(click: MouseEvent): void {
    click.preventDefault()
    const element = document.getElementById(target)
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <a
      className={styles.link}
      id={id === undefined ? undefined : prefix + id}
      href={`#${target}`}
      role={role}
      aria-label={label}
      onClick={follow}
    >
      {children}
    </a>
  )
}

/** A note. It can have the focus, so that the next Tab goes on from it. */
export function Footnote({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <li className={styles.note} id={use(FootnotePrefixContext) + id} tabIndex={-1}>
      {children}
    </li>
  )
}

/** The notes of an answer, at its end. */
export function Footnotes({ children }: { readonly children: ReactNode }) {
  return (
    <section className={styles.notes} aria-label={words.title} role="doc-endnotes">
      {children}
    </section>
  )
}

function textOf(children: ReactNode): string {
  return typeof children === 'string' ? children : Array.isArray(children) ? children.map(textOf).join('') : ''
}
