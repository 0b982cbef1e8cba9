import { expect, it } from 'vitest'

import { backupAnswer, parseBackupAnswer } from '../../../src/main/adapters/backup/backup-answer.ts'
import { ok, refuse } from '../../../src/shared/result.ts'

it('carries what a thread found in the previous backup, and why there is no new one', () => {
  const warnings = { replacedProblem: 'It was replaced.', unsigned: 'The keychain does not answer.' }
  const counts = { events: 1, blobs: 0, newEvents: 1, newBlobs: 0, bytes: 9, newBytes: 9, replaced: [], lostEvents: 0 }
  expect(parseBackupAnswer(backupAnswer(ok({ ...counts, ...warnings })))).toEqual(ok(warnings))
  const failed = { ok: false, error: { category: 'STORAGE', message: 'The disk is full.' } }
  expect(parseBackupAnswer(backupAnswer(refuse('The disk is full.')))).toMatchObject(failed)
})
