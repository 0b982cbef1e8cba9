import { expect, it } from 'vitest'

import { createMapActions } from '../../../src/renderer/actions/map-actions.ts'
import { createMapStore } from '../../../src/renderer/store/map-store.ts'
import { MAX_MAP_POINTS } from '../../../src/shared/agent-map.ts'
import { createPreviewEngine } from '../preview/preview-engine.ts'
import { busyScenario, ROOT } from '../preview/preview-world.ts'

const PROMPTS = 2 * MAX_MAP_POINTS + 500

function started() {
  const engine = createPreviewEngine({ ...busyScenario(), events: new Map() })
  const prompt = () => engine.record({ agentId: ROOT, turnId: null, kind: 'user', content: 'x', data: null })
  for (let index = 0; index < PROMPTS; index += 1) prompt()
  const map = createMapStore()
  const actions = createMapActions(engine.connection.client, map)
  return {
    prompt,
    map,
    actions,
    ids: () =>
      map
        .getState()
        .points.get(ROOT)
        ?.map(({ eventId }) => eventId) ?? [],
  }
}

it('reads the newest points, older ones when they are wanted, and new ones, each once and in order', async () => {
  const { prompt, map, actions, ids } = started()
  await actions.load()
  expect(ids()).toHaveLength(MAX_MAP_POINTS)
  expect(map.getState()).toMatchObject({ newest: ids().at(-1), olderBefore: ids()[0], failure: null, isLoading: false })
  await actions.loadBackTo(0)
  expect(ids()).toHaveLength(PROMPTS)
  expect(map.getState().olderBefore).toBeNull()
  const newest = ids().at(-1) ?? 0
  for (let index = 0; index < MAX_MAP_POINTS + 1; index += 1) prompt()
  await actions.loadNewer(newest + MAX_MAP_POINTS + 5)
  expect(ids()).toEqual(Array.from({ length: PROMPTS + MAX_MAP_POINTS + 1 }, (_, index) => (ids()[0] ?? 0) + index))
  // What others recorded is no point, and need not be read again.
  expect(map.getState().newest).toBe(newest + MAX_MAP_POINTS + 5)
})

it('reads once at a time, and forgets what it knew when it reads anew', async () => {
  const { actions, ids } = started()
  await Promise.all([actions.load(), actions.load(), actions.loadBackTo(0)])
  expect(ids()).toHaveLength(MAX_MAP_POINTS)
  await actions.loadBackTo(0)
  await actions.load()
  expect(ids()).toHaveLength(MAX_MAP_POINTS)
})
