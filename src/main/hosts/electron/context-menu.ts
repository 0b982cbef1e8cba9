import { app, BrowserWindow, clipboard, ipcMain, Menu } from 'electron'
import type { ContextMenuParams, MenuItemConstructorOptions, WebContents } from 'electron'
import { z } from 'zod'

import { MENU_WORDS_CHANNEL, type MenuWords } from '../../../shared/host-bridge.ts'
import { isAppUrl, isTrustedSender, isWebUrl, openWebLink } from './security.ts'
import type { Spelling } from './spelling.ts'
import { defined } from '../../../shared/defined.ts'

type Item = MenuItemConstructorOptions

/** What was clicked, as far as the menu depends on it. */
export type Clicked = Pick<
  ContextMenuParams,
  | 'linkURL'
  | 'srcURL'
  | 'mediaType'
  | 'hasImageContents'
  | 'isEditable'
  | 'selectionText'
  | 'misspelledWord'
  | 'dictionarySuggestions'
  | 'formControlType'
> & { readonly editFlags: Pick<ContextMenuParams['editFlags'], 'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll'> }

/** What the items do that are not roles of Electron. */
export interface MenuActions {
  readonly replaceWord: (word: string) => void
  readonly learnWord: (word: string) => void
  readonly openLink: (url: string) => void
  readonly copyText: (text: string) => void
  readonly copyImage: () => void
  readonly saveImage: (url: string) => void
  readonly checkSpelling: (isOn: boolean) => void
}

export interface SpellingState {
  readonly isOn: boolean
  readonly downloads: boolean
}

const MAX_SUGGESTIONS = 5

/** Before the page has sent its words, and if it has crashed. */
export const ENGLISH_WORDS: MenuWords = {
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  openLink: 'Open link',
  copyLink: 'Copy link',
  copyImage: 'Copy image',
  saveImage: 'Save image…',
  noSuggestions: 'No suggestions',
  learnWord: 'Add to dictionary',
  checkSpelling: 'Check spelling',
  downloadDictionaries: 'Check spelling (downloads dictionaries from Google, from the next start)',
}

/** Returns the menu of a place in the window: its sections, of which empty ones are left out. Empty: there is no menu. */
export function contextMenuTemplate(
  clicked: Clicked,
  words: MenuWords,
  spelling: SpellingState,
  actions: MenuActions,
): readonly Item[] {
  const sections = [
    spellingItems(clicked, words, actions),
    linkItems(clicked, words, actions),
    imageItems(clicked, words, actions),
    editItems(clicked, words),
    choiceItems(clicked, words, spelling, actions),
  ]
  return sections
    .filter((items) => items.length > 0)
    .flatMap((items, index) => (index === 0 ? items : [{ type: 'separator' } as const, ...items]))
}

function spellingItems(
  { isEditable, misspelledWord, dictionarySuggestions }: Clicked,
  words: MenuWords,
  actions: MenuActions,
): readonly Item[] {
  if (!isEditable || misspelledWord === '') return []
  const suggestions = dictionarySuggestions
    .slice(0, MAX_SUGGESTIONS)
    .map((word) => ({ label: literal(word), click: () => actions.replaceWord(word) }))
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: words.noSuggestions, enabled: false }]),
    { label: words.learnWord, click: () => actions.learnWord(misspelledWord) },
  ]
}

/** Links to places in the window itself are of no use elsewhere. */
function linkItems({ linkURL }: Clicked, words: MenuWords, actions: MenuActions): readonly Item[] {
  if (linkURL === '' || isAppUrl(linkURL)) return []
  return [
    ...(isWebUrl(linkURL) ? [{ label: words.openLink, click: () => actions.openLink(linkURL) }] : []),
    { label: words.copyLink, click: () => actions.copyText(linkURL) },
  ]
}

function imageItems({ mediaType, hasImageContents, srcURL }: Clicked, words: MenuWords, actions: MenuActions) {
  if (mediaType !== 'image' || !hasImageContents) return []
  return [
    { label: words.copyImage, click: actions.copyImage },
    // The address of a large embedded image is not transferred.
    ...(srcURL === '' ? [] : [{ label: words.saveImage, click: () => actions.saveImage(srcURL) }]),
  ]
}

function editItems({ isEditable, selectionText, editFlags }: Clicked, words: MenuWords): readonly Item[] {
  const { canCut, canCopy, canPaste, canSelectAll } = editFlags
  const copy: Item = { role: 'copy', label: words.copy, enabled: canCopy && selectionText !== '' }
  const all: Item = { role: 'selectAll', label: words.selectAll, enabled: canSelectAll }
  if (!isEditable) return selectionText.trim() === '' ? [all] : [copy, all]
  return [
    { role: 'cut', label: words.cut, enabled: canCut },
    { ...copy, enabled: canCopy },
    { role: 'paste', label: words.paste, enabled: canPaste },
    all,
  ]
}

/** Spelling is not checked in passwords. */
function choiceItems(
  { isEditable, formControlType }: Clicked,
  words: MenuWords,
  { isOn, downloads }: SpellingState,
  actions: MenuActions,
): readonly Item[] {
  if (!isEditable || formControlType === 'input-password') return []
  const label = !isOn && downloads ? words.downloadDictionaries : words.checkSpelling
  return [{ type: 'checkbox', label, checked: isOn, click: () => actions.checkSpelling(!isOn) }]
}

/** `&` marks the key of an item. */
const literal = (text: string): string => text.replaceAll('&', '&&')

const MAX_WORD_LENGTH = 200
const wordsSchema = z.object(
  Object.fromEntries(Object.keys(ENGLISH_WORDS).map((name) => [name, z.string().min(1).max(MAX_WORD_LENGTH)])),
)

/** Shows context menus in every window, in the words that its page has sent. */
export function followContextMenus(spelling: Spelling): void {
  const wordsOf = new WeakMap<WebContents, MenuWords>()
  ipcMain.on(MENU_WORDS_CHANNEL, (event, words: unknown) => {
    const parsed = wordsSchema.safeParse(words)
    if (isTrustedSender(event) && parsed.success) wordsOf.set(event.sender, { ...ENGLISH_WORDS, ...parsed.data })
  })
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_menuEvent, params) => {
      const window = BrowserWindow.fromWebContents(contents)
      const state = { isOn: spelling.isOn(), downloads: spelling.downloads }
      const actions = actionsOn(contents, params, spelling)
      const items = contextMenuTemplate(params, wordsOf.get(contents) ?? ENGLISH_WORDS, state, actions)
      if (window === null || items.length === 0) return
      const { x, y, frame } = params
      Menu.buildFromTemplate([...items]).popup({ window, x, y, ...defined({ frame: frame ?? undefined }) })
    })
  })
}

function actionsOn(contents: WebContents, { x, y }: ContextMenuParams, spelling: Spelling): MenuActions {
  return {
    replaceWord: (word) => contents.replaceMisspelling(word),
    learnWord: (word) => void contents.session.addWordToSpellCheckerDictionary(word),
    openLink: openWebLink,
    copyText: (text) => void clipboard.writeText(text),
    copyImage: () => contents.copyImageAt(x, y),
    // Electron asks where to.
    saveImage: (url) => contents.downloadURL(url),
    checkSpelling: (isOn) => spelling.choose(isOn),
  }
}
