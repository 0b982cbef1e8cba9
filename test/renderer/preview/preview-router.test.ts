import { createRouterClient } from '@orpc/server'
import { expect, it } from 'vitest'

import { createPreviewEngine } from './preview-engine.ts'
import { previewRouter } from './preview-router.ts'
import { emptyWorld } from './preview-world.ts'

it('refuses what the preview does not have by its name', async () => {
  const { client } = createPreviewEngine(emptyWorld()).connection
  expect(await client.races.stop({ raceId: crypto.randomUUID(), agentId: null })).toMatchObject({
    ok: false,
    error: { message: 'The preview has no races.stop.' },
  })
})

it('ends a feed that the preview does not have', async () => {
  const batches: unknown[] = []
  for await (const batch of await createRouterClient(previewRouter({})).engine.subscribe()) batches.push(batch)
  expect(batches).toEqual([])
})
