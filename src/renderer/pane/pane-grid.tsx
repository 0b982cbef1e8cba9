import { useMemo, type ReactNode } from 'react'

import { useStores } from '../hooks/app-context.ts'
import { useLayout } from '../hooks/use-stores.ts'
import { columnId } from '../store/layout.ts'
import { AgentPane } from './agent-pane.tsx'
import styles from './pane-grid.module.css'
import { persistedSizes, SplitPanels } from '../parts/split-panels.tsx'

const MIN_PANE_REM = 18
const MIN_PANE_WIDTH = `${MIN_PANE_REM}rem`
const MIN_PANE_HEIGHT = '10rem'

/** All open panes in resizable columns. If they do not fit, the grid scrolls. */
export function PaneGrid() {
  const columns = useLayout((layout) => layout.columns)
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

/** Panels with the sizes that were saved for exactly this set of panels. */
function Split({ orientation, minSize, items }: SplitProps) {
  const { layout } = useStores()
  const names = items.map((item) => item.id).join(' ')
  const kept = useMemo(() => persistedSizes(layout.getState().sizes, names.split(' ')), [layout, names])
  return (
    <SplitPanels
      orientation={orientation}
      minSize={minSize}
      label="Resize panes"
      items={items}
      kept={kept}
      onResize={(sizes) => layout.dispatch({ type: 'resize', sizes })}
    />
  )
}
