import type { FoundFile } from '../../../shared/folder-trust.ts'

/** The project of a folder (docs/behaviour/instructions.md#project). Paths are absolute, with symlinks resolved. */
export interface Project {
  readonly path: string
  /** The project whose decision on trust counts: its own path, or that of the main working tree. */
  readonly trustedAs: string
}

/** A file to show to models. */
export interface InstructionFile {
  readonly path: string
  readonly origin: 'project' | 'person'
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

/** Reads what a project and the person's own folders contain for agents. No method throws. */
export interface ProjectFiles {
  projectOf(folder: string): Promise<Project>
  /** Lists what would be loaded for an agent in `folder`, without reading it. */
  found(project: Project, folder: string): Promise<readonly FoundFile[]>
  /** The instruction files for an agent in `folder`, in the order in which models read them. */
  instructions(project: Project, folder: string): Promise<readonly InstructionFile[]>
  /** The person's own file and its imports. */
  personInstructions(): Promise<readonly InstructionFile[]>
}
