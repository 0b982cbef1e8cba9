import { assertNever } from '../../shared/assert-never.ts'
import type { FolderFile } from '../../shared/contract/folder.ts'
import type { PromptTemplate } from '../../shared/prompt-template.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { HIGHER_LEVELS, isThinkingLevel, THINKING_LEVELS, type ThinkingLevel } from '../../shared/thinking-level.ts'
import {
  type ArgumentKind,
  PARENT_ADDRESS,
  parseCommandLine,
  SLASH_COMMANDS,
  slashCommand,
  type SlashCommandName,
  type WordArgument,
} from '../../shared/slash-commands.ts'
import { slashSummary, slashWordSummary } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'

const words = texts.prompt.completions

/** The names that completion can offer. */
export interface CompletionSource {
  readonly marks: readonly string[]
  readonly agents: readonly CompletionAgent[]
  /** Whether the agent has a parent. */
  readonly hasParent: boolean
  /** As typed after `/model`, the suggested ones first. */
  readonly models: readonly string[]
  /** Returns what is said about a model: that it is a default, when it ends; empty: nothing. */
  modelNote(model: string): string
  /** Names, the built-in ones first. */
  readonly profiles: readonly string[]
  /** The prompt templates that can be used. */
  readonly templates: readonly Pick<PromptTemplate, 'name' | 'hint' | 'description'>[]
  /** Returns the meaning of a level for a model; empty if not known. */
  levelMeaning(model: string, level: ThinkingLevel): string
}

export interface CompletionAgent {
  /** The text to type: a prefix of the UUID that is unique among the agents. */
  readonly id: string
  readonly name: string
}

interface CompletionOption {
  /** The text that replaces the word. */
  readonly text: string
  readonly label: string
  readonly detail: string
  /** Set if the option is a file or a folder of the working folder. */
  readonly file?: FolderFile
}

/** Completions at the cursor. An option replaces the word from `from` to `to`. */
export interface Completion {
  readonly from: number
  readonly to: number
  readonly options: readonly CompletionOption[]
  /**
   * Index of the option that Enter accepts; -1: none, because the line is already complete. Tab then accepts the first
   * one.
   */
  readonly preselected: number
}

const MAX_OPTIONS = 50

/** Returns completions of the command line at the cursor; null if it is not a command line, or nothing matches. */
export function completePrompt(text: string, cursor: number, source: CompletionSource): Completion | null {
  const before = text.slice(text.lastIndexOf('\n', cursor - 1) + 1, cursor)
  if (!before.startsWith('/') || before.startsWith('//')) return null
  const word = /\S*$/.exec(before)?.[0] ?? ''
  const options = (word === before ? commandOptions(word, source) : argumentOptions(before, word, source)).slice(
    0,
    MAX_OPTIONS,
  )
  const isWhole = word === '' || options.some((option) => option.text.trim() === word)
  if (options.length === 0 || (isWhole && word !== '' && options.length === 1)) return null
  return { from: cursor - word.length, to: cursor, options, preselected: isWhole ? -1 : 0 }
}

function commandOptions(word: string, { templates }: CompletionSource): readonly CompletionOption[] {
  const commands = SLASH_COMMANDS.map(({ name, usage }) => ({
    text: `/${name}${usage.includes(' ') ? ' ' : ''}`,
    label: usage,
    detail: slashSummary(name),
  }))
  const own = templates.map(({ name, hint, description }) => ({
    text: `/${name} `,
    label: visibleText(hint === '' ? `/${name}` : `/${name} ${hint}`),
    detail: visibleText(description),
  }))
  return [...commands, ...own].filter(({ text }) => text.trim().startsWith(word.toLowerCase()))
}

function argumentOptions(before: string, word: string, source: CompletionSource): readonly CompletionOption[] {
  const command = parseCommandLine(before)
  if (command === null) return []
  const earlier = before
    .slice(0, before.length - word.length)
    .trim()
    .split(/\s+/)
    .slice(1)
  const options = optionsAfter(command.name, earlier, word, source)
  const wanted = word.toLowerCase()
  const fits = ({ text, label }: CompletionOption): boolean =>
    text.toLowerCase().startsWith(wanted) || label.toLowerCase().includes(wanted)
  const begins = (option: CompletionOption): number => Number(!option.text.toLowerCase().startsWith(wanted))
  return options.filter(fits).toSorted((a, b) => begins(a) - begins(b))
}

function optionsAfter(
  name: SlashCommandName,
  earlier: readonly string[],
  word: string,
  source: CompletionSource,
): readonly CompletionOption[] {
  if (name === 'fork') return forkOptions(earlier, word, source)
  if (earlier.length > 0) return []
  const { arguments: kinds, usage } = slashCommand(name)
  const end = usage.split(' ').length > 2 ? ' ' : ''
  return kinds.flatMap((kind) => argumentOption(kind, word, source, end))
}

/** `end` is appended to an argument that is not the last one. */
function argumentOption(
  kind: ArgumentKind | WordArgument,
  word: string,
  source: CompletionSource,
  end: string,
): readonly CompletionOption[] {
  if (typeof kind === 'object') return [{ text: kind.word, label: kind.word, detail: slashWordSummary(kind.word) }]
  switch (kind) {
    case 'model':
      return modelOptions(word, source)
    case 'mark':
      return markOptions(source)
    case 'parent':
      return parentOption(source, end)
    case 'agent':
      return agentOptions(source, end)
    case 'command':
      return SLASH_COMMANDS.map((each) => ({ text: each.name, label: each.name, detail: slashSummary(each.name) }))
    default:
      return assertNever(kind)
  }
}

const MODEL_FLAG = '--model'
const PROFILE_FLAG = '--profile'
const WORKTREE_FLAG = '--worktree'

/** Completes the arguments of `/fork`, in any order, except inside the prompt. */
function forkOptions(earlier: readonly string[], word: string, source: CompletionSource): readonly CompletionOption[] {
  if (earlier.at(-1) === MODEL_FLAG) return modelOptions(word, source)
  if (earlier.at(-1) === PROFILE_FLAG) return profileOptions(source)
  if ([...earlier, word].some((part) => part.includes('"'))) return []
  const flag = { text: `${MODEL_FLAG} `, label: `${MODEL_FLAG} MODEL[/LEVEL]`, detail: words.ownModel }
  const profile = { text: `${PROFILE_FLAG} `, label: `${PROFILE_FLAG} NAME`, detail: words.ownProfile }
  const worktree = { text: `${WORKTREE_FLAG} `, label: WORKTREE_FLAG, detail: words.worktree }
  const flags = [flag, profile, worktree].filter(({ text }) => !earlier.includes(text.trim()))
  return [...flags, ...markOptions(source)]
}

function profileOptions({ profiles }: CompletionSource): readonly CompletionOption[] {
  return profiles.map((text) => ({ text, label: text, detail: words.profile }))
}

/** Completes models and, after a slash, the levels of the model before it. */
function modelOptions(
  word: string,
  { models, modelNote, levelMeaning }: CompletionSource,
): readonly CompletionOption[] {
  const model = word.slice(0, Math.max(0, word.lastIndexOf('/')))
  const listed = models.map((text) => ({
    text,
    label: text,
    detail: levelDetail(text, levelMeaning) || modelNote(text),
  }))
  if (!models.includes(model)) return listed
  const higher = HIGHER_LEVELS.filter((level) => levelMeaning(model, level) !== '')
  const levels = [...THINKING_LEVELS, ...higher]
    .map((level) => `${model}/${level}`)
    .filter((text) => !models.includes(text))
  return [...listed, ...levels.map((text) => ({ text, label: text, detail: levelDetail(text, levelMeaning) }))]
}

function levelDetail(text: string, levelMeaning: CompletionSource['levelMeaning']): string {
  const slash = text.lastIndexOf('/')
  const level = text.slice(slash + 1)
  return isThinkingLevel(level) ? levelMeaning(text.slice(0, slash), level) : ''
}

function markOptions({ marks }: CompletionSource): readonly CompletionOption[] {
  return marks.toReversed().map((text) => ({ text, label: text, detail: words.mark }))
}

function parentOption({ hasParent }: CompletionSource, end: string): readonly CompletionOption[] {
  return hasParent ? [{ text: `${PARENT_ADDRESS}${end}`, label: PARENT_ADDRESS, detail: words.parent }] : []
}

function agentOptions({ agents }: CompletionSource, end: string): readonly CompletionOption[] {
  return agents.map(({ id, name }) => ({
    text: `${id}${end}`,
    label: name === id ? id : `${name} ${id}`,
    detail: words.agent,
  }))
}
