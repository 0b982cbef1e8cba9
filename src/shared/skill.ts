/** The tool with which a model loads a skill. */
export const SKILL_TOOL = 'skill'

/** The file of a skill. Its folder is named after the skill. */
export const SKILL_FILE = 'SKILL.md'

/** The file that describes a plugin. */
export const PLUGIN_FILE = 'plugin.json'

type SkillOrigin = 'project' | 'person'

/** A SKILL.md of a project or of the user (docs/behaviour/instructions.md#skills). */
export interface FoundSkill {
  /** By which a model loads it. If the file gives no valid name, that of its folder. */
  readonly name: string
  readonly description: string
  readonly origin: SkillOrigin
  /** Real path of the file. */
  readonly path: string
  /** Of the whole file, hex; empty: the file was not read. */
  readonly sha256: string
  readonly bytes: number
  /** What differs from the specification and does not prevent the use. */
  readonly notes: readonly string[]
  /** Why it cannot be used; null: it can. */
  readonly problem: string | null
  /** The plugin that it is part of; missing: none. */
  readonly plugin?: { readonly name: string; readonly path: string }
  /** It is not a skill, but a plugin that can contain skills. Its path is that of its plugin.json. */
  readonly isPlugin?: true
  /** The names of the plugin's tool servers; missing: none. */
  readonly serverNames?: readonly string[]
}

/**
 * `on`: it is listed for models. `off`: the user switched it off. `refused`: it cannot be used. `untrusted`: its
 * project is not trusted.
 */
export type SkillState = 'on' | 'off' | 'refused' | 'untrusted'

export interface ListedSkill extends Omit<FoundSkill, 'problem'> {
  readonly state: SkillState
  /** Why it is not used; empty: it is, or the user switched it off. */
  readonly reason: string
}

/** A skill that a tool call loaded. */
export interface LoadedSkill {
  readonly name: string
  readonly path: string
  readonly origin: SkillOrigin
  readonly sha256: string
  readonly bytes: number
}

/** What a plugin brings for agents besides skills, for the user; null: nothing. */
export function serversText(serverNames: readonly string[] = []): string | null {
  if (serverNames.length === 0) return null
  return `${serverNames.length === 1 ? 'tool server' : 'tool servers'}: ${serverNames.join(', ')}`
}
