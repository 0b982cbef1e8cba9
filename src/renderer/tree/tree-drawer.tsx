import { type ReactNode, useEffect, useRef } from 'react'

import { useActions, useStores } from '../hooks/app-context.ts'
import { useWindowWithin } from '../hooks/use-window-width.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { DRAWER_REM } from '../store/window-width.ts'
import { commandTitle } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import styles from './agent-tree.module.css'
import { Outline } from './outline.tsx'

const words = texts.tree

/** The agent tree over the panes of a narrow window. Showing an agent closes it, and so does a wider window. */
export function TreeDrawer({ foot }: { readonly foot: ReactNode }) {
  const { dialogs } = useStores()
  const { agents } = useActions()
  const hasAgents = useTree((state) => state.agents.size > 0)
  const isNarrow = useWindowWithin(DRAWER_REM)
  const sidebar = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isNarrow) dialogs.close()
  }, [isNarrow, dialogs])
  const close = () => dialogs.close()
  function createAgent(): void {
    close()
    void agents.createRoot()
  }
  return (
    <Dialog title={words.title} size="drawer" initialFocus="marked" onClose={close}>
      <nav ref={sidebar} className={styles.drawer} aria-label={words.title}>
        {hasAgents ? <Outline sidebar={sidebar} /> : <p className={styles.empty}>{words.empty}</p>}
        <Button onClick={createAgent}>{commandTitle('agent.new')}</Button>
      </nav>
      {foot}
    </Dialog>
  )
}
