import { useRef } from 'react'

import { useColoredCode } from '../parts/use-colored-code.ts'
import { useOverflow } from '../parts/use-overflow.ts'
import type { CodeLine } from '../parts/highlight-tokens.ts'
import { texts } from '../text/texts.ts'
import { changedParts, type DiffLine, type DiffRow } from './diff-rows.ts'
import { DiffLineView, LineNumber, MissingLine } from './diff-line.tsx'
import styles from './diff-rows.module.css'
import type { HunkLine } from './hunk-lines.ts'
import { NearView } from './near-view.tsx'

const words = texts.changes

/** So many rows are rendered at once. */
const BLOCK = 40
/** Height of a row, rem. */
const ROW = 1.25

export type PickLine = (line: HunkLine, more: boolean) => void

interface DiffRowsProps {
  readonly rows: readonly DiffRow[]
  readonly language: string
  /** Names the part. */
  readonly label: string
  readonly isUnified: boolean
  readonly isWrapped: boolean
  /** Null: lines cannot be commented on. */
  readonly onPick: PickLine | null
}

/**
 * The rows of a part, in one column or in two. Lines that are wrapped stand in pairs; others scroll sideways, each side by
 * itself.
 */
export function DiffRows({ rows, label, isUnified, isWrapped, ...line }: DiffRowsProps) {
  if (isUnified || isWrapped) {
    return (
      <SideView label={label} isWrapped={isWrapped}>
        {blocksOf(rows).map((block, index) => (
          <NearView key={index} height={block.length * ROW}>
            {() => (isUnified ? <UnifiedBlock rows={block} {...line} /> : <PairedBlock rows={block} {...line} />)}
          </NearView>
        ))}
      </SideView>
    )
  }
  return (
    <div className={styles.sides} role="group" aria-label={label}>
      {SIDES.map((side) => (
        <SideView key={side} label={words.sides[side]} isWrapped={false}>
          {blocksOf(rows).map((block, index) => (
            <NearView key={index} height={block.length * ROW}>
              {() => <SideBlock rows={block} side={side} {...line} />}
            </NearView>
          ))}
        </SideView>
      ))}
    </div>
  )
}

const SIDES = ['left', 'right'] as const
type Side = (typeof SIDES)[number]

function blocksOf(rows: readonly DiffRow[]): readonly (readonly DiffRow[])[] {
  return Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, at) => rows.slice(at * BLOCK, (at + 1) * BLOCK))
}

interface SideViewProps {
  readonly label: string
  readonly isWrapped: boolean
  readonly children: React.ReactNode
}

/** Lines that scroll sideways. They are a stop of the Tab key only if they do. */
function SideView({ label, isWrapped, children }: SideViewProps) {
  const box = useRef<HTMLDivElement>(null)
  const scrolls = useOverflow(box)
  return (
    <div
      ref={box}
      className={styles.side}
      role="group"
      aria-label={label}
      data-wrap={isWrapped}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={scrolls ? 0 : undefined}
    >
      <div className={styles.lines}>{children}</div>
    </div>
  )
}

interface BlockProps extends Pick<DiffRowsProps, 'language' | 'onPick' | 'rows'> {}

function SideBlock({ rows, side, language, onPick }: BlockProps & { readonly side: Side }) {
  const tokens = useSideColors(rows, side, language)
  return rows.map((row, index) => {
    const line = row[side]
    if (line === null) return <MissingLine key={index} />
    return (
      <DiffLineView
        key={index}
        line={line}
        numbers={<Numbered line={line} side={side} onPick={onPick} />}
        tokens={tokens(line)}
        changed={changedOf(row, side)}
      />
    )
  })
}

/** Both sides of each row beside each other, so that a wrapped line keeps its partner. */
function PairedBlock({ rows, language, onPick }: BlockProps) {
  const colors = { left: useSideColors(rows, 'left', language), right: useSideColors(rows, 'right', language) }
  return rows.map((row, index) => (
    <div key={index} className={styles.pair}>
      {SIDES.map((side) => {
        const line = row[side]
        return line === null ? (
          <MissingLine key={side} />
        ) : (
          <DiffLineView
            key={side}
            line={line}
            numbers={<Numbered line={line} side={side} onPick={onPick} />}
            tokens={colors[side](line)}
            changed={changedOf(row, side)}
          />
        )
      })}
    </div>
  ))
}

function UnifiedBlock({ rows, language, onPick }: BlockProps) {
  const colors = { left: useSideColors(rows, 'left', language), right: useSideColors(rows, 'right', language) }
  return rows.map((row, index) => {
    const side = row.right === null ? 'left' : 'right'
    const line = row[side]
    if (line === null) return <Note key={index} note={row.note ?? ''} />
    return (
      <DiffLineView
        key={index}
        line={line}
        numbers={
          <>
            {side === 'left' ? null : <span className={styles.number}>{row.left?.number}</span>}
            <Numbered line={line} side={side} onPick={onPick} />
            {side === 'left' ? <span className={styles.number} /> : null}
          </>
        }
        tokens={colors[side](line)}
        changed={null}
      />
    )
  })
}

function Note({ note }: { readonly note: string }) {
  return <div className={styles.endNote}>{note}</div>
}

/** The number of a line. Lines before the change can be commented on where it removed them. */
function Numbered({ line: { kind, number, text }, side, onPick }: NumberedProps) {
  const canPick = side === 'right' || kind === 'removed'
  const line: HunkLine = { side: side === 'left' ? 'old' : 'new', number, text }
  return <LineNumber line={line} onPick={canPick ? onPick : null} />
}

interface NumberedProps extends Pick<DiffRowsProps, 'onPick'> {
  readonly line: DiffLine
  readonly side: Side
}

function changedOf({ left, right }: DiffRow, side: Side) {
  if (left?.kind !== 'removed' || right?.kind !== 'added') return null
  const parts = changedParts(left.text, right.text)
  return parts === null ? null : parts[side === 'left' ? 0 : 1]
}

/** Returns the coloured parts of the lines of one side of a block. */
function useSideColors(rows: readonly DiffRow[], side: Side, language: string): (line: DiffLine) => CodeLine {
  const lines = rows.flatMap((row) => row[side] ?? [])
  const colored = useColoredCode(language, lines.map(({ text }) => text).join('\n'), null)
  return (line) => colored[lines.indexOf(line)] ?? [{ text: line.text, kind: null }]
}
