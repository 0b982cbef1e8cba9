import { createContext, use, useMemo } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { familyText, type PathVersions, pathVersions, type Versions } from '../store/versions.ts'

export const NO_VERSIONS: PathVersions = { byEvent: new Map(), atEnd: null }

const VersionContext = createContext<PathVersions>(NO_VERSIONS)

/** The versions along the path of the pane's agent. */
export const VersionProvider = VersionContext.Provider

/** Returns the versions that part at this message; null: there are none. */
export function useVersionsAt(eventId: EventId): Versions | null {
  return use(VersionContext).byEvent.get(eventId) ?? null
}

/** Returns the versions that part where the loaded events end; null: there are none. */
export function useVersionsAtEnd(): Versions | null {
  return use(VersionContext).atEnd
}

/** Finds the versions along the path of an agent; again only when its events or an agent of that path changed. */
export function usePathVersions(agentId: AgentId, events: readonly AgentEvent[], hasOlder: boolean): PathVersions {
  const { tree } = useStores()
  const family = useTree(({ agents }) => familyText(agentId, agents))
  return useMemo(
    () => (family === '' ? NO_VERSIONS : pathVersions(agentId, { events, hasOlder }, tree.getState().agents)),
    [agentId, events, hasOlder, family, tree],
  )
}
