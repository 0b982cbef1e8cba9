import { APP_COMMANDS } from '../../../src/shared/app-commands.ts'
import { commandTitles } from '../../../src/renderer/text/de/commands.ts'
import { en } from '../../../src/renderer/text/en/en.ts'
import { texts } from '../../../src/renderer/text/texts.ts'

/** The texts of the language that the page was loaded with. */
const own = copyOf(texts)
const english = copyOf(en)
const ownTitles = copyOf(commandTitles)
const englishTitles = Object.fromEntries(APP_COMMANDS.map(({ id, title }) => [id, title]))

/**
 * Shows the English words, whatever language the page was loaded with, so that views are opened by their English names; or
 * again its own ones. What is drawn already keeps its words.
 */
export function speakEnglish(on: boolean): void {
  assign(texts, on ? english : own)
  assign(commandTitles, on ? englishTitles : ownTitles)
}

function copyOf(words: object): object {
  return Object.fromEntries(
    Object.entries(words).map(([name, word]: [string, unknown]) => [name, isGroup(word) ? copyOf(word) : word]),
  )
}

/** Other modules keep references to the groups, so each is changed in its place. */
function assign(target: object, words: object): void {
  for (const [name, word] of Object.entries(words)) {
    const group: unknown = Reflect.get(target, name)
    if (isGroup(group) && isGroup(word)) assign(group, word)
    else Reflect.set(target, name, word)
  }
}

function isGroup(word: unknown): word is object {
  return typeof word === 'object' && word !== null && !Array.isArray(word)
}
