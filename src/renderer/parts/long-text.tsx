import { useState, type ReactNode } from 'react'

import { Button } from './button.tsx'
import { formatCount } from './format-figures.ts'
import styles from './long-text.module.css'
import { pieceEnd } from './text-pieces.ts'
import { texts } from '../text/texts.ts'

/** Plain text, rendered in pieces. */
export function LongText({ text }: { text: string }) {
  return <InPieces text={text}>{(shown) => <p className={styles.text}>{shown}</p>}</InPieces>
}

/** Renders as much of a text as a browser can lay out without a noticeable pause, and more on request. */
export function InPieces({ text, children }: { text: string; children: (shown: string) => ReactNode }) {
  const [pieces, setPieces] = useState(1)
  const end = pieceEnd(text, pieces)
  return (
    <>
      {children(text.slice(0, end))}
      {text.length <= end ? null : (
        <Button tone="quiet" onClick={() => setPieces(pieces + 1)}>
          {texts.parts.showMore({ characters: formatCount(text.length - end) })}
        </Button>
      )}
    </>
  )
}
