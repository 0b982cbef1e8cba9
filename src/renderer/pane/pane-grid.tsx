import { useMemo, useRef, type ReactNode } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { useLayout, usePreferences } from '../hooks/use-stores.ts'
import { columnId } from '../store/layout.ts'
import { hiddenAgents, shownColumns } from '../store/shown-panes.ts'
import { AgentPane } from './agent-pane.tsx'
import { MorePanes } from './more-panes.tsx'
import styles from './pane-grid.module.css'
import { persistedSizes, SplitPanels } from '../parts/split-panels.tsx'
import { texts } from '../text/texts.ts'
import { useStableIds } from './stable-ids.ts'
import { useFit } from './use-fit.ts'

const MIN_PANE_WIDTH = '18rem'
const MIN_PANE_HEIGHT = '10rem'
/** The width at which a further column is shown: 340 px at the normal text size. */
const COMFORTABLE_PANE_REM = 21.25

/** The open panes in resizable columns, as many as fit; the others are in a menu at the edge. */
export function PaneGrid() {
  const layout = useLayout((state) => state)
  const maxPanes = usePreferences((state) => state.maxPanes)
  const grid = useRef<HTMLDivElement>(null)
  const fit = useFit(grid, COMFORTABLE_PANE_REM)
  const columns = shownColumns(layout, maxPanes === 'automatic' ? fit : Math.min(fit, maxPanes))
  const ids = useStableIds(columns)
  return (
    <div ref={grid} className={styles.grid}>
      <div className={styles.columns}>
        <Split
          orientation="horizontal"
          minSize={MIN_PANE_WIDTH}
          items={columns.map((column, index) => ({
            id: ids[index] ?? '',
            sizeName: columnId(column),
            content: <PaneColumn column={column} />,
          }))}
        />
      </div>
      <MorePanes hidden={hiddenAgents(layout, columns)} place="edge" />
    </div>
  )
}

function PaneColumn({ column }: { column: readonly AgentId[] }) {
  const ids = useStableIds(column.map((agentId) => [agentId]))
  return (
    <Split
      orientation="vertical"
      minSize={MIN_PANE_HEIGHT}
      items={column.map((agentId, index) => ({
        id: ids[index] ?? '',
        sizeName: agentId,
        content: <AgentPane key={agentId} agentId={agentId} />,
      }))}
    />
  )
}

interface SplitProps {
  readonly orientation: 'horizontal' | 'vertical'
  readonly minSize: string
  readonly items: readonly {
    readonly id: string
    /** The name under which the size is saved. */
    readonly sizeName: string
    readonly content: ReactNode
  }[]
}

/** Panels with the sizes that were saved for exactly this set of panels. */
function Split({ orientation, minSize, items }: SplitProps) {
  const { layout } = useStores()
  const ids = items.map((item) => item.id).join(' ')
  const names = items.map((item) => item.sizeName).join(' ')
  const kept = useMemo(() => {
    const sizes = persistedSizes(layout.getState().sizes, names.split(' '))
    return sizes === undefined ? undefined : renamed(sizes, names.split(' '), ids.split(' '))
  }, [layout, names, ids])
  return (
    <SplitPanels
      orientation={orientation}
      minSize={minSize}
      label={texts.pane.resize}
      items={items}
      kept={kept}
      onResize={(sizes) => layout.dispatch({ type: 'resize', sizes: renamed(sizes, ids.split(' '), names.split(' ')) })}
    />
  )
}

function renamed(
  sizes: Readonly<Record<string, number>>,
  from: readonly string[],
  to: readonly string[],
): Record<string, number> {
  return Object.fromEntries(from.map((name, index) => [to[index] ?? name, sizes[name] ?? 0]))
}
