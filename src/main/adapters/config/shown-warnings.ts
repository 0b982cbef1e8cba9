import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { z } from 'zod'

import { parseJson } from '../../../shared/json.ts'
import type { IsNewWarning } from '../../core/ports/system-ports.ts'
import { makeFolder } from '../../make-folder.ts'

const shownSchema = z.record(z.string(), z.string())

/** A window or a server shows all warnings at each start. A command shows each once, because commands are frequent. */
export function warningsToShow(isCommand: boolean, dataDirectory: string): IsNewWarning {
  return isCommand ? openShownWarnings(join(dataDirectory, 'told-warnings.json')) : (_, warning) => warning !== null
}

/**
 * Stores the last warning about each subject in a file, so that several commands in a row print it once. If the file
 * cannot be read or written, the warning is merely repeated.
 */
export function openShownWarnings(path: string): IsNewWarning {
  return (subject, warning) => {
    const { [subject]: before, ...others } = read(path)
    if (before === (warning ?? undefined)) return false
    write(path, warning === null ? others : { ...others, [subject]: warning })
    return warning !== null
  }
}

function read(path: string): Readonly<Record<string, string>> {
  try {
    const parsed = shownSchema.safeParse(parseJson(readFileSync(path, 'utf8')))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}

function write(path: string, shown: Readonly<Record<string, string>>): void {
  try {
    makeFolder(dirname(path))
    writeFileSync(path, JSON.stringify(shown), { mode: 0o600 })
  } catch {
    // The warning will be repeated next time.
  }
}
