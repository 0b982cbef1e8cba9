import { parseInput, SLASH_COMMANDS } from './slash-commands.ts'

/**
 * What a user sends as `/NAME`: the text of a Markdown file, or a prompt of an MCP server
 * (docs/behaviour/commands.md#prompt-templates).
 */
export interface PromptTemplate {
  /** Of the file, in lower case; `server:prompt` for a prompt of a server. */
  readonly name: string
  readonly description: string
  /** What the arguments are, in the words of the file or the server; may be empty. */
  readonly hint: string
  readonly origin: 'project' | 'person' | 'server'
  /** Real path of the file, or the name of the server. */
  readonly path: string
  /** Why it cannot be used; null: it can. */
  readonly problem: string | null
}

/** A line that may call a template. */
interface TemplateCall {
  readonly name: string
  readonly args: string
}

const NAME = '[a-z0-9][a-z0-9_-]{0,63}'
const CALL = new RegExp(`^/(${NAME}(?::${NAME})?)(?:\\s+([^]*))?$`, 'iu')
const WHOLE_NAME = new RegExp(`^${NAME}$`, 'u')

/** Whether a template can be called by that name. */
export function isTemplateName(name: string): boolean {
  return WHOLE_NAME.test(name)
}

/** Returns the template that a typed text calls; null: it is a prompt, a command or a script. */
export function parseTemplateCall(text: string): TemplateCall | null {
  const [, name, args = ''] = CALL.exec(text) ?? []
  return name === undefined || parseInput(text).ok ? null : { name: name.toLowerCase(), args: args.trim() }
}

/** The arguments of a call: single words, or texts in double quotes. */
export function templateWords(args: string): readonly string[] {
  return [...args.matchAll(/"([^"]*)"|\S+/gu)].map(([whole, quoted]) => quoted ?? whole)
}

const PLACEHOLDER = /\$(ARGUMENTS(?!\w)|[1-9](?!\d))/gu

/**
 * Returns the prompt of a template; null: it would be longer than `maxLength` UTF-16 units. `$ARGUMENTS` is replaced by
 * all arguments, `$1` to `$9` for single words, or texts in double quotes; a missing one is empty. A text without any
 * of them is followed by the arguments.
 */
export function fillTemplate(body: string, args: string, maxLength: number): string | null {
  const words = templateWords(args)
  const valueOf = (key = ''): string => (key === 'ARGUMENTS' ? args : (words[Number(key) - 1] ?? ''))
  const used = [...body.matchAll(PLACEHOLDER)]
  // Checked first: many places for long arguments would fill the memory.
  const length = used.reduce((sum, [, key]) => sum + valueOf(key).length, body.length + args.length)
  if (length > maxLength) return null
  if (used.length === 0) return args === '' ? body : `${body}\n\n${args}`
  return body.replaceAll(PLACEHOLDER, (_, key: string) => valueOf(key))
}

/**
 * Decides which of the found templates can be called: of several with one name the first, none with the name of a
 * command.
 */
export function listTemplates<T extends PromptTemplate>(found: readonly T[]): readonly T[] {
  const named = new Map<string, string>()
  return found.map((template) => {
    const { name, path, problem } = template
    if (problem !== null) return template
    if (SLASH_COMMANDS.some((command) => command.name === name))
      return { ...template, problem: `/${name} is a command` }
    const other = named.get(name)
    if (other !== undefined) return { ...template, problem: `${other} has the same name and is preferred` }
    named.set(name, path)
    return template
  })
}
