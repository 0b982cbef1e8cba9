import { useMemo, useState } from 'react'

import type { ModelList } from '../../shared/model-info.ts'
import type { ProviderName } from '../../shared/providers.ts'
import { useConfig, useFavourites, useModels, useTree } from '../hooks/use-stores.ts'
import { matchingPools, type PickedPool } from './model-pools.ts'
import { modelGroups, recentModels, type ModelGroup } from './model-groups.ts'

const NO_POOLS = {}
const ISO_DATE_LENGTH = 10

/** The content of a picker for a query. */
export interface PickerContent {
  readonly pools: readonly PickedPool[]
  readonly groups: readonly ModelGroup[]
  /** The ISO date for which the groups were computed. */
  readonly today: string
}

interface ModelGroupsOptions {
  /** Only its models; missing: those of all. */
  readonly provider: ProviderName | undefined
  /** Whether all models are shown while nothing is searched for. */
  readonly showsAll: boolean
  /** Models that are always shown, by `modelKey`. */
  readonly chosen: readonly string[]
}

/** Returns what a picker shows for a query. */
export function useModelGroups(query: string, { provider, showsAll, chosen }: ModelGroupsOptions): PickerContent {
  const configured = useConfig(({ config }) => config?.pools ?? NO_POOLS)
  const full = useModels((state) => state.list)
  const list = useMemo(() => ofProvider(full, provider), [full, provider])
  const agents = useTree((state) => state.agents)
  const favourites = useFavourites((state) => state.models)
  const [today] = useState(() => new Date().toISOString().slice(0, ISO_DATE_LENGTH))
  const recent = useMemo(() => recentModels(agents.values()), [agents])
  const groups = modelGroups(list, { query, today, showsAll, favourites, recent, chosen })
  const pools = useMemo(() => matchingPools(configured, query, full), [configured, query, full])
  return { pools, groups, today }
}

function ofProvider(list: ModelList | null, provider: ProviderName | undefined): ModelList | null {
  if (list === null || provider === undefined) return list
  return { ...list, providers: list.providers.filter((group) => group.provider === provider) }
}
