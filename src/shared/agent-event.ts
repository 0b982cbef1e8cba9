import type { AttachmentBlock } from './attachment.ts'
import type { AnswerSource } from './answer-source.ts'
import type { AppError } from './app-error.ts'
import type { CallEnd } from './call-end.ts'
import type { EvaluationData } from './evaluation.ts'
import type { CheckpointData } from './file-changes.ts'
import type { ForkReason } from './fork-reason.ts'
import type { Home } from './home.ts'
import type { AgentId, EventId, MailId, TurnId } from './ids.ts'
import type { JsonObject } from './json.ts'
import type { ModelOptions } from './model-options.ts'
import type { ThinkingLevel } from './thinking-level.ts'
import type { PlainData } from './plain-request.ts'
import type { VerdictData } from './verdict.ts'
import type { RaceData } from './race.ts'
import type { RerunData } from './rerun.ts'
import type { AssistantData, FailedSummaryData, InterruptedData, KeepWarmData, SummaryData } from './response-data.ts'
import type { SandboxUse } from './sandbox.ts'
import type { SeenFile } from './seen-file.ts'
import type { LoadedSkill } from './skill.ts'
import type { ToolLink } from './tool-link.ts'
import type { MergeData, VoteData } from './merge-data.ts'

/** One tool call. The blocks of the answer contain it too, except in histories written by hand. */
interface ToolCallData {
  readonly tool_call_id: string
  readonly name: string
  readonly arguments: JsonObject
  /** As in the answer's block; set only if no block has it. */
  readonly arguments_text?: string
}

/** A prompt's files; null: it has none. `content` is the text, which is empty if there are only files. */
interface UserData {
  readonly attachments: readonly AttachmentBlock[]
}

/** The result of a call; `content` is what the model reads. */
interface ToolResultData {
  readonly tool_call_id: string
  readonly name?: string
  readonly is_error?: boolean
  /** Missing: the call ended by itself, or the log is older. */
  readonly end?: CallEnd
  readonly duration_ms?: number
  /** Path of a file with the whole output if `content` is truncated. */
  readonly full_output?: string
  /** Set if the path in the call went through a symbolic link. */
  readonly link?: ToolLink
  /** Where the program of the call ran. Missing: it started none, or the log is older. */
  readonly sandbox?: SandboxUse
  /** The tool had an app that shows its results. It is not part of the log: its server is asked for it. */
  readonly has_app?: true
  /** The whole call as the outside agent that made it reported it. Missing: the call is ikigai's own. */
  readonly reported?: JsonObject
  /** The skill whose text the result is. */
  readonly skill?: LoadedSkill
  /** The file whose content the result shows, or that the call wrote. */
  readonly file?: SeenFile
  /** Files of the result, after its text. */
  readonly attachments?: readonly AttachmentBlock[]
}

/** A user of the home `to` has taken the agent over. `folder`: where the first agent that was taken over works there. */
export interface TakenOverData {
  /** Null: the agent had none. */
  readonly from: Home | null
  readonly to: Home
  readonly folder: string
}

interface MarkData {
  readonly name: string
}

/**
 * Returns the context to its state just before `target_id`. The rewind of a mark contains the mark's name and targets
 * the mark's event. With `undoes`, the event instead undoes the agent's last clear, rewind or summary, which has that
 * id. With `discards`, it only removes an answer that was cut off, and earlier operations can still be undone. With
 * `leaves_out`, only the result or the files of the event `target_id` leave the context.
 */
interface RewindData {
  readonly mark?: string
  readonly target_id: EventId
  readonly undoes?: EventId
  readonly discards?: true
  readonly leaves_out?: true
}

interface ForkData {
  readonly child: AgentId
  readonly mark?: string
  /** Missing in older rows. */
  readonly reason?: ForkReason
  /**
   * The child was given a task of its own: a model forked it, or `/fork` had a prompt. Missing: it continues the
   * conversation as its parent would.
   */
  readonly delegated?: true
  /** What the child judges or merges, in the order in which it is shown to it. Missing: nothing. */
  readonly answers?: readonly AnswerSource[]
}

/** A command as typed (`content`) and its answer. */
interface CommandData {
  readonly answer: string
  readonly ok: boolean
}

/**
 * An instruction file that is in force from here on (docs/behaviour/instructions.md). `content` is its text; null: it
 * is no longer in force.
 */
export interface InstructionsData {
  /** Absolute. */
  readonly path: string
  /**
   * `skills`: `content` is the list of skills that a model may load. `servers`: it is the list of MCP servers that are
   * missing, one a line. `path` is not that of a file then.
   */
  readonly origin: 'project' | 'person' | 'skills' | 'servers'
  /** Hash of the whole file, hex. */
  readonly sha256: string
  /** Size of the whole file. */
  readonly bytes: number
  /** Path of the file that imports this one. Missing: none does. */
  readonly imported_by?: string
  /** Bytes at the end of the file that are not in `content`. Missing: none. */
  readonly cut_bytes?: number
  /** Number of invisible characters in `content`. Missing: none. */
  readonly hidden_characters?: number
  /** Imports that were not read, and why. Missing: none. */
  readonly notes?: readonly string[]
  /** It replaces an earlier text of the same file in the context. */
  readonly replaces?: true
}

export interface ModelData {
  readonly provider: string
  readonly model: string
  readonly thinking_level: ThinkingLevel
  /** The configured default model, which is no longer served, if no model was chosen and this one is its successor. */
  readonly replaces?: string
}

/** The agent's options from here on; they replace all earlier ones. */
interface OptionsData {
  readonly options: ModelOptions
}

interface KilledData {
  /** Null: the user. */
  readonly by: AgentId | null
}

interface MailData {
  readonly from: AgentId
  readonly mail_id: MailId
  /**
   * Set if the agent read the mail itself: the result of this call shows it to the model as soon as the result is
   * recorded.
   */
  readonly tool_call_id?: string
}

/** A failed request. The keys of `AppError`, stored in snake_case. */
export interface ErrorData {
  readonly category: AppError['category']
  readonly http_status?: number
  readonly provider_code?: string
  readonly retryable: boolean
  readonly retry_after_ms?: number
  readonly request_id?: string
  readonly provider?: string
  readonly model?: string
  /** The request was also refused without what can be left out. Missing: it was sent once. */
  readonly plain?: PlainData
}

/** What was imported from a session of another tool (docs/other-tools.md). `content` says it in words. */
interface ImportData {
  readonly tool: string
  /** The id of the session in its tool. */
  readonly session: string
  /** Name of the file. */
  readonly source: string
  /** New records of the source: all, and those that are no events. */
  readonly records: number
  readonly kept: number
  /** The account: all new records in their raw form. */
  readonly attachments: readonly AttachmentBlock[]
}

/**
 * A user had events replaced by tombstones (docs/behaviour/storage.md#redaction): this one and those that repeat it,
 * or without an `event_id` all events of the agent.
 */
interface RedactedData {
  readonly by: 'user'
  readonly event_id?: EventId
  /** The kind of that event. */
  readonly kind?: string
  /** Number of tombstones. */
  readonly events: number
  readonly reason?: string
  /** Hashes of the tombstones by agent (docs/behaviour/storage.md#hashes). Older versions recorded none. */
  readonly tombstones?: Readonly<Record<AgentId, string>>
}

/** Files with whole outputs of the agent's calls were deleted by the rule `tool_output_days`. The results stay as they are. */
interface OutputsRemovedData {
  /** Files that were not changed for so many days were deleted. */
  readonly days: number
  readonly files: number
  readonly bytes: number
}

/** The kinds of docs/behaviour/storage.md#events with their `data`. What else is decided by kind is in `EVENTS`. */
export interface EventDataByKind {
  system: null
  user: UserData | null
  assistant: AssistantData
  tool_call: ToolCallData
  tool_result: ToolResultData
  mark: MarkData
  clear: null
  rewind: RewindData
  fork: ForkData
  command: CommandData
  summary: SummaryData | FailedSummaryData
  model: ModelData
  interrupted: InterruptedData
  agent_killed: KilledData
  mail: MailData
  error: ErrorData
  keep_warm: KeepWarmData
  options: OptionsData
  instructions: InstructionsData
  checkpoint: CheckpointData
  merge: MergeData
  vote: VoteData
  verdict: VerdictData
  race: RaceData
  rerun: RerunData
  evaluation: EvaluationData
  import: ImportData
  redacted: RedactedData
  outputs_removed: OutputsRemovedData
  taken_over: TakenOverData
}

export type EventKind = keyof EventDataByKind

/** An event of some kinds before it is recorded: everything except the id and the time, which the database assigns. */
type NewEventOf<K extends EventKind> = {
  readonly [P in K]: {
    readonly agentId: AgentId
    readonly turnId: TurnId | null
    readonly kind: P
    readonly content: string | null
    readonly data: EventDataByKind[P]
  }
}[K]
export type NewEvent = NewEventOf<EventKind>

/** A row of the log of some kinds. It is written so that a table by kind can be called with an event of its row. */
export type AgentEventOf<K extends EventKind> = { readonly [P in K]: NewEventOf<P> & RecordedFacts }[K]

/** One row of the log, which never changes except to a tombstone. */
export type AgentEvent = AgentEventOf<EventKind>

/** What recording adds to an event. `createdAt` is ISO 8601, UTC, to the microsecond. */
interface RecordedFacts {
  readonly id: EventId
  readonly sessionId: number
  readonly createdAt: string
  /** Set if the event is a tombstone: its content was redacted. */
  readonly tombstone?: Tombstone
}

/** By whom, when (ISO 8601) and why an event was redacted. `event`: the `redacted` event that records it. */
export interface Tombstone {
  readonly event: EventId
  readonly at: string
  readonly by: string
  readonly reason?: string
}
