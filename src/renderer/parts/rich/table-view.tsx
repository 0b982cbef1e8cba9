import { Copy, FileSpreadsheet, Maximize2 } from 'lucide-react'
import { useRef, useState, type ReactNode, type UIEvent } from 'react'

import { Dialog } from '../dialog.tsx'
import { PlainIconButton } from '../plain-icon-button.tsx'
import { useOverflow } from '../use-overflow.ts'
import { texts } from '../../text/texts.ts'
import { copyTable } from './copy-rich.ts'
import { undrawnRows, tableAsCsv, tableAsMarkdown, tableText, type TableText } from './table-cells.ts'
import styles from './table-view.module.css'
import type { TreeNode } from './tree-node.ts'

const words = texts.parts.table

/**
 * A table that scrolls sideways by itself, with its header and its first column in view. If it is wider than the pane,
 * it can be opened as wide as the window.
 */
export function TableView({ table, children }: { table: TreeNode; children: ReactNode }) {
  const rows = tableText(table)
  const more = undrawnRows(table)
  const region = useRef<HTMLDivElement>(null)
  const overflow = useOverflow(region)
  const scrolls = overflow !== 'none'
  const [isAtEnd, setAtEnd] = useState(false)
  const [isTooWide, setTooWide] = useState(false)
  const [isScrolled, setScrolled] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const measure = () => setTooWide(region.current !== null && region.current.scrollWidth > region.current.clientWidth)
  const noteScroll = ({ currentTarget: at }: UIEvent) => {
    setScrolled(at.scrollLeft !== 0 || at.scrollTop !== 0)
    setAtEnd(Math.abs(at.scrollLeft) + at.clientWidth >= at.scrollWidth - 1)
  }
  const content = (
    <table className={styles.table} dir={directionOf(table)}>
      {children}
    </table>
  )
  return (
    <div
      className={styles.frame}
      data-more={overflow === 'sideways' && !isAtEnd}
      onPointerEnter={measure}
      onFocus={measure}
    >
      <div
        ref={region}
        className={styles.scroll}
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={scrolls ? 0 : undefined}
        aria-label={tableName(rows)}
        data-scrolled={isScrolled}
        onScroll={noteScroll}
      >
        {content}
      </div>
      {more === 0 ? null : <p className={styles.rest}>{words.rest({ rows: more })}</p>}
      {isOpen ? (
        <Dialog title={tableName(rows)} size="full" initialFocus="layer" onClose={() => setOpen(false)}>
          <div className={styles.wide} data-scrolled>
            {content}
          </div>
        </Dialog>
      ) : null}
      <div className={styles.buttons}>
        {isTooWide ? (
          <PlainIconButton label={words.openWide} onClick={() => setOpen(true)}>
            <Maximize2 />
          </PlainIconButton>
        ) : null}
        <PlainIconButton label={words.copyCsv} onClick={() => void copyTable(tableAsCsv(rows), rows)}>
          <FileSpreadsheet />
        </PlainIconButton>
        <PlainIconButton label={words.copyMarkdown} onClick={() => void copyTable(tableAsMarkdown(rows), rows)}>
          <Copy />
        </PlainIconButton>
      </div>
    </div>
  )
}

/** The columns of a table whose text is written from the right begin there. */
function directionOf({ properties }: TreeNode): string | undefined {
  const dir = properties?.['dir']
  return typeof dir === 'string' ? dir : undefined
}

function tableName(rows: TableText): string {
  return words.label({ columns: rows[0]?.length ?? 0, rows: Math.max(0, rows.length - 1) })
}
