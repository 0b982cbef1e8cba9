import { Code, Ellipsis, Eye, WrapText } from 'lucide-react'
import { useState } from 'react'

import styles from '../code-block.module.css'
import { CopyButton } from '../copy-button.tsx'
import { formatCount } from '../format-figures.ts'
import { PlainIconButton } from '../plain-icon-button.tsx'
import { texts } from '../../text/texts.ts'
import { CodeMenu, type CodeHeaderProps } from './code-menu.tsx'

const words = texts.parts.code

/** The name, the size and the actions of a code block. */
export function CodeHeader(props: CodeHeaderProps) {
  const { info, code, lines, view, kind, isPreviewed, onPreview, onView } = props
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const isWrapped = view.wrap
  return (
    <figcaption className={styles.caption}>
      <span className={styles.name}>{info.fileName ?? (info.language === '' ? words.text : info.language)}</span>
      <span className={styles.lines}>{words.lines({ lines, shown: formatCount(lines) })}</span>
      {kind === null ? null : (
        <PlainIconButton label={isPreviewed ? words.code : words.preview} onClick={() => onPreview(!isPreviewed)}>
          {isPreviewed ? <Code /> : <Eye />}
        </PlainIconButton>
      )}
      <PlainIconButton
        label={words.wrap}
        aria-pressed={isWrapped}
        onClick={() => onView({ ...view, wrap: !isWrapped })}
      >
        <WrapText />
      </PlainIconButton>
      <CopyButton text={code} label={words.copy} />
      <PlainIconButton
        label={words.more}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Ellipsis />
      </PlainIconButton>
      {anchor === null ? null : <CodeMenu {...props} anchor={anchor} onClose={() => setAnchor(null)} />}
    </figcaption>
  )
}
