import { Fragment, useLayoutEffect, useMemo, type ReactNode } from 'react'
import { Group, Panel, Separator, useGroupRef } from 'react-resizable-panels'

import { useWindow, useWindowStore } from '../frame/window-context.ts'
import { columnId } from '../store/layout.ts'
import { AgentPane } from './agent-pane.tsx'
import styles from './pane-grid.module.css'

const MIN_PANE_REM = 18
const MIN_PANE_WIDTH = `${MIN_PANE_REM}rem`
const MIN_PANE_HEIGHT = '10rem'

/** All open panes, in columns that can be dragged to size. More than fit are scrolled to, never squeezed. */
export function PaneGrid() {
  const columns = useWindowStore(
    (window) => window.layout.store,
    (layout) => layout.columns,
  )
  return (
    <div className={styles.grid}>
      <div className={styles.scroller}>
        <div className={styles.row} style={{ minWidth: `${columns.length * MIN_PANE_REM}rem` }}>
          <Split
            orientation="horizontal"
            minSize={MIN_PANE_WIDTH}
            items={columns.map((column) => ({ id: columnId(column), content: <PaneColumn column={column} /> }))}
          />
        </div>
      </div>
    </div>
  )
}

function PaneColumn({ column }: { column: readonly string[] }) {
  return (
    <Split
      orientation="vertical"
      minSize={MIN_PANE_HEIGHT}
      items={column.map((agentId) => ({ id: agentId, content: <AgentPane agentId={agentId} /> }))}
    />
  )
}

interface SplitProps {
  readonly orientation: 'horizontal' | 'vertical'
  readonly minSize: string
  readonly items: readonly { readonly id: string; readonly content: ReactNode }[]
}

/** Panels side by side or one above the other, in the sizes that were kept for exactly these. */
function Split({ orientation, minSize, items }: SplitProps) {
  const { layout } = useWindow()
  const group = useGroupRef()
  const names = items.map((item) => item.id).join(' ')
  const kept = useMemo(() => keptSizes(layout.store.getState().sizes, names.split(' ')), [layout, names])
  useLayoutEffect(() => {
    if (kept !== undefined) group.current?.setLayout(kept)
  }, [group, kept])
  return (
    <Group
      groupRef={group}
      orientation={orientation}
      className={styles.group}
      defaultLayout={kept}
      onLayoutChanged={(sizes, { isUserInteraction }) => {
        if (isUserInteraction) layout.dispatch({ type: 'resize', sizes })
      }}
    >
      {items.map(({ id, content }, index) => (
        <Fragment key={id}>
          {index === 0 ? null : <Separator className={styles.separator} aria-label="Resize panes" />}
          <Panel id={id} minSize={minSize}>
            {content}
          </Panel>
        </Fragment>
      ))}
    </Group>
  )
}

function keptSizes(
  sizes: Readonly<Record<string, number>>,
  ids: readonly string[],
): Record<string, number> | undefined {
  return ids.every((id) => id in sizes) ? Object.fromEntries(ids.map((id) => [id, sizes[id] ?? 0])) : undefined
}
