import type { CallEnd } from '../../../shared/call-end.ts'
import type { CommandEffect } from '../../../shared/command-effects.ts'
import type { ToolDefinition } from '../../../shared/content.ts'
import type { AgentId, TurnId } from '../../../shared/ids.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Result } from '../../../shared/result.ts'
import type { SandboxUse } from '../../../shared/sandbox.ts'
import type { FormValues, ServerAnswer, ServerQuestion } from '../../../shared/server-question.ts'
import type { SeenFile } from '../../../shared/seen-file.ts'
import type { LoadedSkill } from '../../../shared/skill.ts'
import type { ToolAccess, WideFolder } from '../../../shared/tool-access.ts'
import type { ToolApp } from '../../../shared/tool-app.ts'
import type { ToolLink } from '../../../shared/tool-link.ts'
import type { SandboxLevelOf, TurnLimitsOf } from './sandbox-ports.ts'

/** The agent and turn that a call belongs to. */
export interface ToolCallSite {
  readonly agentId: AgentId
  readonly turnId: TurnId
  /** Unique in its agent only: reruns give their calls the recorded ids. */
  readonly callId: string
  /** Number of the question that the running call asks; missing: the question whether it may run. */
  readonly question?: number
}

/** A file that a tool returns. It is stored before the result is recorded. */
export interface ToolFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A file that a call wrote, with the bytes that it replaced. Null: no file. */
export interface WrittenFile {
  /** Absolute, with symlinks resolved. */
  readonly path: string
  readonly before: Uint8Array | null
  readonly after: Uint8Array | null
}

export interface ToolOutcome {
  /** The text for the model. */
  readonly content: string
  readonly isError: boolean
  /** Missing: the call ended by itself. */
  readonly end?: CallEnd
  /**
   * What the call is about is not what it was prepared and approved for any more, and nothing was done. The call is
   * prepared again, approved again if it differs, and run again.
   */
  readonly isStale?: true
  /** The file whose content the result shows or the call wrote. Missing: none. */
  readonly file?: SeenFile
  /**
   * All files that the call wrote. Missing: not known, as after a command. What else changed while the call ran is
   * somebody else's.
   */
  readonly wrote?: readonly WrittenFile[]
  /** Absolute path of the complete output, if `content` was truncated. */
  readonly fullOutput?: string
  /** Files for the model, after the text. Missing: none. */
  readonly files?: readonly ToolFile[]
  /** The whole call as the outside agent that made it reported it. */
  readonly reported?: JsonObject
  /** The skill whose text `content` is. */
  readonly skill?: LoadedSkill
  /** The tool has an app that shows its results (`Tool.readApp`). */
  readonly hasApp?: true
  /** Hosts that the program of the call was connected to. Missing: none, or not known. */
  readonly hosts?: readonly string[]
  /**
   * An effect that is applied after all results of the batch are recorded
   * (docs/behaviour/commands.md#deferred-effects): a clear, a fork, a self-kill.
   */
  readonly afterBatch?: DeferredEffect
}

interface DeferredEffect {
  apply(): Promise<void>
  /** Called instead where a rule denies the call by then. */
  drop(): Promise<void>
}

/** The definition of a tool as its server gives it: name, description and input schema. */
export interface ForeignDefinition {
  /** SHA-256 of the canonical JSON, in hex. */
  readonly hash: string
  /** Readable form with one line per item, compared by `differenceFrom`. */
  readonly text: string
  /** Returns a unified diff from an earlier definition's text to this one's. */
  differenceFrom(before: string): string
}

/** A call with valid arguments, ready for approval and execution. Preparing it has no side effects. */
export interface PreparedCall {
  /** The subject shown in the approval question and matched by patterns: `git status`, an absolute path, a URL. */
  readonly subject: string
  readonly access: ToolAccess
  /**
   * Absolute paths with symlinks resolved. Calls of a batch that share a path, at least one of them writing, run in
   * call order.
   */
  readonly paths: readonly string[]
  /**
   * Whether all `paths` are in the agent's folder. For mail: whether one of the two agents is an ancestor of the other.
   */
  readonly isInFolder: boolean
  /** Why this path (for a command: a path that it names) needs approval each time, for example 'a shell start file'. */
  readonly protectedAs?: string
  /**
   * A command names a link to the protected path, not the path itself, so a rule for the exact command does not reach it.
   */
  readonly isBehindLink?: true
  /** Why reading in the agent's folder needs approval too; missing: it does not. */
  readonly wideFolder?: WideFolder
  /** Why a hook of the user wants the call to be asked, a sentence; missing: none does. Set before the approval. */
  readonly askedByHook?: string
  /** The link in the path, shown to the user; missing: the path is not a link, or there is no path. */
  readonly link?: ToolLink
  /**
   * Where the program of the call runs; missing: it starts none. Inside the sandbox, it needs no approval unless a rule
   * says so.
   */
  readonly sandbox?: SandboxUse
  /** The name that rules use for the call; missing: the tool's name. */
  readonly ruleName?: string
  /** Preview for the user before approval: a unified diff of an edit. */
  readonly preview?: string
  /** It makes a file that is not there yet. */
  readonly isNewFile?: true
  /**
   * An outside agent's program makes the call, and may have begun. It is not decided here: what the program asks for is
   * decided by `approve` while the call runs.
   */
  readonly isUnderWay?: true
  /** The definition of an MCP tool. A lasting approval applies to this definition only. */
  readonly definition?: ForeignDefinition
  /** Runs the call; must be called at most once. Never throws, and ends soon after an abort. */
  run(options: RunOptions): Promise<ToolOutcome>
}

interface RunOptions {
  readonly signal: AbortSignal
  /** Receives output while the call runs. */
  readonly onOutput: (text: string) => void
  /** Missing: nothing is approved beyond the call itself. */
  readonly approve?: ApproveAccess
  /** Missing: nobody is asked. */
  readonly ask?: AskForServer
}

/** Asks the user what a server of tools asks while a call runs. The signal withdraws the question. */
export type AskForServer = (question: AskedByServer, signal: AbortSignal) => Promise<ServerAnswer>

export interface AskedByServer {
  readonly question: ServerQuestion
  /** Returns what the server's own patterns say against the values of a form; empty: nothing. */
  readonly problemsOf: (values: FormValues) => Promise<readonly string[]>
}

/** What is to be decided about a call, without its execution. */
export interface AskedCall extends Omit<PreparedCall, 'run'> {
  /**
   * What a command changed in a copy of the folder, and what of it would be applied: each path is decided as a path that is
   * written. Missing: the question is about `subject`.
   */
  readonly effects?: readonly CommandEffect[]
  /**
   * The agents whose rights limit the call beside those that limit the agent's turn now, because it began in an earlier
   * turn. Missing: none.
   */
  readonly limitedBy?: readonly AgentId[]
}

/**
 * Decides a further access of a running call as a call of its own: by the rules, or by the user. The signal withdraws
 * the question.
 */
export type ApproveAccess = (
  access: Pick<PreparedCall, 'subject' | 'access' | 'ruleName'> & Partial<AskedCall>,
  signal: AbortSignal,
) => Promise<{ readonly type: 'allowed' } | { readonly type: 'denied'; readonly message: string }>

export type PrepareResult =
  | { readonly ok: true; readonly call: PreparedCall }
  /** `message`: for the model; what is wrong with the arguments. `file`: whose content the message shows. */
  | { readonly ok: false; readonly message: string; readonly file?: SeenFile }

export interface Tool {
  readonly definition: ToolDefinition
  /** The MCP server that provides it. Missing: it is built in. */
  readonly server?: string
  /** Validates the arguments against the definition's schema and inspects the environment, without side effects. */
  prepare(args: JsonObject, site: ToolCallSite): Promise<PrepareResult>
  /** Asks the tool's server for the app that shows results of the tool. Missing: the tool has none. */
  readApp?(): Promise<Result<ToolApp>>
}

/** Returns the tools that a search in words matches, the best first. */
export type RankTools = <Found extends Pick<Tool, 'definition'>>(
  query: string,
  tools: readonly Found[],
) => readonly Found[]

/** Resolves a folder that the user typed to an absolute path without symlinks; an error if it cannot be used. */
export type ResolveFolder = (typed: string) => Promise<Result<string>>

/** Returns why reading in a folder needs approval; null: it does not. */
export type FindWideFolder = (folder: string) => Promise<WideFolder | null>

/** Returns the folder of an agent, absolute and with symlinks resolved. */
export type FolderOf = (agentId: AgentId) => Promise<Result<string>>

/** Returns the agent at the root of an agent's tree; of an unknown agent its own id. */
export type RootOf = (agentId: AgentId) => AgentId

/** What tells whether an agent knows what is in a file. */
export interface FileKnowledge {
  /** Returns the versions (SHA-256, in hex) of a file of which every line is in an agent's context. `path`: resolved. */
  readonly seenVersions: (agentId: AgentId, path: string) => Promise<ReadonlySet<string>>
  /**
   * Returns when the root of an agent's tree was created, ISO 8601: nothing in the contexts of the tree is older. Null: not
   * known.
   */
  readonly beganAt: (agentId: AgentId) => string | null
}

/** Where agents are: their folders, and the roots of their trees. */
export interface FolderLocator {
  readonly folderOf: FolderOf
  readonly rootOf: RootOf
}

/** What the tools of the adapters need of agents. */
export interface AgentFacts extends FileKnowledge, FolderLocator {
  /** Says in which folders reading needs approval. */
  readonly wideFolder: FindWideFolder
  readonly sandboxLevelOf: SandboxLevelOf
  readonly turnLimitsOf: TurnLimitsOf
}

/**
 * Returns what is wrong with a value by a JSON Schema (draft 2020-12); empty: nothing. Null: the schema cannot be used,
 * or the check took too long. Never rejects.
 */
export type CheckAnswer = (schema: JsonObject, value: unknown) => Promise<readonly string[] | null>

/**
 * Returns whether a regular expression of JavaScript (with `PATTERN_FLAGS`) matches a text somewhere; null: it took too
 * long, or is none. Never rejects.
 */
export type MatchPattern = (pattern: string, text: string) => Promise<boolean | null>

/**
 * The tools that an agent currently has; those of MCP servers may change. Sorted by name, so that equal sets give equal
 * bytes.
 */
export interface ToolBox {
  /** Resolves when the agent's servers are running, after a few seconds at most. */
  ready(agentId: AgentId, signal: AbortSignal): Promise<void>
  tools(agentId: AgentId): readonly Tool[]
  /**
   * The servers that are configured for the agent and not available now, each with the reason, and rows of their lists
   * that cannot be used; one line each. Missing: there are no servers.
   */
  missing?(agentId: AgentId): readonly string[]
}
