import { type FolderTrust, isOpenProject } from '../../../shared/folder-trust.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import { parseSwitches, type Switches } from '../../../shared/switches.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import type { Project, ProjectFiles } from '../ports/project-ports.ts'
import { StoredSetting } from '../stored-setting.ts'

/** By real path of the project; false: refused. */
const DECISIONS = {
  key: 'folder_trust' as const,
  empty: {},
  parse: parseSwitches,
  damaged: 'The stored decisions about folders are damaged.',
}

/** Why a file of a project is not used. */
export const NOT_TRUSTED = 'its project is not trusted'

/** A project and what was decided about it. */
export interface ProjectTrust extends FolderTrust {
  readonly at: Project
}

/** Which projects the user trusts (docs/behaviour/instructions.md#trust). */
export class FolderTrusts {
  readonly #files: ProjectFiles
  readonly #decisions: StoredSetting<Switches>

  constructor(settings: SettingsStore, files: ProjectFiles) {
    this.#files = files
    this.#decisions = new StoredSetting<Switches>(settings, DECISIONS)
  }

  /** Returns the decision about the project of a folder, and what the project contains for an agent in the folder. */
  async trustOf(folder: string): Promise<Result<ProjectTrust>> {
    const [at, decisions] = await Promise.all([this.#files.projectOf(folder), this.#decisions.read()])
    if (!decisions.ok) return decisions
    const decided = decisions.value[at.path] ?? decisions.value[at.trustedAs]
    const state = decided === undefined ? 'undecided' : decided ? 'trusted' : 'refused'
    return ok({ project: at.trustedAs, state, found: await this.#files.found(at, folder), at })
  }

  /** Whether files may be read there without a question. Not if the decision cannot be read. */
  async isOpen(folder: string): Promise<boolean> {
    const trust = await this.trustOf(folder)
    return trust.ok && isOpenProject(trust.value)
  }

  /** Stores the decision about the project of a folder; null: it is undecided again. Returns the project. */
  async decide(folder: string, trusts: boolean | null): Promise<Result<string>> {
    const { trustedAs } = await this.#files.projectOf(folder)
    const changed = await this.#decisions.change(({ [trustedAs]: _before, ...others }) =>
      trusts === null ? others : { ...others, [trustedAs]: trusts },
    )
    return mapOk(changed, () => trustedAs)
  }

  /** The stored decisions. */
  all(): Promise<Result<Switches>> {
    return this.#decisions.read()
  }
}
