import type { ModelChoice } from '../../../../shared/agent-summary.ts'
import type { ForeignTool } from '../../../../shared/foreign-tools.ts'
import type { ContentBlock } from '../../../../shared/content.ts'
import type { UsageData } from '../../../../shared/recorded-usage.ts'
import type { FinishReason } from '../../../../shared/usage.ts'

/** The smallest unit of a source that is accounted for: a line, a row of a table, a message of an export. */
export interface SourceRecord {
  /** Where it is in its source, for people: `line 3`, `message m1`. */
  readonly place: string
  /** As it was in the source. */
  readonly raw: string
  /** What it is recognised by at the next import, if not by `raw`: a part that does not change while others do. */
  readonly identity?: string
}

/** A file of a message. Exactly one of `base64` and `asset` is given. */
export interface ForeignFile {
  readonly name: string
  readonly base64?: string
  /** Name or id of a file beside the source: in the archive or in the folder of an export. */
  readonly asset?: string
  /** Text of a file that the source contains only as text. */
  readonly text?: string
}

/** A block of an answer. */
export interface ForeignBlock {
  /** Identifies the block within its answer, also when the answer is longer in a later version of the source. */
  readonly part: string
  readonly block: ContentBlock
}

/** What a source says about an answer. */
export interface AnswerFacts {
  readonly provider?: string
  readonly model?: string
  readonly usage?: UsageData
  readonly finish_reason?: FinishReason
  readonly response_id?: string
  readonly duration_ms?: number
}

interface EventBase {
  /** Identifies the event within its session, also in longer versions of the source. */
  readonly key: string
  /** Indexes of the records that it was made of. */
  readonly records: readonly number[]
  /** ISO 8601, UTC. Null: not known. */
  readonly at: string | null
}

export type ForeignEvent = EventBase &
  (
    | { readonly kind: 'system'; readonly text: string }
    | {
        readonly kind: 'user'
        readonly text: string
        readonly files: readonly ForeignFile[]
        /** Written by the tool, not by the user. */
        readonly injected?: true
      }
    | {
        readonly kind: 'assistant'
        readonly blocks: readonly ForeignBlock[]
        readonly files: readonly ForeignFile[]
        readonly facts: AnswerFacts
        /** The answer did not end. Missing: it did. */
        readonly cut?: 'cancelled' | 'error'
      }
    | {
        readonly kind: 'tool_result'
        readonly callId: string
        readonly name?: string
        readonly text: string
        readonly files: readonly ForeignFile[]
        readonly isError: boolean
        readonly durationMs?: number
      }
    /** Replaces all events of the path before it, or those before the event `keptFrom`. */
    | { readonly kind: 'summary'; readonly text: string; readonly keptFrom?: string }
    /** Returns to the state before the event with this key. */
    | { readonly kind: 'rewind'; readonly before: string }
    | { readonly kind: 'mark'; readonly name: string }
    | { readonly kind: 'model'; readonly choice: ModelChoice }
  )

export interface ForeignNode {
  /** Index of the node before it, always smaller than its own. Null: it begins a conversation. */
  readonly parent: number | null
  readonly events: readonly ForeignEvent[]
}

/** One conversation of a tool, as a tree. */
export interface ForeignSession {
  readonly tool: ForeignTool
  readonly id: string
  readonly name: string
  /** Where the tool worked. Null: not known. */
  readonly folder: string | null
  /** Id of the session whose agent this one is a child of. Null: it is a session of its own. */
  readonly parentId: string | null
  /** Ids of sessions that this one has copied events from, with their keys. */
  readonly copiedFrom: readonly string[]
  readonly nodes: readonly ForeignNode[]
  /** The node that the conversation goes on from. Null: the last one. */
  readonly active: number | null
  /** The model that the session goes on with. Null: that of its last answer. */
  readonly choice: ModelChoice | null
  readonly records: readonly SourceRecord[]
  /** Per record: why it is no event; null: it is one, or part of one. */
  readonly kept: readonly (string | null)[]
  /** What of a record that became an event is only in its raw form. */
  readonly notes: readonly RecordNote[]
}

export interface RecordNote {
  readonly record: number
  readonly reason: string
}
