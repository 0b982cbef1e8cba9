import { expect, it, vi } from 'vitest'

import { SHOW_AGENT_CHANNEL } from '../../../src/shared/host-bridge.ts'
import type { AgentActivity } from '../../../src/shared/agent-summary.ts'
import { agentSummary } from '../../support/agent-summary.ts'
import type { FakeOptions } from '../../support/fake-electron/fake-electron.ts'
import { exited, prepareElectronApp, scriptedOpening, windowOf } from '../../support/fake-electron/run-electron-app.ts'

const { start } = prepareElectronApp()

/** An app whose agent can be made to start and to finish; both are taken in when the promise resolves. */
async function runningApp(options: FakeOptions = {}) {
  const { engine, logger, openEngine } = scriptedOpening()
  const electron = await start(openEngine, options)
  const window = await windowOf(electron, { holdsLoading: options.loading === 'held' })
  await engine.until(() => engine.subscriptions.length === 1)
  const become = (activity: AgentActivity) =>
    engine.pushToEngineFeeds({ type: 'agent', agent: agentSummary({ activity }) })
  return { engine, logger, electron, window, become }
}

it('a notification tells of an agent while another app is in front', async () => {
  const { electron, become } = await runningApp()
  become({ type: 'streaming' })
  become({ type: 'idle' })
  await vi.waitUntil(() => electron.fake.notifications.length > 0, { interval: 1 })

  expect(electron.fake.notifications.map(({ text }) => text)).toEqual([
    { title: 'Poet has finished', body: 'claude-haiku-4-5' },
  ])
})

it('nobody who looks at the window is told what can be seen there', async () => {
  const { electron, window, become } = await runningApp()
  window.focused = true
  become({ type: 'streaming' })
  become({ type: 'idle' })
  await vi.waitUntil(() => electron.fake.focusAsked > 1, { interval: 1 })

  expect(electron.fake.notifications).toEqual([])
})

it('taking it up brings the window forward and shows the agent', async () => {
  const { electron, window, become } = await runningApp()
  window.minimized = true
  become({ type: 'needs_approval' })
  await vi.waitUntil(() => electron.fake.notifications.length > 0, { interval: 1 })
  electron.fake.notifications[0]?.emit('click')

  expect(window.webContents.sent).toEqual([[SHOW_AGENT_CHANNEL, agentSummary().id]])
  await vi.waitUntil(() => window.focused, { interval: 1 })
  expect(window.minimized).toBe(false)
})

it('a click shows the agent where the system gives the window no focus', async () => {
  const { electron, window, become } = await runningApp({ focus: 'refused' })
  become({ type: 'needs_approval' })
  await vi.waitUntil(() => electron.fake.notifications.length > 0, { interval: 1 })
  electron.fake.notifications[0]?.emit('click')

  expect([window.focused, window.webContents.sent]).toEqual([false, [[SHOW_AGENT_CHANNEL, agentSummary().id]]])
})

it.each(['new', 'loaded again'])('a click shows the agent when a window that is %s has loaded', async (state) => {
  const { electron, window, become } = await runningApp({ loading: 'held' })
  window.webContents.finishLoading()
  electron.app.removeAllListeners('window-all-closed')
  become({ type: 'needs_approval' })
  await vi.waitUntil(() => electron.fake.notifications.length > 0, { interval: 1 })
  if (state === 'new') {
    window.close()
    await vi.waitUntil(() => electron.fake.windows.length === 0, { interval: 1 })
  } else window.webContents.reload()
  electron.fake.notifications[0]?.emit('click')
  const shown = electron.fake.windows[0]?.webContents
  expect([shown?.sent, shown?.lost]).toEqual([[], []])
  shown?.finishLoading()

  expect(shown?.sent).toEqual([[SHOW_AGENT_CHANNEL, agentSummary().id]])
})

it('a click on a window that is closed before it has loaded is not an error', async () => {
  const { electron, window, become } = await runningApp({ loading: 'held' })
  become({ type: 'needs_approval' })
  await vi.waitUntil(() => electron.fake.notifications.length > 0, { interval: 1 })
  electron.fake.notifications[0]?.emit('click')
  electron.app.removeAllListeners('window-all-closed')
  window.destroy()
  window.webContents.emit('did-finish-load')

  expect([window.webContents.sent, window.webContents.lost]).toEqual([[], []])
})

it('notifications that the system does not show are said once', async () => {
  const { electron, logger, become } = await runningApp({
    notificationError: 'UNErrorDomain error 1.',
    answers: ['none'],
  })
  become({ type: 'needs_approval' })
  await vi.waitUntil(() => electron.fake.boxes.length > 0, { interval: 1 })
  become({ type: 'idle' })
  await vi.waitUntil(() => electron.fake.notifications.length === 2, { interval: 1 })
  await new Promise(setImmediate)

  expect(electron.fake.boxes).toMatchObject([
    {
      message: 'The system shows no notifications of ikigai',
      detail: expect.stringContaining('UNErrorDomain error 1.'),
      buttons: ['OK'],
    },
  ])
  expect(logger.lines.slice(1)).toEqual([['warn', 'A notification could not be shown']])
})

it('the newest of an agent takes the place of the one before', async () => {
  const { electron, become } = await runningApp()
  become({ type: 'needs_approval' })
  await vi.waitUntil(() => electron.fake.notifications.length === 1, { interval: 1 })
  become({ type: 'idle' })
  await vi.waitUntil(() => electron.fake.notifications.length === 2, { interval: 1 })

  expect(electron.fake.notifications.map(({ open }) => open)).toEqual([false, true])
})

it('a bug in the feed is logged, and the app goes on', async () => {
  const { engine, electron, logger } = await runningApp()
  engine.breakFeeds(new Error('a bug'))
  await vi.waitUntil(() => logger.lines.some(([level]) => level === 'error'), { interval: 1 })

  expect(electron.app.exitCode).toBeNull()
})

it('the tree is not followed any more when the app quits', async () => {
  const { engine, electron, logger } = await runningApp()
  electron.app.quit()
  await exited(electron)
  await engine.until(() => engine.subscriptions[0]?.ended === true)

  expect(logger.lines).toEqual([['warn', 'Mind this.']])
})

it('a helper process that is gone is logged', async () => {
  const { electron, logger } = await runningApp()
  electron.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 11 })
  electron.app.emit('child-process-gone', {}, { type: 'Utility', reason: 'clean-exit', exitCode: 0 })

  expect(logger.lines.slice(1)).toEqual([['warn', 'A process of the window has ended']])
})
