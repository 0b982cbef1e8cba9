import { type ReactNode, useState } from 'react'

import { Button } from './button.tsx'
import { formatCount } from './format-figures.ts'
import styles from './long-text.module.css'
import { texts } from '../text/texts.ts'

/**
 * Size of a piece that a browser lays out within tens of milliseconds: the cost depends on the number of characters for
 * long lines, and on the number of lines for short ones.
 */
const PIECE_CHARACTERS = 50_000
const PIECE_LINES = 5_000

/** Returns the end of the first `pieces` pieces of a text, in UTF-16 units. */
export function pieceEnd(text: string, pieces: number): number {
  let end = 0
  for (let piece = 0; piece < pieces; piece += 1) end = nextEnd(text, end)
  return end
}

function nextEnd(text: string, start: number): number {
  const longest = Math.min(text.length, start + PIECE_CHARACTERS)
  let end = start
  for (let line = 0; line < PIECE_LINES; line += 1) {
    const newline = text.indexOf('\n', end)
    if (newline === -1 || newline >= longest) return longest
    end = newline + 1
  }
  return end
}

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
