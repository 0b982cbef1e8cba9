import { useEffect } from 'react'

import type { AppStores } from '../app/app-stores.ts'
import { membersOf } from '../store/comparison.ts'
import { openAgents } from '../store/layout.ts'
import { withRead } from '../store/unread-results.ts'
import { useStores } from './app-context.ts'

/** Removes the results of agents that are in view from the unread ones. */
export function useUnreadResults(): void {
  const stores = useStores()
  useEffect(() => {
    const { layout, comparisons, unread } = stores
    const read = () => unread.setState((state) => withRead(state, inView(stores)), true)
    const stops = [unread.subscribe(read), layout.subscribe(read), comparisons.subscribe(read)]
    window.addEventListener('focus', read)
    return () => {
      window.removeEventListener('focus', read)
      for (const stop of stops) stop()
    }
  }, [stores])
}

/** Returns the agents with an open pane or in the shown comparison; none while another window has the focus. */
function inView({ layout, comparisons }: AppStores): readonly string[] {
  if (!document.hasFocus()) return []
  const { list, active } = comparisons.getState()
  const compared = list.find(({ id }) => id === active)
  return compared === undefined ? openAgents(layout.getState()) : membersOf(compared)
}
