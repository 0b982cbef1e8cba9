import { describe, expect, it } from 'vitest'

import { schemaProblem } from '../../../src/main/core/backup/restore-backup.ts'
import { FORMER_MIGRATIONS } from '../../adapters/storage/support/former-migrations.ts'

const KNOWN = [1_795_890_000_000, 1_795_900_000_000]

describe('the schema of a backup', () => {
  it.each(KNOWN)('is restored if this version has its migration (%i)', (schema) => {
    expect(schemaProblem({ schema }, KNOWN)).toBeNull()
  })

  it.each([0, 1, 1_795_889_999_999, 1_795_895_000_000, ...FORMER_MIGRATIONS])(
    'is refused if it is of an earlier version (%i), with the way over',
    (schema) => {
      expect(schemaProblem({ schema }, KNOWN)).toMatch(
        /earlier version.*Nothing was restored.*`ikigai restore FOLDER`.*`ikigai export > log\.jsonl`.*`ikigai import log\.jsonl`/,
      )
    },
  )

  it.each([1_795_900_000_001, 99_999_999_999_999])('is refused if it is of a newer version (%i)', (schema) => {
    expect(schemaProblem({ schema }, KNOWN)).toMatch(/newer version.*Nothing was restored\. Update ikigai/)
  })
})
