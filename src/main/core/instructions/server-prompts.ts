import { templateWords, type PromptTemplate } from '../../../shared/prompt-template.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { ServerPrompt } from '../ports/tool-server-ports.ts'

/** Returns a prompt of an MCP server as a template with the name `server:prompt`. */
export function serverTemplate(prompt: ServerPrompt): PromptTemplate {
  return {
    name: serverPromptName(prompt),
    description: prompt.description,
    hint: argumentHint(prompt),
    origin: 'server',
    path: prompt.server,
    problem: null,
  }
}

/** The name by which a user calls a prompt of a server, in the letters of template names. */
export function serverPromptName({ server, name }: Pick<ServerPrompt, 'server' | 'name'>): string {
  return [server, name]
    .map((part) =>
      part
        .toLowerCase()
        .replaceAll(/[^a-z0-9_-]+/g, '-')
        .slice(0, 64),
    )
    .join(':')
}

/** `<city> [state]`: what is needed, and what may be left out. */
function argumentHint({ arguments: all }: ServerPrompt): string {
  return all.map(({ name, isRequired }) => (isRequired ? `<${name}>` : `[${name}]`)).join(' ')
}

/**
 * Assigns the words of a call to the arguments of a prompt, in their order or as `name=value`; the last one takes all
 * that remains. REFUSED if one is missing, or if the prompt has none.
 */
export function promptArguments(prompt: ServerPrompt, typed: string): Result<Readonly<Record<string, string>>> {
  const usage = `/${[serverPromptName(prompt), argumentHint(prompt)].join(' ').trim()}`
  if (prompt.arguments.length === 0 && typed !== '') return refuse(`This prompt has no arguments: ${usage}`)
  const values = new Map<string, string>()
  for (const word of templateWords(typed)) {
    const named = namedValue(prompt, word)
    const next = prompt.arguments.find(({ name }) => !values.has(name))?.name
    const name = named?.name ?? next ?? prompt.arguments.at(-1)?.name ?? ''
    const before = named === null && next === undefined ? `${values.get(name) ?? ''} ` : ''
    values.set(name, before + (named?.value ?? word))
  }
  const missing = prompt.arguments.filter(({ name, isRequired }) => isRequired && !values.has(name))
  if (missing.length > 0) return refuse(`Missing: ${missing.map(({ name }) => name).join(', ')}. Usage: ${usage}`)
  return ok(Object.fromEntries(values))
}

function namedValue({ arguments: all }: ServerPrompt, word: string): { name: string; value: string } | null {
  const at = word.indexOf('=')
  const name = word.slice(0, at)
  return at > 0 && all.some((each) => each.name === name)
    ? { name, value: word.slice(at + 1).replace(/^"(.*)"$/u, '$1') }
    : null
}
