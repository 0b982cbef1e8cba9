import { Code, Ellipsis, Eye, WrapText } from 'lucide-react'
import { useState } from 'react'

import styles from '../code-block.module.css'
import { CopyButton } from '../copy-button.tsx'
import { formatCount } from '../format-figures.ts'
import { PlainIconButton } from '../plain-icon-button.tsx'
import { CodeMenu, type CodeHeaderProps } from './code-menu.tsx'

/** The name, the size and the actions of a code block. */
export function CodeHeader(props: CodeHeaderProps) {
  const { info, code, lines, view, kind, isPreviewed, onPreview, onView } = props
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const isWrapped = view.wrap
  return (
    <figcaption className={styles.caption}>
      <span className={styles.name}>{info.fileName ?? (info.language === '' ? 'text' : info.language)}</span>
      <span className={styles.lines}>{lines === 1 ? '1 line' : `${formatCount(lines)} lines`}</span>
      {kind === null ? null : (
        <PlainIconButton label={isPreviewed ? 'Code' : 'Preview'} onClick={() => onPreview(!isPreviewed)}>
          {isPreviewed ? <Code /> : <Eye />}
        </PlainIconButton>
      )}
      <PlainIconButton label="Wrap" aria-pressed={isWrapped} onClick={() => onView({ ...view, wrap: !isWrapped })}>
        <WrapText />
      </PlainIconButton>
      <CopyButton text={code} label="Copy code" />
      <PlainIconButton
        label="More actions for this code"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Ellipsis />
      </PlainIconButton>
      {anchor === null ? null : <CodeMenu {...props} anchor={anchor} onClose={() => setAnchor(null)} />}
    </figcaption>
  )
}
