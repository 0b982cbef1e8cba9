import { parseTemplateCall } from '../../shared/prompt-template.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'
import { findAgent, lastRunAgent } from './find-agent.ts'
import type { RunLine } from './typed-lines.ts'

export interface TemplateOptions {
  readonly agent?: string | undefined
  readonly continue?: boolean | undefined
  /** Folder of a new agent: absolute, symlinks resolved. */
  readonly folder: string
  /** Trusts the project of the folder. */
  readonly trust?: boolean | undefined
}

/** Replaces each typed line that calls a prompt template by its prompt, in which nothing is a command. */
export async function expandTemplates(
  engine: Engine,
  lines: readonly RunLine[],
  options: TemplateOptions,
): Promise<Result<readonly RunLine[]>> {
  const mayCall = ({ text, isText }: RunLine): boolean => !isText && parseTemplateCall(text) !== null
  if (!lines.some(mayCall)) return ok(lines)
  const folder = await folderOf(engine, options)
  if (!folder.ok) return folder
  if (options.trust === true) {
    const trusted = await engine.instructions.trust({ folder: folder.value, trusts: true })
    if (!trusted.ok) return trusted
  }
  const expanded: RunLine[] = []
  for (const line of lines) {
    const prompt = mayCall(line) ? await engine.templates.expand({ folder: folder.value, text: line.text }) : ok(null)
    if (!prompt.ok) return prompt
    expanded.push(prompt.value === null ? line : { text: prompt.value, isText: true })
  }
  return ok(expanded)
}

/** Returns the folder of the agent of the run. */
async function folderOf(engine: Engine, options: TemplateOptions): Promise<Result<string>> {
  const { agent, folder } = options
  if (agent === undefined && options.continue !== true) return ok(folder)
  const found = agent === undefined ? await lastRunAgent(engine, folder) : await findAgent(engine, agent)
  if (!found.ok) return found
  const agentId = typeof found.value === 'string' ? found.value : found.value.id
  const its = await engine.agents.folder({ agentId })
  return its.ok ? ok(its.value.folder) : its
}
