import { afterAll, beforeAll, expect, it } from 'vitest'

import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

let workspace: Workspace

beforeAll(async () => {
  workspace = await makeWorkspace()
})

afterAll(() => workspace?.remove())

it('prints what takes room as a table and as JSON', async () => {
  const { environment } = workspace
  const table = await runIkigai(['size'], environment)
  expect(table).toMatchObject({ code: 0, stderr: '' })
  expect(table.stdout).toMatch(/^0 events +Size\nEvents +\d+ kB\n/)
  expect(table.stdout).toMatch(/\nTotal +[\d.]+ MB\n$/)
  const json = await runIkigai(['size', '--json'], environment)
  expect(JSON.parse(json.stdout)).toMatchObject({
    events: 0,
    parts: expect.arrayContaining([
      { kind: 'search', bytes: expect.any(Number) },
      { kind: 'tool_output', bytes: 0 },
    ]),
    total: expect.any(Number),
  })
})
