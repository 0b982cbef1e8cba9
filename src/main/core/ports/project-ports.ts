import type { FoundFile } from '../../../shared/folder-trust.ts'
import type { PromptTemplate } from '../../../shared/prompt-template.ts'
import type { FoundSkill } from '../../../shared/skill.ts'
import type { PluginServer } from './plugin-ports.ts'

/** The project of a folder (docs/behaviour/instructions.md#project). Paths are absolute, with symlinks resolved. */
export interface Project {
  readonly path: string
  /** The project whose decision on trust counts: its own path, or that of the main working tree. */
  readonly trustedAs: string
}

/** A file to show to models. */
export interface InstructionFile {
  readonly path: string
  /** `skills`: not a file, but the list of the skills of all files. */
  readonly origin: 'project' | 'person' | 'skills' | 'servers'
  /** What is shown, cut at the limit. */
  readonly text: string
  /** Hash of the whole file, hex. */
  readonly sha256: string
  /** Size of the whole file. */
  readonly bytes: number
  readonly cutBytes: number
  /** Path of the file that imports this one; null: none does. */
  readonly importedBy: string | null
  /** Imports that were not read, and why. */
  readonly notes: readonly string[]
}

/** A skill with its text. */
export interface SkillFile extends FoundSkill {
  /** What follows the front matter. */
  readonly body: string
  /** Of a plugin; missing: none. */
  readonly servers?: readonly PluginServer[]
}

/** A prompt template with its text. */
export interface TemplateFile extends PromptTemplate {
  /** What follows the front matter. */
  readonly body: string
}

/** Reads what a project and the user's own folders contain for agents. No method throws. */
export interface ProjectFiles {
  projectOf(folder: string): Promise<Project>
  /** Lists what would be loaded for an agent in `folder`, without reading it. */
  found(project: Project, folder: string): Promise<readonly FoundFile[]>
  /** The instruction files for an agent in `folder`, in the order in which models read them. */
  instructions(project: Project, folder: string): Promise<readonly InstructionFile[]>
  /** The user's own file and its imports. */
  personInstructions(): Promise<readonly InstructionFile[]>
  /**
   * The skills for an agent in `folder`, the preferred one first: of the project, unless it is null, then the user's.
   */
  skills(project: Project | null, folder: string): Promise<readonly SkillFile[]>
  /** The prompt templates for an agent in `folder`, in the same order. */
  templates(project: Project | null, folder: string): Promise<readonly TemplateFile[]>
  /** The files beside a SKILL.md, relative to its folder. */
  filesBeside(path: string): Promise<readonly string[]>
  /** Returns the SHA-256 of a text, hex. */
  hash(text: string): string
}
