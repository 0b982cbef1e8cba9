import type { Logger } from '../../src/main/core/ports.ts'

/** A logger that keeps what was logged: `[level, message]`, and the fields apart. */
export interface RecordingLogger extends Logger {
  readonly lines: readonly (readonly [level: string, message: string])[]
  readonly fields: readonly unknown[]
}

export function createRecordingLogger(): RecordingLogger {
  const lines: [string, string][] = []
  const fields: unknown[] = []
  const log = (level: string) => (message: string, more?: unknown) => {
    lines.push([level, message])
    fields.push(more)
  }
  return { lines, fields, info: log('info'), warn: log('warn'), error: log('error') }
}
