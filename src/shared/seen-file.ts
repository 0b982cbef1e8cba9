import type { AgentEvent } from './agent-event.ts'

/** A file whose content a tool result shows, or that its call wrote. */
export interface SeenFile {
  /** Absolute, with symlinks resolved. */
  readonly path: string
  /** SHA-256 of the file's bytes, in hex. */
  readonly sha256: string
}

/** Returns the versions of a file (SHA-256, in hex) that the results among `events` show or have written. */
export function seenVersions(events: readonly AgentEvent[], path: string): ReadonlySet<string> {
  const files = events.flatMap((event) => (event.kind === 'tool_result' ? (event.data.file ?? []) : []))
  return new Set(files.flatMap((file) => (file.path === path ? [file.sha256] : [])))
}
