import { useLayout, useTree } from '../hooks/use-stores.ts'
import { nearestRace } from '../store/nearest-race.ts'
import { offeredViews } from './window-views.tsx'

/** The views that the window offers now, in the order of the switch. */
export function useOfferedViews() {
  const focused = useLayout((state) => state.focused)
  const race = useTree(({ agents }) => nearestRace(agents, focused))
  return offeredViews({ focused, race })
}
