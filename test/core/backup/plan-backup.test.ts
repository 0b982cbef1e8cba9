import { describe, expect, it } from 'vitest'

import { type BackupSituation, planBackup } from '../../../src/main/core/backup/plan-backup.ts'
import type { BackupManifest } from '../../../src/shared/backup-manifest.ts'
import { rangesOfIds } from '../../../src/shared/id-ranges.ts'

const hash = (digit: string): string => digit.repeat(64)

const PREVIOUS: BackupManifest = {
  logId: 'a',
  madeAt: '2026-11-23T12:00:00.000Z',
  schema: 1,
  events: [
    { file: hash('1'), bytes: 1, rows: 4, ranges: [[1, 4]] },
    { file: hash('2'), bytes: 1, rows: 2, ranges: [[6, 7]] },
  ],
  hashes: [{ file: hash('4'), bytes: 1, rows: 2, ranges: [[1, 2]] }],
  blobs: [{ file: hash('3'), bytes: 1, sha256: hash('b') }],
  tables: [],
  newest: { id: 7, sha256: hash('7') },
  signed: null,
}

const FACTS: BackupSituation = {
  previous: PREVIOUS,
  damaged: new Set(),
  logId: 'a',
  eventIds: [[1, 9]],
  hashedIds: [[1, 8]],
  blobHashes: [hash('b'), hash('c')],
  tombstones: [],
  newestHash: hash('7'),
}

describe('what a backup writes', () => {
  it('is everything the first time', () => {
    expect(planBackup({ ...FACTS, previous: null, newestHash: null })).toEqual({
      ok: true,
      value: {
        keptEvents: [],
        keptHashes: [],
        keptBlobs: [],
        missingEvents: [[1, 9]],
        missingHashes: [[1, 8]],
        missingBlobs: FACTS.blobHashes,
      },
    })
  })

  it('is later what no file holds, also an event that became visible below others', () => {
    expect(planBackup(FACTS)).toEqual({
      ok: true,
      value: {
        keptEvents: PREVIOUS.events,
        keptHashes: PREVIOUS.hashes,
        keptBlobs: PREVIOUS.blobs,
        missingEvents: [[5, 5], [8, 9]], // prettier-ignore
        missingHashes: [[3, 8]],
        missingBlobs: [hash('c')],
      },
    })
  })

  it('includes what damaged files held', () => {
    expect(planBackup({ ...FACTS, damaged: new Set([hash('1'), hash('3'), hash('4')]) })).toMatchObject({
      value: { keptEvents: [PREVIOUS.events[1]], missingEvents: [[1, 5], [8, 9]], missingHashes: [[1, 8]], missingBlobs: FACTS.blobHashes }, // prettier-ignore
    })
  })

  it('includes files with what was redacted since, even if the newest event was, and no file that was deleted', () => {
    const tombstones = [{ redaction: 9, ranges: rangesOfIds([2, 7]) }]
    const change = { tombstones, newestHash: hash('8'), blobHashes: [hash('c')] }
    expect(planBackup({ ...FACTS, ...change })).toEqual({
      ok: true,
      value: {
        keptEvents: [],
        keptHashes: [],
        keptBlobs: [],
        missingEvents: [[1, 9]],
        missingHashes: [[1, 8]],
        missingBlobs: [hash('c')],
      },
    })
  })

  it('keeps tombstones that the backup holds already', () => {
    const tombstones = [{ redaction: 7, ranges: rangesOfIds([2]) }]
    expect(planBackup({ ...FACTS, tombstones })).toMatchObject({ value: { keptEvents: PREVIOUS.events } })
  })

  it.each([
    ['another log', { logId: 'b' }],
    ['this log does not have (6–7)', { eventIds: rangesOfIds([1, 2, 3, 4, 5]) }],
    ['a copy that was continued', { newestHash: hash('8') }],
  ])('is nothing when the backup is of %s', (words, change) => {
    const refused = planBackup({ ...FACTS, ...change })
    expect(refused.ok ? '' : refused.error.message).toContain(words)
  })
})
