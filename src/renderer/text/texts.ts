import { de } from './de/de.ts'
import { en } from './en/en.ts'
import { LOADED_LANGUAGE } from './language.ts'
import { toPseudo } from './pseudo.ts'

/** The texts of the window in the language that it was loaded with. */
export const texts: typeof en = LOADED_LANGUAGE === 'pseudo' ? toPseudo(en) : { en, de }[LOADED_LANGUAGE]
