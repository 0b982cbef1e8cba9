import { expect, it } from 'vitest'

import { followNotifications } from '../../../src/renderer/frame/system-notifications.ts'
import { createPreferenceStore } from '../../../src/renderer/store/preference-store.ts'
import type { AgentNotification } from '../../../src/shared/agent-notifications.ts'
import { createPreviewEngine } from '../preview/preview-engine.ts'
import { busyScenario, ROOT } from '../preview/preview-world.ts'

/** Notices of a window that the user looks at, or does not. */
async function following(lookedAt: boolean, wanted: boolean) {
  const engine = createPreviewEngine(busyScenario())
  const preferences = createPreferenceStore()
  preferences.setState({ notifications: wanted })
  const shown: AgentNotification[] = []
  followNotifications({
    connection: engine.connection,
    preferences,
    isFocused: () => lookedAt,
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
