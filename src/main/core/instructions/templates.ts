import { MAX_PROMPT_LENGTH } from '../../../shared/contract/fields.ts'
import { isOpenProject } from '../../../shared/folder-trust.ts'
import { fillTemplate, listTemplates, parseTemplateCall, type PromptTemplate } from '../../../shared/prompt-template.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { ProjectFiles, TemplateFile } from '../ports/project-ports.ts'
import type { ToolServers } from '../ports/tool-server-ports.ts'
import { type FolderTrusts, NOT_TRUSTED, type ProjectTrust } from './folder-trust.ts'
import { promptArguments, serverPromptName, serverTemplate } from './server-prompts.ts'

/** How long a call waits for the servers to start, ms. */
const READY_WITHIN_MS = 10_000

/** The prompt templates of folders and of the user, and the prompts of MCP servers (docs/behaviour/commands.md#prompt-templates). */
export class Templates {
  readonly #projectFiles: ProjectFiles
  readonly #trusts: FolderTrusts
  readonly #toolServers: ToolServers

  constructor(projectFiles: ProjectFiles, trusts: FolderTrusts, toolServers: ToolServers) {
    this.#projectFiles = projectFiles
    this.#trusts = trusts
    this.#toolServers = toolServers
  }

  /** All templates for an agent in the folder. Of a project that is not trusted only the names are known. */
  async list(folder: string): Promise<Result<readonly PromptTemplate[]>> {
    const read = await this.#read(folder)
    if (!read.ok) return read
    const ofServers = await this.#toolServers.contents.prompts()
    return ok([...read.value.map(({ body: _body, ...template }) => template), ...ofServers.map(serverTemplate)])
  }

  /**
   * Returns the prompt for a typed text that calls a template; null: it calls none. REFUSED if the template cannot be
   * used.
   */
  async expand(folder: string, text: string): Promise<Result<string | null>> {
    const call = parseTemplateCall(text)
    if (call === null) return ok(null)
    if (call.name.includes(':')) return this.#ask(call.name, call.args)
    const read = await this.#read(folder)
    if (!read.ok) return read
    const named = read.value.filter(({ name }) => name === call.name)
    const usable = named.find(({ problem }) => problem === null)
    if (usable !== undefined) {
      const prompt = fillTemplate(usable.body, call.args, MAX_PROMPT_LENGTH)
      return prompt === null ? refuse(`The prompt of /${call.name} would be too long.`) : ok(prompt)
    }
    const [refused] = named
    return refused === undefined
      ? ok(null)
      : refuse(`The template /${call.name} is not used: ${refused.problem ?? ''}. Its file: ${refused.path}`)
  }

  /** Asks a server for its prompt. */
  async #ask(name: string, args: string): Promise<Result<string | null>> {
    this.#toolServers.start()
    await this.#toolServers.ready(AbortSignal.timeout(READY_WITHIN_MS))
    const found = (await this.#toolServers.contents.prompts()).find((each) => serverPromptName(each) === name)
    if (found === undefined) return ok(null)
    const values = promptArguments(found, args)
    if (!values.ok) return values
    const prompt = await this.#toolServers.contents.prompt(found, values.value)
    if (!prompt.ok) return prompt
    return prompt.value.length > MAX_PROMPT_LENGTH ? refuse(`The prompt of /${name} would be too long.`) : prompt
  }

  async #read(folder: string): Promise<Result<readonly TemplateFile[]>> {
    const trust = await this.#trusts.trustOf(folder)
    if (!trust.ok) return trust
    const files = await this.#projectFiles.templates(isOpenProject(trust.value) ? trust.value.at : null, folder)
    return ok([...listTemplates(files), ...untrusted(trust.value)])
  }
}

/** What a project contains that is not read because it is not trusted. */
function untrusted(trust: ProjectTrust): readonly TemplateFile[] {
  if (isOpenProject(trust)) return []
  return trust.found.flatMap(({ path }) => {
    const [, name] = /(?:^|\/)commands\/([^/]+)\.md$/u.exec(path) ?? []
    if (name === undefined) return []
    const unread = { description: '', hint: '', body: '', origin: 'project', problem: NOT_TRUSTED } as const
    return [{ ...unread, name: name.toLowerCase(), path: `${trust.project}/${path}` }]
  })
}
