/** A command of the catalogue: it serves the parser, `/help`, and completion in the prompt box and the palette. */
export interface SlashCommand {
  readonly name: string
  /** As `/help` shows it. */
  readonly usage: string
  readonly summary: string
  /** What may stand in the argument, for completion. */
  readonly completes: readonly ('model' | 'mark' | 'agent' | 'command')[]
}

/** The address of an agent's own parent in `/send`. */
export const PARENT_ADDRESS = 'parent'

/** In the order in which `/help` lists them. */
export const SLASH_COMMANDS = [
  {
    name: 'model',
    usage: '/model MODEL[/LEVEL]',
    summary: 'Switch the model and thinking level; alone: show the current one and the list',
    completes: ['model'],
  },
  {
    name: 'fork',
    usage: '/fork [--model MODEL[/LEVEL]] [MARK] ["prompt"]',
    summary: 'Make a child agent that inherits the context, or what follows a mark',
    completes: ['model', 'mark'],
  },
  { name: 'mark', usage: '/mark NAME', summary: 'Create a checkpoint in the context', completes: [] },
  {
    name: 'clear',
    usage: '/clear [MARK]',
    summary: 'Empty the context, or rewind it to a mark; /clear --undo takes the last such act back',
    completes: ['mark'],
  },
  {
    name: 'compress',
    usage: '/compress [MARK]',
    summary: 'Put a summary by the model in the place of the context, or of what follows a mark',
    completes: ['mark'],
  },
  {
    name: 'send',
    usage: '/send UUID MESSAGE',
    summary: 'Send mail to another agent; parent is the address of its own parent',
    completes: ['agent'],
  },
  { name: 'check-mail', usage: '/check-mail', summary: 'Read the unread mail', completes: [] },
  {
    name: 'kill',
    usage: '/kill [UUID]',
    summary: 'End an agent and all its descendants; their history stays',
    completes: ['agent'],
  },
  {
    name: 'stop',
    usage: '/stop [all]',
    summary: 'Stop what runs in this agent and below it; all: everything that runs',
    completes: [],
  },
  { name: 'agents', usage: '/agents', summary: 'Show the tree of agents', completes: [] },
  { name: 'system', usage: '/system [edit]', summary: 'Show the system prompt, or change it', completes: [] },
  { name: 'help', usage: '/help [COMMAND]', summary: 'Show the commands, or one of them', completes: ['command'] },
  { name: 'exit', usage: '/exit', summary: 'End the session', completes: [] },
] as const satisfies readonly SlashCommand[]

export type SlashCommandName = (typeof SLASH_COMMANDS)[number]['name']

/** One step of what a person typed. */
export type InputStep =
  /** `starts`: the agent answers it; otherwise it is the goal that the fork in the next step takes along. */
  | { readonly type: 'prompt'; readonly text: string; readonly starts: boolean }
  | { readonly type: 'command'; readonly name: SlashCommandName; readonly args: string; readonly line: string }

export type ParsedInput =
  | { readonly ok: true; readonly steps: readonly InputStep[] }
  | { readonly ok: false; readonly message: string }

/**
 * Reads a prompt, a command, or a script of several lines (docs/behaviour/commands.md#scripts). A script is a text in
 * which a line begins with a known command; lines between commands are one prompt. `//text` is the prompt `/text`.
 * `asText`: the text was not typed line by line (it was pasted, or came from stdin), so all of it is one prompt,
 * exactly as it is.
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

/** The command of a line, or null for anything else. Command names are case-insensitive. */
export function parseCommandLine(line: string): Extract<InputStep, { type: 'command' }> | null {
  const match = /^\/([a-z-]+)(?:\s+(.*))?\s*$/i.exec(line)
  const name = match?.[1]?.toLowerCase()
  const known = SLASH_COMMANDS.find((command) => command.name === name)
  return known === undefined ? null : { type: 'command', name: known.name, args: (match?.[2] ?? '').trim(), line }
}

/** Whether typing this text would send exactly this text as one prompt: no line of it is a command, no slash is doubled. */
export function readsAsPrompt(text: string): boolean {
  const parsed = parseInput(text)
  if (!parsed.ok) return false
  const [step, ...others] = parsed.steps
  return others.length === 0 && step?.type === 'prompt' && step.text === text
}

/** How a text has to be typed in a script so that every line of it is sent as it is, and none is a command. */
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
  const names = SLASH_COMMANDS.map((command) => `/${command.name}`).join(', ')
  return {
    ok: false,
    message: `Unknown command: ${word}\n\nCommands: ${names}\nA prompt that begins with a slash is written with two: /${text.split('\n', 1)[0] ?? ''}`,
  }
}

function unescapeSlash(line: string): string {
  return line.startsWith('//') ? line.slice(1) : line
}
