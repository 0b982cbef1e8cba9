import { describe, expect, it, vi } from 'vitest'

import { prepareElectronApp, scriptedOpening, windowOf } from '../../support/fake-electron/run-electron-app.ts'
import type { FakeOptions } from '../../support/fake-electron/fake-electron.ts'

const { start } = prepareElectronApp()

async function appWith(answers: NonNullable<FakeOptions['answers']>) {
  const electron = await start(scriptedOpening().openEngine, { answers })
  const window = await windowOf(electron)
  const { boxes } = electron.fake
  const asked = (count: number) => vi.waitUntil(() => boxes.length === count, { interval: 1 })
  const die = (reason: string) => window.webContents.emit('render-process-gone', {}, { reason, exitCode: 1 })
  return { electron, window, boxes, asked, die }
}

describe('a window whose process has died', () => {
  it.each(['crashed', 'oom', 'killed', 'abnormal-exit'])('is loaded again when asked to (%s)', async (reason) => {
    const { window, boxes, asked, die } = await appWith([0])
    die(reason)
    await asked(1)
    await vi.waitUntil(() => window.webContents.treated.length > 0, { interval: 1 })

    expect(boxes).toMatchObject([
      { message: 'The window has stopped working', buttons: ['Reload', 'Close Window'], defaultId: 0 },
    ])
    expect(window.webContents.treated).toEqual(['reloaded'])
  })

  it('is closed when asked to', async () => {
    const { electron, window, die } = await appWith([1])
    die('crashed')
    await vi.waitUntil(() => electron.fake.windows.length === 0, { interval: 1 })

    expect(window.webContents.treated).toEqual([])
  })

  it('is nobody’s concern when it ended as it should', async () => {
    const { boxes, die } = await appWith([])
    die('clean-exit')

    expect(boxes).toEqual([])
  })
})

describe('a window that hangs', () => {
  it('gets a new process when asked to, without a question about the old one', async () => {
    const { window, boxes, asked } = await appWith([0])
    window.emit('unresponsive')
    await asked(1)
    await vi.waitUntil(() => window.webContents.treated.length === 2, { interval: 1 })

    expect(boxes).toMatchObject([{ message: 'The window is not responding', buttons: ['Reload', 'Wait'] }])
    expect(window.webContents.treated).toEqual(['crashed', 'reloaded'])
  })

  it('is asked about again when its new process dies, too', async () => {
    const { window, boxes, asked, die } = await appWith([0, 0])
    window.emit('unresponsive')
    await vi.waitUntil(() => window.webContents.treated.length === 2, { interval: 1 })
    die('crashed')
    await asked(2)

    expect(boxes).toMatchObject([
      { message: 'The window is not responding' },
      { message: 'The window has stopped working' },
    ])
  })

  it('is left alone when asked to wait, or when it answers again meanwhile', async () => {
    const { window, asked } = await appWith([1, 'none'])
    window.emit('unresponsive')
    await asked(1)
    window.emit('unresponsive')
    await asked(2)
    window.emit('responsive')

    expect(window.webContents.treated).toEqual([])
  })
})
