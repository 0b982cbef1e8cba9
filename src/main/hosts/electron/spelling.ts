import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { app, session } from 'electron'
import { z } from 'zod'
import { makeFolder } from '../../make-folder.ts'

/** The spelling checker of the window's text fields. */
export interface Spelling {
  /** Whether windows that are opened now check it. */
  isOn(): boolean
  /** Chooses the languages. Must be called when the app is ready, before the first window is opened. */
  start(): void
  /** Stores the choice of the user. */
  choose(isOn: boolean): void
  /** Whether switching it on downloads dictionaries. */
  readonly downloads: boolean
}

const storedSchema = z.object({ checksSpelling: z.boolean() })

/**
 * Returns the spelling checker. macOS has its own, which is on unless the user switches it off. Elsewhere Electron
 * downloads a dictionary for each language from a server of Google as soon as it is on, so it is off until the user
 * chooses otherwise. `path`: the file that stores the choice. `isLimited`: only named hosts may be connected to, so that nothing is
 * downloaded, whatever was chosen.
 */
export function prepareSpelling(path: string, isLimited: boolean): Spelling {
  const downloads = process.platform !== 'darwin'
  const isHeld = isLimited && downloads
  let isOn = !isHeld && (storedChoice(path) ?? !downloads)
  return {
    downloads,
    isOn: () => isOn,
    start() {
      const { defaultSession } = session
      defaultSession.setSpellCheckerEnabled(isOn)
      // On macOS the system recognises the language.
      if (!isOn || !downloads) return
      const known = defaultSession.availableSpellCheckerLanguages
      defaultSession.setSpellCheckerLanguages([...spellingLanguages(app.getPreferredSystemLanguages(), known)])
    },
    choose(wanted) {
      isOn = wanted && !isHeld
      session.defaultSession.setSpellCheckerEnabled(isOn)
      storeChoice(path, wanted)
    },
  }
}

/** Each language is a dictionary in memory, and a word is right if one of them has it. */
const MAX_LANGUAGES = 3

/**
 * Returns the dictionaries for the languages of the system, in their order: the same language and region, else the same
 * language, else the first region of it. Languages without a dictionary are left out.
 */
export function spellingLanguages(preferred: readonly string[], available: readonly string[]): readonly string[] {
  const found = preferred.flatMap((tag) => {
    const [language = ''] = tag.split(/[-_]/)
    const same = (wanted: string): string | undefined =>
      available.find((name) => name.toLowerCase() === wanted.toLowerCase())
    const regional = available.find((name) => name.toLowerCase().startsWith(`${language.toLowerCase()}-`))
    return same(tag.replaceAll('_', '-')) ?? same(language) ?? regional ?? []
  })
  return [...new Set(found)].slice(0, MAX_LANGUAGES)
}

/** Null: the user has chosen nothing, or it cannot be read. */
function storedChoice(path: string): boolean | null {
  try {
    return storedSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).checksSpelling
  } catch {
    return null
  }
}

/** Does not fail: a choice that cannot be stored holds until the app ends. */
function storeChoice(path: string, checksSpelling: boolean): void {
  try {
    makeFolder(dirname(path))
    writeFileSync(path, JSON.stringify({ checksSpelling }))
  } catch {
    // As above.
  }
}
