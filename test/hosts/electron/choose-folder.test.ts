import { describe, expect, it } from 'vitest'

import { CHOOSE_FOLDER_CHANNEL } from '../../../src/shared/host-bridge.ts'
import { prepareElectronApp, scriptedOpening, windowOf } from '../../support/fake-electron/run-electron-app.ts'

const { start } = prepareElectronApp()

async function ask(from: unknown, options: { chosenFolder?: string; frame?: object } = {}) {
  const electron = await start(
    scriptedOpening().openEngine,
    options.chosenFolder === undefined ? {} : { chosenFolder: options.chosenFolder },
  )
  const { webContents } = await windowOf(electron)
  const chosen = await electron.fake.invokeFromPage(webContents, CHOOSE_FOLDER_CHANNEL, from, options.frame)
  return { chosen, dialogs: electron.fake.folderDialogs }
}

describe('the dialog for a working folder', () => {
  it('begins at the given path and answers what was chosen', async () => {
    const { chosen, dialogs } = await ask('/home/ann', { chosenFolder: '/home/ann/work' })

    expect(chosen).toBe('/home/ann/work')
    expect(dialogs).toMatchObject([{ defaultPath: '/home/ann', properties: ['openDirectory', 'createDirectory'] }])
  })

  it('answers nothing when it is cancelled, whatever the page gave it', async () => {
    const { chosen, dialogs } = await ask({ path: '/' })

    expect(chosen).toBeNull()
    expect(dialogs).not.toMatchObject([{ defaultPath: expect.anything() }])
  })

  it('is not shown for a frame in the page', async () => {
    expect(await ask('/', { chosenFolder: '/', frame: { url: 'app://ikigai/' } })).toEqual({
      chosen: null,
      dialogs: [],
    })
  })
})
