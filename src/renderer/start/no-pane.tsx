import { Plus } from 'lucide-react'

import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { RenewalQuestion } from '../hooks/renewal-question.tsx'
import { API_PROVIDERS } from '../../shared/providers.ts'
import { useCredentials, useLayout, useTree } from '../hooks/use-stores.ts'
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
        {hasAgents ? null : <FoundKeys />}
        {hasAgents ? null : <BringSessions />}
        <RecentWork />
        <RenewalQuestion />
        <TourOffer />
        <p>{words.paletteKeys({ keys: keys('view.palette') ?? '' })}</p>
      </div>
    </div>
  )
}

/** Says which keys there are and where they come from, before the first prompt is sent with one of them. */
function FoundKeys() {
  const keys = useCredentials((state) => state.keys)
  const found = (keys ?? []).flatMap(({ provider, source }) =>
    source === null ? [] : [words.keyOf[source]({ provider: API_PROVIDERS[provider].label })],
  )
  return found.length === 0 ? null : <p>{found.join(' · ')}</p>
}
