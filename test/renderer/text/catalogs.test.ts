import { describe, expect, it } from 'vitest'

import { APP_COMMANDS } from '../../../src/shared/app-commands.ts'
import { SCOPED_KEYS } from '../../../src/shared/scoped-keys.ts'
import { de } from '../../../src/renderer/text/de/de.ts'
import { en } from '../../../src/renderer/text/en/en.ts'
import { languageOf } from '../../../src/renderer/text/language.ts'
import { type Catalog, PSEUDO_MARKS, toPseudo } from '../../../src/renderer/text/pseudo.ts'
import { leaves, SAMPLES, shownText } from './catalog-leaves.ts'
import { commandTitles, scopedKeyTitles } from '../../../src/renderer/text/de/commands.ts'

const english = leaves(en)
const german = leaves(de)
const pseudo = leaves(toPseudo<Catalog>(en))

describe('the German catalogue', () => {
  it('has a text for every English one, and no other', () => {
    expect([...german.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  })

  it.each([...english.keys()])('%s is not empty and keeps the named values', (name) => {
    for (const sample of SAMPLES) {
      const expected = shownText(english.get(name), sample)
      const found = shownText(german.get(name), sample)
      expect(found.text.trim()).not.toBe('')
      expect(found.text).not.toMatch(/undefined|null|\[object/)
      expect(found.holes).toEqual(expected.holes)
    }
  })

  it('uses no double spaces, no straight quotes and no three dots', () => {
    const wrong = [...german].filter(([, value]) => / {2}|"|[.]{3}/.test(shownText(value, SAMPLES[0]).text))
    expect(wrong).toEqual([])
  })
})

describe('the German titles of commands', () => {
  const titles = { ...commandTitles, ...scopedKeyTitles }
  const tabled = [...APP_COMMANDS, ...SCOPED_KEYS]

  it('ask for more where the English ones do', () => {
    const asks = (title: string) => title.endsWith('…')
    expect(tabled.filter(({ id, title }) => asks(title) !== asks(titles[id])).map(({ id }) => id)).toEqual([])
  })

  it('differ from each other', () => {
    const all = Object.values(titles)
    expect(all.filter((title, index) => all.indexOf(title) !== index)).toEqual([])
  })
})

describe('the pseudo language', () => {
  it('marks every text, and makes longer ones longer by a third or so', () => {
    const [open, close] = PSEUDO_MARKS
    const shown = [...pseudo.values()].map((value) => shownText(value, SAMPLES[0]).text)
    expect(shown.filter((text) => !text.startsWith(open) || !text.endsWith(close))).toEqual([])
    const length = (texts: typeof pseudo) =>
      [...texts.values()].filter((value) => typeof value === 'string').join('').length
    expect(length(pseudo) / length(english)).toBeGreaterThan(1.3)
  })

  it('keeps content that is put into a text', () => {
    expect(toPseudo(en).start.local.useServer({ name: 'Ollama' })).toBe('⟦Úúšéé Ollama⟧'.replace('Úú', 'ÚÚ'))
  })
})

describe('the choice of a language', () => {
  it.each([
    ['system', ['de-AT', 'en'], 'de'],
    ['system', ['fr', 'de', 'en'], 'de'],
    ['system', ['ja'], 'en'],
    ['system', [], 'en'],
    ['en', ['de'], 'en'],
    ['de', ['en-US'], 'de'],
  ] as const)('%s with %j is %s', (choice, preferred, language) => {
    expect(languageOf(choice, preferred, ['en', 'de'])).toBe(language)
  })

  it('follows the system only to a language that is complete', () => {
    expect(languageOf('system', ['de', 'en'], ['en'])).toBe('en')
  })
})
