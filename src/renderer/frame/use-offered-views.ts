import { useChangeCount } from '../changes/use-change-count.ts'
import { useLayout, useTree } from '../hooks/use-stores.ts'
import { nearestRace } from '../store/nearest-race.ts'
import { type OfferedView, offeredViews } from './window-views.tsx'

/** The views that the window offers now, in the order of the switch. */
export function useOfferedViews(): readonly OfferedView[] {
  const focused = useLayout((state) => state.focused)
  const race = useTree(({ agents }) => nearestRace(agents, focused))
  const changes = useChangeCount(focused)
  return offeredViews({ focused, race, changes })
}
