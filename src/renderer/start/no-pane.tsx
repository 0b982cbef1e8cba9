import { Plus } from 'lucide-react'

import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { RenewalQuestion } from '../hooks/renewal-question.tsx'
import { useLayout, useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { TourOffer } from '../help/tour-bar.tsx'
import { reopenable } from '../store/shown-panes.ts'
import { texts } from '../text/texts.ts'
import { BringSessions } from './bring-sessions.tsx'
import styles from './first-start.module.css'
import { RecentWork } from './recent-work.tsx'

const words = texts.start.noPane

/** Shown while no pane is open, with ways to open one. */
export function NoPane() {
  const { agents } = useActions()
  const keys = useCommandKeys()
  const { layout } = useStores()
  const closed = useLayout(reopenable)
  const hasAgents = useTree((state) => state.agents.size > 0)
  return (
    <div className={styles.page}>
      <div className={styles.nothing}>
        <p className={styles.nothingTitle}>{hasAgents ? words.title : words.titleWithoutAgents}</p>
        <p>{hasAgents ? words.about : words.aboutAgents}</p>
        <Button tone="primary" onClick={() => void agents.createRoot()}>
          <Plus aria-hidden /> {words.newAgent}
        </Button>
        {closed === 0 ? null : (
          <Button onClick={() => layout.dispatch({ type: 'reopen' })}>{words.reopen({ panes: closed })}</Button>
        )}
        {hasAgents ? null : <BringSessions />}
        <RecentWork />
        <RenewalQuestion />
        <TourOffer />
        <p>{words.paletteKeys({ keys: keys('view.palette') ?? '' })}</p>
      </div>
    </div>
  )
}
