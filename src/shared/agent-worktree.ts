import { z } from 'zod'

import type { ChangedFile } from './file-changes.ts'
import type { AgentId, EventId } from './ids.ts'

const sharedDependenciesSchema = z.object({
  /** Folders that were copied, relative to the top of the repository. */
  copied: z.array(z.string()).readonly(),
  /** Folders and files that were not, with the reason as a sentence. */
  left: z.array(z.object({ path: z.string(), reason: z.string() })).readonly(),
})
/** What an own worktree got of the installed dependencies that git ignores. */
export type SharedDependencies = Readonly<z.infer<typeof sharedDependenciesSchema>>

/** The worktree that an agent works in (docs/behaviour/changes.md#worktrees). */
const agentWorktreeSchema = z.object({
  /** Its directory: absolute, symlinks resolved. */
  directory: z.string(),
  /** The agent's folder in it. */
  folder: z.string(),
  /** Where the parent works; of an agent that moved to the worktree, where it worked before. */
  parentFolder: z.string(),
  /** The folder of its own that the agent gets back when the worktree is removed. Missing: it had none. */
  folderBefore: z.string().exactOptional(),
  /** The branch that its own commits get when it is removed; it does not exist before. */
  branch: z.string(),
  /** The commit that it began at. */
  commit: z.string(),
  /** The state of `directory` at the fork. */
  wholeBase: z.string(),
  /** The state of `folder` at the fork. */
  base: z.string(),
  /** Missing: an earlier version made the worktree. */
  dependencies: sharedDependenciesSchema.exactOptional(),
  /** The commands that made it ready. Missing: no confirmed set-up. */
  setup: z.array(z.string()).readonly().exactOptional(),
  /** The ports of its own, both ends included. Missing: none was free, or an earlier version made the worktree. */
  ports: z.object({ first: z.number(), last: z.number() }).readonly().exactOptional(),
})
export type AgentWorktree = Readonly<z.infer<typeof agentWorktreeSchema>>

const worktreesSchema = z.record(z.string(), agentWorktreeSchema)

/** Parses stored worktrees by agent; null if the value has another form. */
export function parseWorktrees(stored: unknown): Readonly<Record<AgentId, AgentWorktree>> | null {
  return worktreesSchema.safeParse(stored).data ?? null
}

/** What became of a worktree that is of no more use. */
export interface PrunedWorktree {
  readonly agentId: AgentId
  readonly directory: string
  /** Disk use of its files before, bytes. */
  readonly bytes: number
  /** Why it was kept. Null: it was removed, or would be. */
  readonly kept: string | null
}

/** A worktree that was removed as of no more use. `last`: the state of `folder` then, whose changes can still be applied. */
const removedWorktreeSchema = agentWorktreeSchema.extend({ last: z.string() })
export type RemovedWorktree = Readonly<z.infer<typeof removedWorktreeSchema>>

const removedSchema = z.record(z.string(), removedWorktreeSchema)

/** Parses stored worktrees that were removed, by agent; null if the value has another form. */
export function parseRemovedWorktrees(stored: unknown): Readonly<Record<AgentId, RemovedWorktree>> | null {
  return removedSchema.safeParse(stored).data ?? null
}

/** A file of an agent when it is applied to its parent's folder. */
export interface MergedFile extends ChangedFile {
  /**
   * `clean`: only the agent changed it. `merged`: both sides changed it, in different places. `same`: both have the same
   * content. `conflict`: it cannot be merged and must be skipped or resolved. `resolved`: the user decided about it.
   */
  readonly state: 'clean' | 'merged' | 'same' | 'conflict' | 'resolved'
}

const version = z.string().max(200).nullable()

/** How a user resolves the conflict of one file. */
const conflictResolutionSchema = z
  .object({
    path: z.string().min(1).max(4_096),
    /** `ours`: the file of the folder stays; `theirs`: that of the agent; `text`: another content. */
    take: z.enum(['ours', 'theirs', 'text']),
    text: z.string().max(5_000_000).optional(),
    /** What the user saw, as `FileConflictText.seen`. Missing: the versions of the moment count. */
    seen: z.object({ ours: version, theirs: version }).readonly().optional(),
  })
  .refine(({ take, text }) => (take === 'text') === (text !== undefined))
export type ConflictResolution = Readonly<z.infer<typeof conflictResolutionSchema>>
export const conflictResolutionsSchema = z.array(conflictResolutionSchema).max(1_000).readonly()

/** A file that both sides changed in the same lines. */
export interface FileConflictText {
  readonly path: string
  /** Both versions between marks, as git writes them. Null: binary, a link, or one side has no such file. */
  readonly text: string | null
  /** What tells the two versions apart from others; null: the side has no such file. */
  readonly seen: { readonly ours: string | null; readonly theirs: string | null }
}

export interface AppliedChanges {
  /** The parent's folder. */
  readonly folder: string
  readonly files: readonly MergedFile[]
  /** The event in the parent's log, which can be undone. Null: nothing was written. */
  readonly eventId: EventId | null
  /** The id of the commit with these changes. Missing: none was made. */
  readonly commit?: string
  /** Changed files in repositories inside the folder, such as submodules. Nothing is written there. Missing: none. */
  readonly notApplied?: readonly string[]
  /** What became of the worktrees of a race whose attempt was adopted. Missing: no race, or nothing was applied. */
  readonly worktrees?: readonly PrunedWorktree[]
}
