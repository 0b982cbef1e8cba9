import { z } from 'zod'

import type { AgentId, EventId } from './ids.ts'

export type FileMode = 'file' | 'executable' | 'link'

/** Where the states of a folder are stored (docs/behaviour/changes.md#checkpoints). */
export interface CheckpointPlace {
  readonly store: 'git' | 'shadow' | 'copies'
  /** Absolute path of the folder that paths are relative to. */
  readonly folder: string
}

export interface SkippedFile {
  readonly path: string
  /** `protected`: what is stored in a repository can be read by every command in it. */
  readonly reason: 'large' | 'repository' | 'unreadable' | 'protected'
}

/** A changed file, in an event and in a list. */
export interface ChangedFile {
  /** Relative to the folder, with `/`. */
  readonly path: string
  readonly status: 'added' | 'modified' | 'deleted'
  /** Lines; null: the file is binary. */
  readonly added: number | null
  readonly removed: number | null
}

/** The most files that an event names. */
export const MAX_NAMED_FILES = 200

export const CHECKPOINT_CAUSES = ['call', 'outside', 'undo', 'restore', 'fork', 'apply'] as const
export type CheckpointCause = (typeof CHECKPOINT_CAUSES)[number]

/** Who changed the files of a `checkpoint` event, as `whoseFile` reads it. */
export interface FileAttribution {
  readonly cause: CheckpointCause
  /** Files that were written by the call, undo or apply for certain; true: all. Missing: see `whoseFile`. */
  readonly own?: true | readonly string[]
  /** Files of the others that others wrote for certain; true: all. The rest may be the call's or somebody else's. */
  readonly others?: true | readonly string[]
}

/** `data` of a `checkpoint` event (docs/behaviour/changes.md#events). */
export interface CheckpointData extends FileAttribution {
  readonly store: CheckpointPlace['store']
  readonly folder: string
  /** Ids of the states before and after. */
  readonly before: string
  readonly after: string
  /** At most `MAX_NAMED_FILES`. */
  readonly files: readonly ChangedFile[]
  /** Number of changed files beyond those named. */
  readonly more?: number
  /** The call that changed the files. */
  readonly tool_call_id?: string
  /** Other calls wrote in the folder at the same time. */
  readonly shared?: true
  /** Why it is not known what the call changed, a sentence. The event has no states and no files then. */
  readonly unrecorded?: string
  readonly skipped?: readonly SkippedFile[]
  /** The agent whose changes were applied. */
  readonly from_agent?: AgentId
  /** Its state that was applied. */
  readonly from_state?: string
  /** The event came with a file: it names what changed, and leads to no folder and no state here. */
  readonly imported?: true
}

/** Who changed a file of a `checkpoint` event: the agent, somebody else, or one of them (docs/behaviour/changes.md#whose). */
export type Whose = 'own' | 'others' | 'unsure'

/**
 * Says who changed a file of an event. Where an event of a call does not say, as those of earlier versions, it is not
 * certain.
 */
export function whoseFile({ cause, own, others }: FileAttribution, path: string): Whose {
  if (cause === 'outside') return 'others'
  if (own === undefined && cause !== 'call') return 'own'
  if (own === true || own?.includes(path) === true) return 'own'
  return others === true || others?.includes(path) === true ? 'others' : 'unsure'
}

/** Whether the agent, or its user by means of ikigai, changed the files: not another program, nor a fork's new folder. */
export function isChangeOfAgent({ cause }: CheckpointData): boolean {
  return cause !== 'outside' && cause !== 'fork'
}

/** Which changes of an agent (docs/behaviour/changes.md#scopes). */
export const changeScopeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), callId: z.string().max(300) }),
  z.object({ type: z.literal('turn'), turnId: z.uuid() }),
  z.object({ type: z.literal('event'), eventId: z.number().int().positive() }),
  /** All changes after this event. */
  z.object({ type: z.literal('since'), eventId: z.number().int().nonnegative() }),
  z.object({ type: z.literal('agent') }),
])
export type ChangeScope = Readonly<z.infer<typeof changeScopeSchema>>

const revision = z.string().min(1).max(250)

/** What a review shows: changes of an agent, or what its folder or a commit has since another commit. */
export const reviewScopeSchema = z.discriminatedUnion('type', [
  ...changeScopeSchema.options,
  /** What the folder has now, committed or not, since the newest commit that HEAD and `base` both have. */
  z.object({ type: z.literal('base'), base: revision }),
  /** What the commit `to` has since the commit `from`; `mergeBase`: since the newest commit that both have. */
  z.object({ type: z.literal('range'), from: revision, to: revision, mergeBase: z.literal(true).exactOptional() }),
])
export type ReviewScope = Readonly<z.infer<typeof reviewScopeSchema>>

/** Whether a scope is about the recorded changes of an agent, which can be undone. */
export function isChangeScope(scope: ReviewScope): scope is ChangeScope {
  return scope.type !== 'base' && scope.type !== 'range'
}

/** How a file is now, compared with the change. */
export type FileState = 'as_left' | 'undone' | 'changed_since'

export interface ListedChange extends ChangedFile {
  /** Missing: the contents are not stored here, or the folder is not there. */
  readonly state?: FileState
  /** It changed only from outside. */
  readonly outside?: true
  /** It changed from outside as well. */
  readonly alsoOutside?: true
  /** Of at least a part of the change it is not certain whose it is. Only an undo that names the file takes that back. */
  readonly unsure?: true
  /** What tells contents apart; empty: no such file. Missing: they are not stored here. */
  readonly contents?: { readonly before: string; readonly after: string }
}

/** The commits between the two states that a review compares. */
export interface ComparedCommits {
  /** The id of the commit at which the changes begin. */
  readonly from: string
  /** The id of the commit at which they end; null: the files of the folder as they are now. */
  readonly to: string | null
  /** The newest commits in between, newest first, with the first line of their messages. */
  readonly commits: readonly { readonly id: string; readonly subject: string }[]
  /** Number of commits beyond those. */
  readonly more: number
}

/** Names for a review's base. */
export interface AgentBranches {
  /** The branch of the agent's folder; null: it is on none (a detached HEAD). */
  readonly current: string | null
  /** The branch that the changes will most likely be merged into; null: it is not known. */
  readonly suggested: string | null
  /** Branches, also those of remotes, the newest first; at most 200. */
  readonly names: readonly string[]
}

export interface ChangeList {
  readonly folder: string
  /** Missing: the changes are recorded ones of the agent. */
  readonly compared?: ComparedCommits
  readonly files: readonly ListedChange[]
  readonly skipped: readonly SkippedFile[]
  /** Other calls wrote in the folder at the same time. */
  readonly shared: boolean
  /** Why it is not known what some calls changed, each a sentence. */
  readonly unrecorded: readonly string[]
}

/** Whether a change is the agent's alone for certain. */
export function isCertain({ outside, unsure }: ListedChange): boolean {
  return outside !== true && unsure !== true
}

/** Lines of a unified diff that belong together. */
export interface ChangeHunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  /** Each begins with ` `, `-`, `+` or `\`. */
  readonly lines: readonly string[]
}

/** The change of one file. `hunks` null: binary, a link, or too large; sizes in bytes, null: no such file. */
export interface FileChange {
  readonly path: string
  readonly hunks: readonly ChangeHunk[] | null
  readonly oldSize: number | null
  readonly newSize: number | null
  /** How the file is now, compared with what the change left. Missing: it is as the change left it, or as before. */
  readonly since?: SinceChange
}

/** What changed in a file after a change. `hunks` null: binary, a link, or too large; size in bytes, null: no such file. */
export interface SinceChange {
  readonly hunks: readonly ChangeHunk[] | null
  readonly size: number | null
}

export interface UndoneChanges {
  /** The event of the undo; undoing it is redo. Null: nothing had to be written. */
  readonly eventId: EventId | null
  readonly files: readonly string[]
  /** Protected files, whose contents are not stored, so that they stay as they are. */
  readonly left: readonly string[]
  /**
   * Files with changes that were left alone, because it is not certain whose they are. An undo with `unsure`, or one that
   * names them, takes them back.
   */
  readonly unsure: readonly string[]
  /** Files that other agents wrote while a call of the agent ran. They were left alone. */
  readonly others: readonly LeftFile[]
}

/** A file that an undo left alone, and the agent whose it is. */
export interface LeftFile {
  readonly path: string
  /** The name is null if the agent has none. */
  readonly agent: { readonly id: AgentId; readonly name: string | null }
}
