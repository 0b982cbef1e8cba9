import { useMemo, useState } from 'react'

import { useWindowStore } from '../frame/window-context.ts'
import { modelGroups, recentModels, type ModelGroup } from './model-groups.ts'

const ISO_DATE_LENGTH = 10

/** The groups of a picker for a query, and the day they were made for. */
export function useModelGroups(query: string): { readonly groups: readonly ModelGroup[]; readonly today: string } {
  const list = useWindowStore(
    (window) => window.models,
    (state) => state.list,
  )
  const agents = useWindowStore(
    (window) => window.tree,
    (state) => state.agents,
  )
  const favourites = useWindowStore(
    (window) => window.favourites,
    (state) => state.models,
  )
  const [today] = useState(() => new Date().toISOString().slice(0, ISO_DATE_LENGTH))
  const groups = useMemo(
    () => modelGroups(list, { query, today, favourites, recent: recentModels(agents.values()) }),
    [list, query, today, favourites, agents],
  )
  return { groups, today }
}
