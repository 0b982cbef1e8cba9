import { type AgentMapPage, type AgentMapRequest, MAX_MAP_POINTS } from '../../shared/agent-map.ts'
import type { EventId } from '../../shared/ids.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { createMapStore, type MapStore, withPage } from '../store/map-store.ts'
import { callEngine } from './call-engine.ts'

/** Reads what the map shows. */
export interface MapActions {
  /** Reads the newest points anew. What was read earlier is dropped: it may have been redacted. */
  load(): Promise<void>
  /** Reads what was recorded since, up to an event. */
  loadNewer(upTo: EventId): Promise<void>
  /** Reads older points, back to a time (ms since the epoch) or as far as one call goes. */
  loadBackTo(time: number): Promise<void>
}

/** Most pages of one call. */
const MOST_PAGES = 5

export function createMapActions(client: EngineClient, map: MapStore): MapActions {
  const read = (request: Omit<AgentMapRequest, 'limit'>): Promise<Result<AgentMapPage>> =>
    callEngine(client.log.map({ ...request, limit: MAX_MAP_POINTS }))

  /** Only one read at a time: what it misses, the next one finds. */
  async function alone(load: () => Promise<Result<null>>): Promise<void> {
    if (map.getState().isLoading) return
    map.setState({ isLoading: true })
    const done = await load()
    map.setState({ isLoading: false, failure: done.ok ? null : done.error.message })
  }

  return {
    load: () =>
      alone(async () => {
        const page = await read({})
        if (!page.ok) return page
        const { olderBefore } = page.value
        map.setState({ ...withPage(createMapStore().getState(), page.value), olderBefore, isRead: true })
        return ok(null)
      }),
    loadNewer: (upTo) =>
      alone(async () => {
        const { newest: afterId } = map.getState()
        let beforeId: EventId | undefined
        for (let pages = 0; pages < MOST_PAGES; pages += 1) {
          const page = await read({ afterId, ...(beforeId === undefined ? {} : { beforeId }) })
          if (!page.ok) return page
          map.setState((state) => withPage(state, page.value))
          if (page.value.olderBefore === null) break
          beforeId = page.value.olderBefore
        }
        map.setState(({ newest }) => ({ newest: Math.max(newest, upTo) }))
        return ok(null)
      }),
    loadBackTo: (time) =>
      alone(async () => {
        for (let pages = 0; pages < MOST_PAGES; pages += 1) {
          const { olderBefore, oldestAt } = map.getState()
          if (olderBefore === null || (oldestAt !== null && oldestAt <= time)) break
          const page = await read({ beforeId: olderBefore })
          if (!page.ok) return page
          map.setState((state) => ({ ...withPage(state, page.value), olderBefore: page.value.olderBefore }))
        }
        return ok(null)
      }),
  }
}
