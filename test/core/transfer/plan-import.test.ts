import { expect, it } from 'vitest'

import { planImport } from '../../../src/main/core/transfer/plan-import.ts'
import { readRows } from '../../../src/main/core/transfer/read-rows.ts'
import { valueOf } from '../../support/drive-agent.ts'

const HERE = { verified: false, sandbox: 'workspace' } as const

it('leaves out the hashes of tombstones, which hold for the log that they are of', async () => {
  const redaction = { by: 'user', event_id: 1, events: 1, tombstones: { a: 'ff' } }
  const rows = await readRows([
    JSON.stringify({ id: 1, kind: 'user', content: '[Redacted]', data: { attachments: [] } }),
    JSON.stringify({ id: 2, kind: 'redacted', data: redaction }),
  ])
  const plan = valueOf(planImport(valueOf(rows), { events: [41, 42], mail: [], uuid: () => 'an agent' }, HERE))
  expect(plan.events.map(({ data }) => data)).toEqual([{ attachments: [] }, { by: 'user', event_id: 41, events: 1 }])
})
