import { meantHint } from './nearest-name.ts'
import type { AttachmentBlock } from './attachment.ts'

/** A row of the command table, which the parser, `/help`, completion and the execution of commands use. */
interface SlashCommandRow {
  readonly name: string
  /** As shown by `/help`. */
  readonly usage: string
  readonly summary: string
  /** Completions of the first argument. `/fork` is completed by a function of its own. */
  readonly arguments: readonly (ArgumentKind | WordArgument)[]
  /**
   * `in_order`: after the user's earlier operations on the agent. `exclusive`: also under the lease of a turn,
   * because it changes what a running turn is based on. `alongside`: later input does not wait for its end.
   */
  readonly runs: 'in_order' | 'exclusive' | 'alongside'
  /** Whether a killed agent accepts it. Accepted commands do not change its history. */
  readonly onKilledAgent: 'always' | 'without_arguments' | 'never'
}

export type ArgumentKind = 'model' | 'mark' | 'parent' | 'agent' | 'command'

/** Words with a fixed spelling, and what they mean. */
export const SLASH_WORDS = {
  '--undo': 'Undo the last clear, rewind or compress',
  '--result': 'Leave out the results and files since the last answer',
  all: 'Everything that runs',
  edit: 'Change the system prompt',
} as const

export type SlashCommandWord = keyof typeof SLASH_WORDS

export interface WordArgument {
  readonly word: SlashCommandWord
}

/** The name of an agent's own parent in `/send`. */
export const PARENT_ADDRESS = 'parent'

/** One row per command, in the order in which `/help` lists them. */
export const SLASH_COMMANDS = [
  {
    name: 'model',
    usage: '/model MODEL[/LEVEL]',
    summary: 'Switch the model and thinking level; alone: show the current one and the list',
    arguments: ['model'],
    runs: 'exclusive',
    onKilledAgent: 'without_arguments',
  },
  {
    name: 'fork',
    usage: '/fork [--model MODEL[/LEVEL]] [--profile NAME] [--worktree] [MARK] ["prompt"]',
    summary: 'Create a child agent that inherits the context, or what follows a mark',
    arguments: ['model', 'mark'],
    runs: 'in_order',
    onKilledAgent: 'never',
  },
  {
    name: 'mark',
    usage: '/mark NAME',
    summary: 'Create a checkpoint in the context',
    arguments: [],
    runs: 'in_order',
    onKilledAgent: 'never',
  },
  {
    name: 'clear',
    usage: '/clear [MARK]',
    summary:
      'Empty the context, or rewind it to a mark; /clear --result leaves the newest results out, /clear --undo undoes the last of these',
    arguments: ['mark', { word: '--undo' }, { word: '--result' }],
    runs: 'exclusive',
    onKilledAgent: 'never',
  },
  {
    name: 'compress',
    usage: '/compress [MARK]',
    summary: 'Replace the context, or what follows a mark, with a summary by the model',
    arguments: ['mark'],
    runs: 'alongside',
    onKilledAgent: 'never',
  },
  {
    name: 'send',
    usage: '/send UUID MESSAGE',
    summary: 'Send mail to another agent; parent is the address of its own parent',
    arguments: ['parent', 'agent'],
    runs: 'in_order',
    onKilledAgent: 'never',
  },
  {
    name: 'check-mail',
    usage: '/check-mail',
    summary: 'Read the unread mail',
    arguments: [],
    runs: 'in_order',
    onKilledAgent: 'never',
  },
  {
    name: 'kill',
    usage: '/kill [UUID]',
    summary: 'End an agent and all its descendants; their history stays',
    arguments: ['agent'],
    runs: 'alongside',
    onKilledAgent: 'always',
  },
  {
    name: 'stop',
    usage: '/stop [all]',
    summary: 'Stop what runs in this agent and below it; all: everything that runs',
    arguments: [{ word: 'all' }],
    runs: 'alongside',
    onKilledAgent: 'always',
  },
  {
    name: 'agents',
    usage: '/agents',
    summary: 'Show the tree of agents',
    arguments: [],
    runs: 'in_order',
    onKilledAgent: 'always',
  },
  {
    name: 'system',
    usage: '/system [edit]',
    summary: 'Show the system prompt, or change it',
    arguments: [{ word: 'edit' }],
    runs: 'exclusive',
    onKilledAgent: 'without_arguments',
  },
  {
    name: 'help',
    usage: '/help [COMMAND]',
    summary: 'Show the commands, or one of them',
    arguments: ['command'],
    runs: 'in_order',
    onKilledAgent: 'always',
  },
  {
    name: 'exit',
    usage: '/exit',
    summary: 'End the session',
    arguments: [],
    runs: 'in_order',
    onKilledAgent: 'always',
  },
] as const satisfies readonly SlashCommandRow[]

export type SlashCommandName = (typeof SLASH_COMMANDS)[number]['name']

/**
 * The commands that models may use (docs/behaviour/commands.md#slash-tool), in the order of the tool's schema, which is
 * part of every cached prefix.
 */
export const MODEL_COMMANDS = [
  'mark',
  'clear',
  'fork',
  'send',
  'check-mail',
  'kill',
] as const satisfies readonly SlashCommandName[]

/** Returns the row of a command. */
export function slashCommand(name: SlashCommandName): SlashCommandRow {
  const row: SlashCommandRow | undefined = SLASH_COMMANDS.find((command) => command.name === name)
  if (row === undefined) throw new Error(`No such command: ${name}`)
  return row
}

/** One step of what a user typed. */
export type InputStep =
  /** `starts`: the agent answers it; otherwise it is the goal for the fork in the next step. */
  | {
      readonly type: 'prompt'
      readonly text: string
      readonly starts: boolean
      readonly attachments?: readonly AttachmentBlock[]
    }
  | { readonly type: 'command'; readonly name: SlashCommandName; readonly args: string; readonly line: string }

export type ParsedInput =
  | { readonly ok: true; readonly steps: readonly InputStep[] }
  | { readonly ok: false; readonly message: string }

/**
 * Parses a prompt, a command, or a script of several lines (docs/behaviour/commands.md#scripts). A script is a text in
 * which at least one line begins with a known command; the lines between commands are one prompt. `//text` is the
 * prompt `/text`. `asText`: the text was not typed line by line (it was pasted, or came from stdin), so it is one
 * unchanged prompt.
 */
export function parseInput(text: string, { asText = false }: { readonly asText?: boolean } = {}): ParsedInput {
  if (asText)
    return text.trim() === '' ? NOTHING_TO_SEND : { ok: true, steps: [{ type: 'prompt', text, starts: true }] }
  const lines = text.split(/\r?\n/)
  const commands = lines.map(parseCommandLine)
  if (commands.every((command) => command === null)) return plainPrompt(text)
  const steps: InputStep[] = []
  let prose: string[] = []
  const endProse = (starts: boolean): void => {
    const prompt = prose.map(unescapeSlash).join('\n').trim()
    if (prompt !== '') steps.push({ type: 'prompt', text: prompt, starts })
    prose = []
  }
  lines.forEach((line, index) => {
    const command = commands[index]
    if (command == null) {
      prose.push(line)
      return
    }
    endProse(command.name !== 'fork')
    steps.push(command)
  })
  endProse(true)
  return { ok: true, steps }
}

/** Parses the command of a line; null if it is not a command. Command names are case-insensitive. */
export function parseCommandLine(line: string): Extract<InputStep, { type: 'command' }> | null {
  const match = /^\/([a-z-]+)(?:\s+(.*))?\s*$/i.exec(line)
  const name = match?.[1]?.toLowerCase()
  const known = SLASH_COMMANDS.find((command) => command.name === name)
  return known === undefined ? null : { type: 'command', name: known.name, args: (match?.[2] ?? '').trim(), line }
}

/**
 * Returns whether typing this text would send it unchanged as one prompt: no line is a command, no slash is doubled.
 */
export function readsAsPrompt(text: string): boolean {
  const parsed = parseInput(text)
  if (!parsed.ok) return false
  const [step, ...others] = parsed.steps
  return others.length === 0 && step?.type === 'prompt' && step.text === text
}

/** Returns the text to type in a script so that every line is sent unchanged and none is a command. */
export function typedForm(text: string): string {
  const lines = text.split(/\r?\n/)
  return lines.map((line) => (line.startsWith('//') || parseCommandLine(line) !== null ? `/${line}` : line)).join('\n')
}

const NOTHING_TO_SEND = { ok: false, message: 'Nothing to send.' } as const

function plainPrompt(text: string): ParsedInput {
  if (text.trim() === '') return NOTHING_TO_SEND
  if (!text.startsWith('/') || text.startsWith('//')) {
    return { ok: true, steps: [{ type: 'prompt', text: unescapeSlash(text), starts: true }] }
  }
  const word = /^\S+/.exec(text)?.[0] ?? '/'
  const commands = SLASH_COMMANDS.map((command) => `/${command.name}`)
  const hint = meantHint(word, commands)
  const names = commands.join(', ')
  return {
    ok: false,
    message: `Unknown command: ${word}${hint === '' ? '' : `.${hint}`}\n\nCommands: ${names}\nA prompt that begins with a slash is written with two: /${text.split('\n', 1)[0] ?? ''}`,
  }
}

function unescapeSlash(line: string): string {
  return line.startsWith('//') ? line.slice(1) : line
}
