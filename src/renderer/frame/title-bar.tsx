import { PanelLeft, Search, SlidersHorizontal } from 'lucide-react'

import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { ProductMark } from '../parts/product-mark.tsx'
import styles from './title-bar.module.css'
import { NeedsYou } from './needs-you.tsx'
import { ViewSwitch } from './view-switch.tsx'
import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { toggleTree } from '../commands/view-commands.ts'
import { useApp, useStores } from '../hooks/app-context.ts'
import { useMediaQuery } from '../hooks/use-media-query.ts'
import { useLayout, useTree } from '../hooks/use-stores.ts'
import { NARROW_WINDOW } from '../store/narrow-window.ts'
import { texts } from '../text/texts.ts'

const words = texts.frame.titleBar
/** A name, the same in every language. */
const PRODUCT = 'ikigai'

/** The title bar: the tree, the command palette, what needs the user, and Settings. */
export function TitleBar() {
  const stores = useStores()
  const { dialogs } = stores
  const keys = useCommandKeys()
  const isNarrow = useMediaQuery(NARROW_WINDOW)
  const treeVisible = useLayout((state) => state.treeVisible) && !isNarrow
  const { demo } = useApp()
  const isDemo = useTree((state) => state.status?.demo === true) || demo?.isShown === true
  return (
    <header className={styles.bar} data-landmark>
      <div className={styles.row}>
        <IconButton
          label={treeVisible ? words.hideTree : words.showTree}
          shortcut={keys('view.tree')}
          aria-pressed={isNarrow ? undefined : treeVisible}
          aria-haspopup={isNarrow ? 'dialog' : undefined}
          onClick={() => toggleTree(stores)}
        >
          <PanelLeft />
        </IconButton>
        <ProductMark />
        <h1 className={styles.name}>{PRODUCT}</h1>
        {isDemo ? <span className={styles.demo}>{words.demo}</span> : null}
        {demo?.isShown === true ? <Button onClick={() => demo.show(false)}>{words.exitDemo}</Button> : null}
        <ViewSwitch />
        <span className={styles.space} />
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
