import { APP_COMMANDS, type AppCommandId } from '../../shared/app-commands.ts'
import { SCOPED_KEYS, type ScopedKeyId } from '../../shared/scoped-keys.ts'
import { commandTitles } from './de/command-titles.ts'
import { scopedKeyTitles } from './de/scoped-key-titles.ts'
import { type Language, LOADED_LANGUAGE } from './language.ts'
import { toPseudo } from './pseudo.ts'

type TitledId = AppCommandId | ScopedKeyId

/** The tables of commands and of keys have the English titles, which the menu of the system shows too. */
const ENGLISH: ReadonlyMap<TitledId, string> = new Map(
  [...APP_COMMANDS, ...SCOPED_KEYS].map(({ id, title }) => [id, title]),
)
const GERMAN = { ...commandTitles, ...scopedKeyTitles }

const english = (id: TitledId): string => ENGLISH.get(id) ?? id

const TITLES: Readonly<Record<Language | 'pseudo', (id: TitledId) => string>> = {
  en: english,
  de: (id) => GERMAN[id],
  pseudo: (id) => toPseudo({ title: english(id) }).title,
}

/** Returns the text of a command, or of a key that belongs to none, in the language of the window. */
export const commandTitle = TITLES[LOADED_LANGUAGE]
