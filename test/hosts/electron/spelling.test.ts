import { writeFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { spellingLanguages } from '../../../src/main/hosts/electron/spelling.ts'
import { exited, prepareElectronApp, scriptedOpening, windowOf } from '../../support/fake-electron/run-electron-app.ts'

vi.mock('electron', () => ({ app: {}, session: {} }))

const { start, dataDirectory } = prepareElectronApp()
const { platform } = process
afterEach(() => void Object.defineProperty(process, 'platform', { value: platform }))

async function appOn(system: NodeJS.Platform, stored: string | null, languages = ['de-DE', 'en-US']) {
  Object.defineProperty(process, 'platform', { value: system })
  await mkdir(join(dataDirectory(), 'window'), { recursive: true })
  if (stored !== null) await writeFile(join(dataDirectory(), 'window', 'spelling.json'), stored)
  const electron = await start(scriptedOpening().openEngine, { languages })
  const window = await windowOf(electron)
  return { electron, window, isChecked: window.options.webPreferences?.['spellcheck'] }
}

describe('spelling', () => {
  it.each(['linux', 'win32'] as const)(
    'is off on %s until the user agrees, so nothing is downloaded',
    async (system) => {
      const { electron, isChecked } = await appOn(system, null)
      const { downloaded, isOn } = electron.fake.spelling
      expect({ isChecked, isOn, downloaded }).toEqual({ isChecked: false, isOn: false, downloaded: [] })
    },
  )

  it('is on on macOS, which has its own dictionaries', async () => {
    const { electron, isChecked } = await appOn('darwin', null)
    const { downloaded, isOn } = electron.fake.spelling
    expect({ isChecked, isOn, downloaded }).toEqual({ isChecked: true, isOn: true, downloaded: [] })
  })

  it('is off on macOS if the user switched it off', async () => {
    const { electron, isChecked } = await appOn('darwin', '{"checksSpelling":false}')
    expect([isChecked, electron.fake.spelling.isOn]).toEqual([false, false])
  })

  it('has the languages of the system once the user agreed', async () => {
    const { electron, isChecked } = await appOn('linux', '{"checksSpelling":true}')
    expect([isChecked, electron.fake.spelling.downloaded]).toEqual([true, ['de', 'en-US']])
  })

  it.each(['', '{}', '{"checksSpelling":"yes"}', '[true]', 'null', '{"checksSpelling":1}'])(
    'is not switched on by a damaged file (%s)',
    async (stored) => {
      const { electron, isChecked } = await appOn('linux', stored)
      expect([isChecked, electron.fake.spelling.downloaded]).toEqual([false, []])
    },
  )

  it('is checked from the next start after the user chose it, and not after another choice', async () => {
    const { electron, window } = await appOn('linux', null)
    window.webContents.emit('context-menu', {}, EDITABLE)
    electron.fake.popups[0]?.items.find(({ label }) => label?.startsWith('Check spelling (downloads'))?.click?.()
    electron.app.quit()
    await exited(electron)
    const next = await appOn('linux', null)
    expect([next.isChecked, next.electron.fake.spelling.downloaded]).toEqual([true, ['de', 'en-US']])
    next.window.webContents.emit('context-menu', {}, EDITABLE)
    next.electron.fake.popups[0]?.items.find(({ label }) => label === 'Check spelling')?.click?.()
    expect(next.electron.fake.spelling.isOn).toBe(false)
    expect((await appOn('linux', null)).isChecked).toBe(false)
  })
})

const EDITABLE = {
  x: 1,
  y: 2,
  frame: null,
  linkURL: '',
  srcURL: '',
  mediaType: 'none',
  hasImageContents: false,
  isEditable: true,
  selectionText: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  formControlType: 'text-area',
  editFlags: { canCut: false, canCopy: false, canPaste: true, canSelectAll: true },
}

describe('the dictionaries for languages', () => {
  const available = ['de', 'en-AU', 'en-GB', 'en-US', 'fr', 'pt-BR', 'pt-PT']
  it.each([
    [['de-DE'], ['de']],
    [['de_AT.UTF-8'], ['de']],
    [['DE'], ['de']],
    [
      ['en-GB', 'en-US'],
      ['en-GB', 'en-US'],
    ],
    [['en-IE'], ['en-AU']],
    [['pt'], ['pt-BR']],
    [['pt_PT'], ['pt-PT']],
    [['ja', 'fr-CA'], ['fr']],
    [['tlh'], []],
    [[], []],
    [
      ['de-CH', 'de-DE', 'fr', 'en-US', 'pt-BR'],
      ['de', 'fr', 'en-US'],
    ],
    [[''], []],
  ])('%j are %j', (preferred, expected) => {
    expect(spellingLanguages(preferred, available)).toEqual(expected)
  })
})
