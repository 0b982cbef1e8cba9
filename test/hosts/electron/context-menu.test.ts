import { describe, expect, it, vi } from 'vitest'

import {
  type Clicked,
  contextMenuTemplate,
  ENGLISH_WORDS,
  type MenuActions,
} from '../../../src/main/hosts/electron/context-menu.ts'
import { de } from '../../../src/renderer/text/de/de.ts'
import { en } from '../../../src/renderer/text/en/en.ts'
import { MENU_WORDS_CHANNEL } from '../../../src/shared/host-bridge.ts'
import { prepareElectronApp, scriptedOpening, windowOf } from '../../support/fake-electron/run-electron-app.ts'

vi.mock('electron', () => ({}))

const NOTHING: Clicked = {
  linkURL: '',
  srcURL: '',
  mediaType: 'none',
  hasImageContents: false,
  isEditable: false,
  selectionText: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  formControlType: 'none',
  editFlags: { canCut: false, canCopy: false, canPaste: false, canSelectAll: true },
}
const FIELD: Clicked = {
  ...NOTHING,
  isEditable: true,
  formControlType: 'text-area',
  editFlags: { canCut: false, canCopy: false, canPaste: true, canSelectAll: true },
}
const SELECTED = {
  selectionText: 'word',
  editFlags: { canCut: true, canCopy: true, canPaste: true, canSelectAll: true },
}

/** The items as text: `-` for separators, `(…)` for disabled ones. */
function shown(clicked: Clicked, { isOn = true, downloads = true } = {}): string {
  return contextMenuTemplate(clicked, ENGLISH_WORDS, { isOn, downloads }, NO_ACTIONS)
    .map(({ type, label, enabled }) => (type === 'separator' ? '-' : enabled === false ? `(${label})` : label))
    .join(' ')
}

const NO_ACTIONS: MenuActions = {
  replaceWord: () => {},
  learnWord: () => {},
  openLink: () => {},
  copyText: () => {},
  copyImage: () => {},
  saveImage: () => {},
  checkSpelling: () => {},
}

describe('the context menu', () => {
  it.each<readonly [string, Partial<Clicked>, string]>([
    ['an empty place', {}, 'Select all'],
    ['selected text', { ...SELECTED }, 'Copy Select all'],
    ['selected white space', { ...SELECTED, selectionText: ' \n' }, 'Select all'],
    ['a link', { linkURL: 'https://example.com/a?b=c' }, 'Open link Copy link - Select all'],
    [
      'a link in selected text',
      { ...SELECTED, linkURL: 'https://example.com/' },
      'Open link Copy link - Copy Select all',
    ],
    ['an address for mail', { linkURL: 'mailto:a@example.com' }, 'Copy link - Select all'],
    ['a link with a password', { linkURL: 'https://a:b@example.com/' }, 'Copy link - Select all'],
    ['a link to a program', { linkURL: 'vscode://file/etc/passwd' }, 'Copy link - Select all'],
    ['a link within the window', { linkURL: 'app://ikigai/#footnote-1' }, 'Select all'],
    [
      'an image',
      { mediaType: 'image', hasImageContents: true, srcURL: 'data:image/png;base64,AA==' },
      'Copy image Save image… - Select all',
    ],
    ['a large embedded image', { mediaType: 'image', hasImageContents: true }, 'Copy image - Select all'],
    ['an image that has not loaded', { mediaType: 'image', srcURL: 'data:image/png;base64,' }, 'Select all'],
    [
      'an image in a link',
      { mediaType: 'image', hasImageContents: true, srcURL: 'data:,', linkURL: 'http://example.com/' },
      'Open link Copy link - Copy image Save image… - Select all',
    ],
  ])('of %s', (_name, clicked, expected) => {
    expect(shown({ ...NOTHING, ...clicked })).toBe(expected)
  })

  it.each<readonly [string, Partial<Clicked>, string]>([
    ['an empty field', {}, '(Cut) (Copy) Paste Select all - Check spelling'],
    ['selected words in a field', SELECTED, 'Cut Copy Paste Select all - Check spelling'],
    [
      'a password',
      {
        formControlType: 'input-password',
        ...SELECTED,
        editFlags: { ...SELECTED.editFlags, canCut: false, canCopy: false },
      },
      '(Cut) (Copy) Paste Select all',
    ],
    [
      'a misspelled word',
      { misspelledWord: 'teh', dictionarySuggestions: ['the', 'tea & milk'] },
      'the tea && milk Add to dictionary - (Cut) (Copy) Paste Select all - Check spelling',
    ],
    [
      'a word without a suggestion',
      { misspelledWord: 'xqzt' },
      '(No suggestions) Add to dictionary - (Cut) (Copy) Paste Select all - Check spelling',
    ],
    [
      'a word with many suggestions',
      { misspelledWord: 'a', dictionarySuggestions: ['1', '2', '3', '4', '5', '6'] },
      '1 2 3 4 5 Add to dictionary - (Cut) (Copy) Paste Select all - Check spelling',
    ],
  ])('of %s', (_name, clicked, expected) => {
    expect(shown({ ...FIELD, ...clicked })).toBe(expected)
  })

  it('says before spelling is switched on that dictionaries are downloaded, where they are', () => {
    const off = (downloads: boolean) => shown(FIELD, { isOn: false, downloads }).split(' - ').at(-1)
    expect([off(true), off(false)]).toEqual([
      'Check spelling (downloads dictionaries from Google, from the next start)',
      'Check spelling',
    ])
  })

  it('has the same English words in the window and without it', () => {
    expect(en.contextMenu).toEqual(ENGLISH_WORDS)
  })
})

describe('the context menu of a window', () => {
  const { start } = prepareElectronApp()
  const click = { ...FIELD, x: 10, y: 20, frame: null }

  async function clickedApp(clicked: object, before?: (electron: Awaited<ReturnType<typeof start>>) => void) {
    const electron = await start(scriptedOpening().openEngine)
    const window = await windowOf(electron)
    before?.(electron)
    window.webContents.emit('context-menu', {}, { ...click, ...clicked })
    const popup = electron.fake.popups[0]
    const choose = (label: string): void => popup?.items.find((item) => item.label === label)?.click?.()
    return { electron, window, popup, choose, commands: window.webContents.commands }
  }

  it('opens where the user clicked, in the words that the page has sent', async () => {
    const { electron, window, popup } = await clickedApp({}, ({ fake }) => {
      const contents = fake.windows[0]?.webContents
      if (contents === undefined) throw new Error('No window')
      fake.sendFromPage(contents, MENU_WORDS_CHANNEL, contents.mainFrame, de.contextMenu)
    })
    expect(popup?.options).toEqual({ window, x: 10, y: 20 })
    expect(popup?.items.map(({ role, label }) => role ?? label).slice(0, 4)).toEqual([
      'cut',
      'copy',
      'paste',
      'selectAll',
    ])
    expect(popup?.items.map(({ label }) => label).slice(0, 4)).toEqual([
      'Ausschneiden',
      'Kopieren',
      'Einfügen',
      'Alles auswählen',
    ])
    expect(electron.fake.popups.length).toBe(1)
  })

  it.each([
    ['a frame in the page', de.contextMenu, { url: 'app://ikigai/' }],
    ['words that are missing', { copy: 'Kopieren' }, undefined],
    ['words that are none', { ...de.contextMenu, copy: 7 }, undefined],
    ['words that are too long', { ...de.contextMenu, copy: 'x'.repeat(201) }, undefined],
    ['words that are empty', { ...de.contextMenu, copy: '' }, undefined],
    ['nothing', undefined, undefined],
  ])('stays in English for %s', async (_name, words, frame) => {
    const { popup } = await clickedApp({}, ({ fake }) => {
      const contents = fake.windows[0]?.webContents
      if (contents !== undefined) fake.sendFromPage(contents, MENU_WORDS_CHANNEL, frame ?? contents.mainFrame, words)
    })
    expect(popup?.items.map(({ label }) => label)).toContain('Copy')
  })

  it('does what its items say', async () => {
    const link = await clickedApp({ isEditable: false, linkURL: 'https://example.com/a' })
    link.choose('Copy link')
    link.choose('Open link')
    expect([link.electron.fake.copied, link.electron.fake.opened]).toEqual([
      ['https://example.com/a'],
      ['https://example.com/a'],
    ])
    const image = await clickedApp({ mediaType: 'image', hasImageContents: true, srcURL: 'data:,x', isEditable: false })
    image.choose('Copy image')
    image.choose('Save image…')
    expect(image.commands).toEqual([
      ['copyImageAt', 10, 20],
      ['downloadURL', 'data:,x'],
    ])
    const word = await clickedApp({ misspelledWord: 'teh', dictionarySuggestions: ['the'] })
    word.choose('the')
    word.choose('Add to dictionary')
    expect([word.commands, word.electron.fake.spelling.learned]).toEqual([[['replaceMisspelling', 'the']], ['teh']])
  })
})
