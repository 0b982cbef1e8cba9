import { z } from 'zod'

import { err, ok, type Result } from '../../../shared/result.ts'
import type { BackupReport, BackupWarnings } from '../../core/ports/backup-ports.ts'

/** What the thread of a scheduled backup answers: why there is no backup, or what the user has to know about it. */
const answerSchema = z.union([
  z.string(),
  z.object({ replacedProblem: z.string().nullable(), unsigned: z.string().nullable() }),
])

/** Returns what the thread posts. */
export function backupAnswer(made: Result<BackupReport>): z.infer<typeof answerSchema> {
  if (!made.ok) return made.error.message
  const { replacedProblem, unsigned } = made.value
  return { replacedProblem, unsigned }
}

/** Reads what the thread posted. Throws for anything else. */
export function parseBackupAnswer(answer: unknown): Result<BackupWarnings> {
  const parsed = answerSchema.parse(answer)
  return typeof parsed === 'string' ? err({ category: 'STORAGE', message: parsed, retryable: false }) : ok(parsed)
}
