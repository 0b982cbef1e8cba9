import { type AppError, type ErrorCategory, ERRORS } from '../../shared/app-error.ts'
import { APP_COMMANDS, type AppCommandId } from '../../shared/app-commands.ts'
import { ENGINE_SENTENCES, type EngineSentenceName, WITHOUT_KEYCHAIN } from '../../shared/engine-sentences.ts'
import { SCOPED_KEYS, type ScopedKeyId } from '../../shared/scoped-keys.ts'
import { providerWithoutKey } from '../../shared/missing-key.ts'
import type { OptionalPartName } from '../../shared/model-options.ts'
import { shortUnsentText } from '../../shared/model-options-text.ts'
import { API_PROVIDERS } from '../../shared/providers.ts'
import { slashCommand, type SlashCommandName, type SlashCommandWord, SLASH_WORDS } from '../../shared/slash-commands.ts'
import { type Language, LOADED_LANGUAGE } from './language.ts'
import { toPseudo } from './pseudo.ts'
import { texts } from './texts.ts'
import { commandTitles, scopedKeyTitles, slashSummaries, slashWordSummaries } from './de/commands.ts'
import { engineSentences, errorTexts } from './de/engine.ts'
import { unsentParts } from './de/models.ts'

/**
 * The texts of tables that the engine, the command line or the menu of the system use too, in the language of the window.
 * The tables themselves have the English ones.
 */

/** Returns the lookup of the window's language; that of the pseudo language is derived from the English one. */
function inLanguage<Id>(lookups: Readonly<Record<Language, (id: Id) => string>>): (id: Id) => string {
  if (LOADED_LANGUAGE !== 'pseudo') return lookups[LOADED_LANGUAGE]
  return (id) => toPseudo({ text: lookups.en(id) }).text
}

type TitledId = AppCommandId | ScopedKeyId

const TITLES: ReadonlyMap<TitledId, string> = new Map(
  [...APP_COMMANDS, ...SCOPED_KEYS].map(({ id, title }) => [id, title]),
)
const isCommand = (id: TitledId): id is AppCommandId => id in commandTitles

/** Returns the text of a command of the window, or of a key that belongs to none. */
export const commandTitle = inLanguage<TitledId>({
  en: (id) => TITLES.get(id) ?? id,
  de: (id) => (isCommand(id) ? commandTitles[id] : scopedKeyTitles[id]),
})

/** Returns what a command of the prompt box does. */
export const slashSummary = inLanguage<SlashCommandName>({
  en: (name) => slashCommand(name).summary,
  de: (name) => slashSummaries[name],
})

/** Returns what a word after a command means. */
export const slashWordSummary = inLanguage<SlashCommandWord>({
  en: (word) => SLASH_WORDS[word],
  de: (word) => slashWordSummaries[word],
})

/** Returns what became of a part of a request that was left out, in few words. */
export const unsentPart = inLanguage<OptionalPartName>({ en: shortUnsentText, de: (part) => unsentParts[part] })

const SENTENCE_NAMES = new Map<string, string>(Object.entries(ENGINE_SENTENCES).map(([name, text]) => [text, name]))

const engineSentenceOf = inLanguage<string>({
  en: (text) => text,
  de: (text) => {
    const name = SENTENCE_NAMES.get(text)
    return name !== undefined && isSentenceName(name) ? engineSentences[name] : text
  },
})

function isSentenceName(name: string): name is EngineSentenceName {
  return Object.hasOwn(ENGINE_SENTENCES, name)
}

/** Returns a sentence of the engine about one of its parts in the language of the window; others as they are. */
export function engineSentence(text: string): string {
  if (!text.endsWith(WITHOUT_KEYCHAIN)) return engineSentenceOf(text)
  return `${engineSentenceOf(text.slice(0, -WITHOUT_KEYCHAIN.length))}; ${texts.frame.status.withoutKeychain}`
}

/** Returns what happened. */
export const errorTitle = inLanguage<ErrorCategory>({
  en: (category) => ERRORS[category].title,
  de: (category) => errorTexts[category].title,
})

/**
 * Returns what happened, as the heading of a card. Without an answer of the provider no key was refused: there is none,
 * or an outside program is not signed in.
 */
export function cardTitle({ category, httpStatus, providerCode }: AppError): string {
  const nothingSent = category === 'AUTH' && httpStatus === undefined && providerCode === undefined
  return nothingSent ? texts.parts.noAccess : errorTitle(category)
}

/** Returns the message of an error in a card. One about a missing key names the place in the window where it is set. */
export function cardMessage({ message }: AppError): string {
  const name = providerWithoutKey(message)
  if (name === null) return message
  const { label, keyPage } = API_PROVIDERS[name]
  return texts.parts.noKey({ provider: label, address: keyPage ?? '' })
}

/** Returns what can be done about an error in a card; empty if its message says it. */
export function cardAdvice({ category, message }: AppError): string {
  return providerWithoutKey(message) === null ? errorAdvice(category) : ''
}

/** Returns what can be done about an error; empty if its message says it. */
const errorAdvice = inLanguage<ErrorCategory>({
  en: (category) => ERRORS[category].advice,
  de: (category) => errorTexts[category].advice,
})
