import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

const LOG = ['{"kind":"user","content":"the key is hunter2-Zebra"}', '{"kind":"assistant","content":"kept"}']

let workspace: Workspace

beforeAll(async () => {
  workspace = await makeWorkspace()
})

afterAll(() => workspace?.remove())

it('redacts a message without a terminal only if told to, says what is lost, and records it', async () => {
  const { directory, environment } = workspace
  await writeFile(join(directory, 'log.jsonl'), LOG.join('\n'))
  expect(await runIkigai(['import', join(directory, 'log.jsonl')], environment)).toMatchObject({ code: 0 })
  const before = await runIkigai(['export'], environment)
  const [, agent = ''] = /"agent_uuid":"([0-9a-f-]+)"/.exec(before.stdout) ?? []
  const [, event = ''] = /"id":(\d+)[^\n]*"kind":"user"/.exec(before.stdout) ?? []

  const refused = await runIkigai(['redact', agent, event], environment)
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain(`This removes message ${event} of agent`)
  expect(refused.stderr).toContain('Give --yes')
  expect((await runIkigai(['export'], environment)).stdout).toBe(before.stdout)

  const done = await runIkigai(['redact', agent, event, '--yes', '--reason', 'a key'], environment)
  expect(done.stderr).toContain('1 message redacted.')
  expect(done.code).toBe(0)
  const after = await runIkigai(['export'], environment)
  expect(after.stdout).not.toContain('Zebra')
  expect(after.stdout).toContain('[Redacted]')
  expect(after.stdout).toContain('"reason":"a key"')
  expect(after.stdout).toContain('"kept"')
  expect(await runIkigai(['redact', agent, event, '--yes'], environment)).toMatchObject({ code: 1 })
})
