import { expect, it } from 'vitest'

import { followNotices } from '../../../src/renderer/frame/system-notices.ts'
import { createPreferenceStore } from '../../../src/renderer/store/preference-store.ts'
import type { AgentNotice } from '../../../src/shared/agent-notices.ts'
import { createPreviewEngine } from '../preview/preview-engine.ts'
import { busyWorld, ROOT } from '../preview/preview-world.ts'

/** Notices of a window that the person looks at, or does not. */
async function following(lookedAt: boolean, wanted: boolean) {
  const engine = createPreviewEngine(busyWorld())
  const preferences = createPreferenceStore()
  preferences.setState({ notifications: wanted })
  const shown: AgentNotice[] = []
  followNotices({
    connection: engine.connection,
    preferences,
    isLookedAt: () => lookedAt,
    show: (notice) => shown.push(notice),
  })
  await Promise.resolve()
  engine.change(ROOT, { activity: { type: 'streaming' } })
  engine.change(ROOT, { activity: { type: 'idle' } })
  return shown.map(({ title }) => title)
}

it('tells the system what happens while nobody looks, and only where that is wanted', async () => {
  expect([await following(false, true), await following(true, true), await following(false, false)]).toEqual([
    ['Tokens for the gateway has finished'],
    [],
    [],
  ])
})
