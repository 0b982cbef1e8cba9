/** What a redaction would remove (docs/behaviour/storage.md#redaction). */
export interface RedactionPreview {
  /** Events that become tombstones. */
  readonly events: number
  /** Attached files that no other event refers to. */
  readonly files: number
  /** Mail whose text is removed for its sender and its reader. */
  readonly mail: number
  readonly queuedPrompts: number
  readonly hasDraft: boolean
  /** Agents whose context may contain the events: descendants. */
  readonly heirs: number
}

export interface RedactionReport {
  readonly events: number
  readonly files: number
  readonly mail: number
  /** Files with output of tools that could not be deleted. */
  readonly keptOutputs: readonly string[]
  /** Why files of the database can still contain it, as sentences; null: they do not. */
  readonly onDisk: string | null
  /** The folder of the scheduled backup, which contains the content until its next run; null: there is none. */
  readonly backupFolder: string | null
}

/** Longest reason, UTF-16 units. */
export const MAX_REASON = 200
