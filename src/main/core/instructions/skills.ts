import { isOpenProject } from '../../../shared/folder-trust.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { type ListedSkill, PLUGIN_FILE, SKILL_FILE } from '../../../shared/skill.ts'
import { parseSwitches, type Switches } from '../../../shared/switches.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import type { PluginServer } from '../ports/plugin-ports.ts'
import type { InstructionFile, Project, ProjectFiles, SkillFile } from '../ports/project-ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import { type FolderTrusts, NOT_TRUSTED, type ProjectTrust } from './folder-trust.ts'
import { isForModels, listSkills, skillIndex } from './skill-list.ts'

/** By real path of SKILL.md; false: off. */
const SWITCHES = {
  key: 'skill_switches' as const,
  empty: {},
  parse: parseSwitches,
  damaged: 'The stored switches of skills are damaged.',
}

/** A skill that models may load, with its text. */
export type UsableSkill = SkillFile & { readonly files: readonly string[] }

interface ReadSkills {
  readonly skills: readonly ListedSkill[]
  readonly files: readonly SkillFile[]
}

/** The skills of folders and of the user (docs/behaviour/instructions.md#skills). */
export class Skills {
  readonly #projectFiles: ProjectFiles
  readonly #trusts: FolderTrusts
  readonly #switches: StoredSetting<Switches>

  constructor(settings: SettingsStore, projectFiles: ProjectFiles, trusts: FolderTrusts) {
    this.#projectFiles = projectFiles
    this.#trusts = trusts
    this.#switches = new StoredSetting<Switches>(settings, SWITCHES)
  }

  /** All skills for an agent in the folder. Of a project that is not trusted only the paths are known. */
  async list(folder: string): Promise<Result<readonly ListedSkill[]>> {
    const trust = await this.#trusts.trustOf(folder)
    if (!trust.ok) return trust
    const listed = await this.#read(trust.value, folder)
    return mapOk(listed, ({ skills }) => [...untrustedSkills(trust.value), ...skills])
  }

  /** Returns the list for a model; null: there is nothing to list. */
  async index(trust: ProjectTrust, folder: string): Promise<Result<InstructionFile | null>> {
    const read = await this.#read(trust, folder)
    return mapOk(read, ({ skills }) => skillIndex(skills, this.#projectFiles.hash))
  }

  /** Reads the skill that models load by that name. REFUSED if there is none. */
  async find(name: string, folder: string): Promise<Result<UsableSkill>> {
    const read = await this.#readFor(folder)
    if (!read.ok) return read
    const { skills, files } = read.value
    const path = skills.find((skill) => skill.name === name && isForModels(skill))?.path
    const file = files.find((each) => each.path === path)
    return file === undefined ? refuse(`No skill: ${name}`) : ok(await this.#withFiles(file))
  }

  /** Reads a skill of the folder, also one that models cannot load. REFUSED if there is none that can be read. */
  async findByPath(path: string, folder: string): Promise<Result<UsableSkill>> {
    const read = await this.#readFor(folder)
    if (!read.ok) return read
    const file = read.value.files.find((each) => each.path === path && each.problem === null)
    return file === undefined ? refuse(`No skill that can be read: ${path}`) : ok(await this.#withFiles(file))
  }

  /** The tool servers of the plugins that are on. None in a folder that is not trusted. */
  async servers(folder: string): Promise<Result<readonly PluginServer[]>> {
    const trust = await this.#trusts.trustOf(folder)
    if (!trust.ok) return trust
    if (!isOpenProject(trust.value)) return ok([])
    const read = await this.#read(trust.value, folder)
    return mapOk(read, ({ skills, files }) => {
      const used = new Set(skills.flatMap(({ path, state }) => (state === 'on' ? [path] : [])))
      return files.flatMap(({ path, servers = [] }) => (used.has(path) ? servers : []))
    })
  }

  /** Switches the skill with that path on or off, before the next prompt of each agent. */
  async switch(path: string, isOn: boolean): Promise<Result<null>> {
    const changed = await this.#switches.change(({ [path]: _before, ...others }) =>
      isOn ? others : { ...others, [path]: false },
    )
    return mapOk(changed, () => null)
  }

  async #withFiles(file: SkillFile): Promise<UsableSkill> {
    return { ...file, files: await this.#projectFiles.filesBeside(file.path) }
  }

  async #readFor(folder: string): Promise<Result<ReadSkills>> {
    const trust = await this.#trusts.trustOf(folder)
    return trust.ok ? this.#read(trust.value, folder) : trust
  }

  async #read(trust: ProjectTrust, folder: string): Promise<Result<ReadSkills>> {
    const switches = await this.#switches.read()
    if (!switches.ok) return switches
    const files = await this.#projectFiles.skills(isOpenProject(trust) ? trust.at : null, folder)
    const found = files.map(({ body: _body, servers: _servers, ...skill }) => skill)
    return ok({ skills: listSkills(found, switchesIn(trust.at, switches.value)), files })
  }
}

/** A switch of the main working tree holds in its other worktrees too, unless they have one of their own. */
function switchesIn({ path: top, trustedAs }: Project, switches: Switches): Switches {
  const ofMain = Object.entries(switches).filter(([path]) => path.startsWith(`${trustedAs}/`))
  return {
    ...Object.fromEntries(ofMain.map(([path, isOn]) => [top + path.slice(trustedAs.length), isOn])),
    ...switches,
  }
}

/** What a project contains that is not read because it is not trusted. */
function untrustedSkills(trust: ProjectTrust): readonly ListedSkill[] {
  if (isOpenProject(trust)) return []
  const paths = trust.found.filter(({ path }) => path.endsWith(`/${SKILL_FILE}`) || path.endsWith(`/${PLUGIN_FILE}`))
  return paths.map(({ path, bytes }): ListedSkill => {
    const name = path.split('/').at(-2) ?? path
    const kind = path.endsWith(`/${PLUGIN_FILE}`) && ({ isPlugin: true } as const)
    const unread = { description: '', origin: 'project', sha256: '', notes: [], ...kind } as const
    return { ...unread, name, path: `${trust.project}/${path}`, bytes, state: 'untrusted', reason: NOT_TRUSTED }
  })
}
