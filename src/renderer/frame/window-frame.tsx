import { Group, Panel, Separator } from 'react-resizable-panels'
import { type ReactNode, useEffect } from 'react'

import { visibleText } from '../../shared/visible-text.ts'
import { CompareView } from '../compare/compare-view.tsx'
import { useActiveComparison } from '../compare/use-compared-turns.ts'
import { HelpDialog } from '../help/help-dialog.tsx'
import { TourBar } from '../help/tour-bar.tsx'
import { ContextInspector } from '../inspector/context-inspector.tsx'
import { PaneGrid } from '../pane/pane-grid.tsx'
import { PaneTabs } from '../pane/pane-tabs.tsx'
import panelStyles from '../parts/split-panels.module.css'
import { FirstStart } from '../start/first-start.tsx'
import { NoPane } from '../start/no-pane.tsx'
import { AgentTree } from '../tree/agent-tree.tsx'
import { UsagePage } from '../usage/usage-page.tsx'
import { ConfirmationDialog, OtherCodes } from './confirmation-dialog.tsx'
import { OpenDialogs } from './open-dialogs.tsx'
import { StatusFoot, StatusLine } from './status-foot.tsx'
import { TitleBar } from './title-bar.tsx'
import { keepsTree, viewContent } from './window-views.tsx'
import { WindowToasts } from '../hooks/toasts.tsx'
import { useApp, useStores } from '../hooks/app-context.ts'
import { useWindowLayers } from '../hooks/layer-host.ts'
import { refuseStrayPastes } from '../hooks/middle-clicks.ts'
import { useHeldKeys } from '../hooks/use-held-keys.ts'
import { useWindowWithin } from '../hooks/use-window-width.ts'
import {
  useConnection,
  useCredentials,
  useInspector,
  useLayout,
  useModels,
  useTree,
  useUsagePage,
  useNotices,
  useWindowView,
} from '../hooks/use-stores.ts'
import { agentName } from '../store/agent-name.ts'
import { closeFind } from '../store/find-store.ts'
import { openAgents } from '../store/layout.ts'
import { canAnswer } from '../store/model-store.ts'
import { DRAWER_REM, TABS_REM } from '../store/window-width.ts'
import styles from './window-frame.module.css'
import { hasFiles } from '../hooks/dropped-files.ts'
import { texts } from '../text/texts.ts'

const words = texts.frame

const TREE = 'tree'
const CENTRE = 'centre'
const USAGE = 'usage'
const INSPECTOR = 'inspector'

/** Too narrow for the tree, a pane and the usage page beside each other, rem. */
const NARROW = 60

/** Too narrow for the widest tree, which takes at most 36 % of the window, rem. */
const MEDIUM = 73

/** Too narrow for a pane beside the tree, the usage page and the inspector, rem: the inspector gives way. */
const TOO_NARROW_FOR_ALL = 84

/** The whole window: title bar, tree, panes. */
export function WindowFrame() {
  useRefusedDrops()
  useHeldKeys()
  useFindClosedByDialogs()
  usePanesOfOpenedAgents()
  useWindowName()
  useEffect(() => refuseStrayPastes(document), [])
  const ready = useConnection((state) => state.ready)
  const connection = useConnection((state) => state.connection)
  const layers = useWindowLayers()
  return (
    <>
      <div
        ref={(element) => (element === null ? undefined : layers.setBackground(element))}
        className={styles.window}
        data-connection={connection}
      >
        <TitleBar />
        {ready ? <TourBar /> : null}
        <main className={styles.body}>{ready ? <Body /> : <Opening />}</main>
        <StatusWithoutTree />
      </div>
      <OpenDialogs />
      <ConfirmationDialog />
      <HelpDialog />
      <OtherCodes />
      {/* Announced and reachable while a dialog is open. */}
      <WindowToasts />
      <Announcer />
    </>
  )
}

/** What takes the whole width, or the tree and what is beside it. */
function Body() {
  const view = useWindowView((state) => state.view)
  const content = viewContent(view)
  if (keepsTree(view)) return <TreeAndCentre centre={content ?? <Centre />} />
  return <div className={styles.main}>{content}</div>
}

function TreeAndCentre({ centre }: { readonly centre: ReactNode }) {
  const { layout, inspector, usagePage } = useStores()
  const treeVisible = useLayout((state) => state.treeVisible)
  const isInspectorOpen = useInspector((state) => state.open)
  const width = layout.getState().treeWidth
  const inspectorWidth = inspector.getState().width
  const showsUsage = useUsagePage((state) => state.open)
  const isMedium = useWindowWithin(MEDIUM)
  const isFull = useWindowWithin(TOO_NARROW_FOR_ALL)
  const inspects = isInspectorOpen && !(showsUsage && isFull)
  const hasDrawer = useWindowWithin(DRAWER_REM)
  const isNarrow = useWindowWithin(NARROW)
  const usageWidth = usagePage.getState().width
  // Too narrow for it beside the panes, it takes their place.
  const isCovered = inspects && hasDrawer
  return (
    <Group
      className={styles.group}
      onLayoutChanged={(sizes, { isUserInteraction }) => {
        if (!isUserInteraction) return
        const { [TREE]: treeSize, [USAGE]: usageSize, [INSPECTOR]: inspectorSize } = sizes
        if (treeSize !== undefined) layout.dispatch({ type: 'resize_tree', width: treeSize })
        if (usageSize !== undefined && !isNarrow) usagePage.setState({ width: usageSize })
        if (inspectorSize !== undefined && !isCovered) inspector.setState({ width: inspectorSize })
      }}
    >
      {treeVisible && !hasDrawer ? (
        <>
          <Panel
            id={TREE}
            defaultSize={width === null ? '18.25rem' : `${width}%`}
            minSize="13.75rem"
            maxSize={isMedium ? '36%' : '26.25rem'}
            groupResizeBehavior="preserve-pixel-size"
          >
            <div className={styles.tree}>
              <AgentTree />
              <StatusFoot />
            </div>
          </Panel>
          <Separator className={panelStyles.separator} aria-label={words.resizeTree} />
        </>
      ) : null}
      {isCovered || (showsUsage && isNarrow) ? null : (
        <Panel id={CENTRE} minSize="22rem">
          <div className={styles.main}>{centre}</div>
        </Panel>
      )}
      {showsUsage && !isCovered ? (
        <>
          {isNarrow ? null : <Separator className={panelStyles.separator} aria-label={words.resizeUsage} />}
          <Panel id={USAGE} defaultSize={usageWidth === null || isNarrow ? '50%' : `${usageWidth}%`} minSize="20rem">
            <UsagePage coversPanes={isNarrow} />
          </Panel>
        </>
      ) : null}
      {inspects ? (
        <>
          {isCovered ? null : <Separator className={panelStyles.separator} aria-label={words.resizeInspector} />}
          <Panel
            id={INSPECTOR}
            defaultSize={inspectorWidth === null ? '24rem' : `${inspectorWidth}%`}
            minSize="16rem"
            maxSize={isCovered ? '100%' : '50%'}
            groupResizeBehavior="preserve-pixel-size"
          >
            <ContextInspector />
          </Panel>
        </>
      ) : null}
    </Group>
  )
}

function Centre() {
  const comparison = useActiveComparison()
  const isNarrow = useWindowWithin(TABS_REM)
  const hasPanes = useLayout((state) => state.columns.length > 0)
  const hasAgents = useTree((state) => state.agents.size > 0)
  const hasKey = useCredentials((state) => state.keys?.some((key) => key.source !== null) ?? true)
  const hasEndpoint = useModels(
    ({ list }) => list?.providers.some((group) => group.endpoint !== undefined && canAnswer(group)) ?? true,
  )
  const demo = useTree((state) => state.status?.demo === true)
  if (comparison !== null) return <CompareView key={comparison.id} comparison={comparison} />
  if (hasPanes) return isNarrow ? <PaneTabs /> : <PaneGrid />
  return hasAgents || hasKey || hasEndpoint || demo ? <NoPane /> : <FirstStart />
}

/** Shown until the engine's first snapshot arrives, which takes long only at the first start. */
function Opening() {
  const connection = useConnection((state) => state.connection)
  return (
    <div className={styles.main}>
      <div className={styles.opening} role="status">
        <progress className={styles.progress} aria-label={words.opening} />
        <p>{connection === 'open' ? words.openingNow : words.connecting}</p>
        {connection === 'lost' ? null : <p className={styles.firstTime}>{words.firstTime}</p>}
      </div>
    </div>
  )
}

/** Announces states to screen readers ("root answered"), never streamed text. */
function Announcer() {
  const text = useNotices((state) => state.announcement)
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {text}
    </div>
  )
}

/** What is not as it should be, at the lower edge of the window while no tree is shown. */
function StatusWithoutTree() {
  const ready = useConnection((state) => state.ready)
  const treeVisible = useLayout((state) => state.treeVisible)
  const hasDrawer = useWindowWithin(DRAWER_REM)
  const hasTree = useWindowView(({ view }) => keepsTree(view))
  return ready && treeVisible && !hasDrawer && hasTree ? null : <StatusLine />
}

/** Names a window of its own after what it shows, in the list of windows and on its tab. */
function useWindowName(): void {
  const { popOut } = useApp()
  const name = useTree(({ agents }) => {
    const [first, ...others] = (popOut?.agents ?? []).flatMap((id) => agents.get(id) ?? [])
    if (first === undefined) return null
    return others.length === 0 ? agentName(first) : texts.compare.title({ agents: others.length + 1 })
  })
  useEffect(() => {
    if (name !== null) document.title = words.windowName({ name: visibleText(name) })
  }, [name])
}

/** Closes the find bar when a dialog opens, under which it could neither be seen nor reached. */
function useFindClosedByDialogs(): void {
  const { dialogs, find } = useStores()
  useEffect(
    () =>
      dialogs.subscribe(({ dialog }, { dialog: before }) => {
        const { agentId } = find.getState()
        if (before.type === 'none' && dialog.type !== 'none' && agentId !== null) closeFind(find, agentId)
      }),
    [dialogs, find],
  )
}

/** Refuses files that are dropped beside a pane: the browser would open them instead of the window. */
function useRefusedDrops(): void {
  useEffect(() => {
    document.addEventListener('dragover', refuse)
    document.addEventListener('drop', refuse)
    return () => {
      document.removeEventListener('dragover', refuse)
      document.removeEventListener('drop', refuse)
    }
  }, [])
}

function refuse(drag: DragEvent): void {
  if (drag.defaultPrevented || drag.dataTransfer === null || !hasFiles(drag.dataTransfer)) return
  drag.preventDefault()
  drag.dataTransfer.dropEffect = 'none'
}

/** Shows the panes again when an agent is opened or focused while another view is in their place. */
function usePanesOfOpenedAgents(): void {
  const { comparisons, layout, windowView } = useStores()
  useEffect(() => {
    const stops = [
      layout.subscribe((now, before) => {
        if (now.focused === before.focused && now.columns === before.columns) return
        const { view } = windowView.getState()
        const attempt = view.type === 'race' ? view.attempt : null
        // The pane of an attempt was closed beside its race, which stays.
        if (view.type === 'race' && attempt !== null && !openAgents(now).includes(attempt))
          windowView.showRace(view.agentId)
        else windowView.showPanes()
      }),
      comparisons.subscribe((now, before) => {
        if (now.active !== before.active) windowView.showPanes()
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [comparisons, layout, windowView])
}
