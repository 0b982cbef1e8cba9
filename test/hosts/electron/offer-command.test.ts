import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { OFFER_COMMAND_CHANNEL } from '../../../src/shared/host-bridge.ts'
import { prepareElectronApp, scriptedOpening, windowOf } from '../../support/fake-electron/run-electron-app.ts'

const { start } = prepareElectronApp()

let home = ''
let command = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'ikigai-command-'))
  command = join(home, 'resources', 'app.asar.unpacked', 'command-line', 'ikigai')
  mkdirSync(join(command, '..'), { recursive: true })
  writeFileSync(command, '')
  Reflect.set(process, 'resourcesPath', join(home, 'resources'))
  vi.doMock('node:os', async (original) => ({ ...(await original<object>()), homedir: () => home }))
})
afterEach(() => {
  vi.doUnmock('node:os')
  Reflect.deleteProperty(process, 'resourcesPath')
  rmSync(home, { recursive: true })
})

/** Chooses *Install the ikigai command…* and answers its boxes by button. */
async function choose(
  answers: readonly number[],
  { packaged = true, frame }: { packaged?: boolean; frame?: object } = {},
) {
  const electron = await start(scriptedOpening().openEngine, { packaged, answers })
  const { webContents } = await windowOf(electron)
  electron.fake.sendFromPage(webContents, OFFER_COMMAND_CHANNEL, frame ?? webContents.mainFrame)
  await vi.waitFor(() => expect(electron.fake.boxes.length).toBe(answers.length))
  return electron.fake.boxes
}

const file = () => join(home, '.local', 'bin', 'ikigai')
const [YES, NO] = [0, 1]

it.runIf(process.platform === 'linux')(
  'makes and removes the command when the user agrees, and says where it is',
  async () => {
    expect(await choose([NO])).toMatchObject([
      { message: 'Install the command ikigai?', buttons: ['Install', 'Cancel'], defaultId: 1, cancelId: 1 },
    ])
    expect(existsSync(file())).toBe(false)

    const detail = expect.stringMatching(
      /\.local\/bin\/ikigai\n[^]*add this line to ~\/\.profile:\nexport PATH="\$HOME\/\.local\/bin:\$PATH"$/,
    )
    expect(await choose([YES, 0])).toMatchObject([{ detail }, { message: 'The command ikigai was installed', detail }])
    expect(readlinkSync(file())).toBe(command)

    expect(await choose([NO])).toMatchObject([
      { message: 'The command ikigai is installed', buttons: ['Remove', 'Cancel'] },
    ])
    expect(existsSync(file())).toBe(true)
    expect(await choose([YES, 0])).toMatchObject([{}, { message: 'The command ikigai was removed', detail: file() }])
    expect(existsSync(file())).toBe(false)
  },
)

it.runIf(process.platform === 'linux')('leaves what is not its own', async () => {
  mkdirSync(join(file(), '..'), { recursive: true })
  writeFileSync(file(), 'mine')

  expect(await choose([0])).toMatchObject([{ message: 'There is another command ikigai' }])
})

it('says why there is none', async () => {
  expect(await choose([0], { packaged: false })).toMatchObject([
    { detail: expect.stringMatching(/npm link|installer/) },
  ])
})

it('shows nothing to a frame in the page', async () => {
  expect(await choose([], { frame: { url: 'app://ikigai/' } })).toEqual([])
})
