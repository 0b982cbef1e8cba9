import { PanelLeft, Search, SlidersHorizontal } from 'lucide-react'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import styles from './title-bar.module.css'
import { NeedsYou } from './needs-you.tsx'
import { ViewMenu } from './view-menu.tsx'
import { ViewSwitch } from './view-switch.tsx'
import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { toggleTree } from '../commands/view-commands.ts'
import { useApp, useStores } from '../hooks/app-context.ts'
import { useWindowWithin } from '../hooks/use-window-width.ts'
import { useLayout, useTree } from '../hooks/use-stores.ts'
import { DRAWER_REM } from '../store/window-width.ts'
import { texts } from '../text/texts.ts'
import markStyles from './product-mark.module.css'
import { useChangeCount } from '../changes/use-change-count.ts'
import { nearestRace } from '../store/nearest-race.ts'
import { type OfferedView, offeredViews } from './window-views.tsx'

const words = texts.frame.titleBar
/** A name, the same in every language. */
const PRODUCT = 'ikigai'

/** The title bar: the tree, the command palette, what needs the user, and Settings. */
export function TitleBar() {
  const stores = useStores()
  const { dialogs } = stores
  const keys = useCommandKeys()
  const isNarrow = useWindowWithin(DRAWER_REM)
  const treeVisible = useLayout((state) => state.treeVisible) && !isNarrow
  const views = useOfferedViews()
  const { demo } = useApp()
  const isDemo = useTree((state) => state.status?.demo === true) || demo?.isShown === true
  return (
    <header className={styles.bar} data-landmark>
      <div className={styles.row}>
        <ViewMenu views={views} />
        <span className={styles.tree}>
          <IconButton
            label={treeVisible ? words.hideTree : words.showTree}
            shortcut={keys('view.tree')}
            aria-pressed={isNarrow ? undefined : treeVisible}
            aria-haspopup={isNarrow ? 'dialog' : undefined}
            onClick={() => toggleTree(stores)}
          >
            <PanelLeft />
          </IconButton>
        </span>
        <ProductMark />
        <h1 className={styles.name}>{PRODUCT}</h1>
        {isDemo ? <span className={styles.demo}>{words.demo}</span> : null}
        {demo?.isShown === true ? <Button onClick={() => demo.show(false)}>{words.exitDemo}</Button> : null}
        <ViewSwitch views={views} />
        <span className={`${styles.space} ${styles.beforeSearch}`} />
        <button
          type="button"
          className={styles.palette}
          onClick={() => dialogs.setState({ dialog: { type: 'palette' } })}
        >
          <Search aria-hidden />
          <span className={styles.paletteText}>{words.search}</span>
          <kbd>{keys('view.palette')}</kbd>
        </button>
        <span className={styles.space} />
        <NeedsYou />
        <IconButton
          label={words.settings}
          shortcut={keys('view.settings')}
          onClick={() => dialogs.setState({ dialog: { type: 'settings' } })}
        >
          <SlidersHorizontal />
        </IconButton>
      </div>
    </header>
  )
}

/** ikigai's mark, an i that forks into a second one. Without a name: the product's name stands beside it. */
function ProductMark() {
  return (
    <svg className={markStyles.mark} viewBox="0 0 16 16" aria-hidden>
      <path className={markStyles.line} d="M5.6 14.7V6.9" />
      <path className={markStyles.line} d="M5.6 13.6h1.2a4.8 4.8 0 0 0 4.8-4.8V8" />
      <circle className={markStyles.tip} cx="5.6" cy="2.9" r="2.15" />
      <circle cx="11.6" cy="4.3" r="1.7" />
    </svg>
  )
}

/** The views that the window offers now, in the order of the switch. */
function useOfferedViews(): readonly OfferedView[] {
  const focused = useLayout((state) => state.focused)
  const race = useTree(({ agents }) => nearestRace(agents, focused))
  const changes = useChangeCount(focused)
  return offeredViews({ focused, race, changes })
}
