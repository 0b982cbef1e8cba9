import type { Logger } from '../../src/main/core/ports/system-ports.ts'

/** A logger that stores its entries: `[level, message]`, and the fields separately. */
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
