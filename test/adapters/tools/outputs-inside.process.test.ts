import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'

import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { type EscapeRoom, makeEscapeRoom, SECRET } from '../../support/sandbox/escape-room.ts'
import { prepared } from './tool-folder.ts'

let room: EscapeRoom
afterEach(() => room.remove())

const OTHERS = [
  'agent2-call_1',
  'agen-call_1',
  'Agent-call_1',
  'other-agent-call_1',
  'whole-0123abcd',
  'whole-other-call_1',
  'whole-attached-0123',
  'test-agent-1',
  'agent',
]

it.runIf(HAS_SANDBOX)(
  'shows a command the complete outputs of its own tree, its own first, and of no other',
  { timeout: 60_000 },
  async () => {
    room = await makeEscapeRoom(process.getuid?.() ?? 0)
    const outputDirectory = join(room.targets['ROOM'] ?? '', 'settings', 'tool-output')
    await mkdir(outputDirectory)
    for (const name of OTHERS) await writeFile(join(outputDirectory, `${name}.txt`), SECRET)
    const own = Array.from({ length: 60 }, (_, index) => `agent-call_${String(index + 10)}.txt`)
    for (const [index, name] of own.entries()) {
      await writeFile(join(outputDirectory, name), `own ${index}\n`)
      await utimes(join(outputDirectory, name), index, index)
    }
    const ofParent = ['parent-call_1', 'whole-parent-mail-7', 'whole-agent-call_1'].map((name) => `${name}.txt`)
    for (const name of ofParent) await writeFile(join(outputDirectory, name), 'of the tree\n')
    const rootOf = (id: string) => (id === 'agent' ? 'parent' : id)
    const tool = bashTool({ ...room.context, outputDirectory, rootOf })
    const command = `cat ${outputDirectory}/*; ls ${outputDirectory} | wc -l; echo x >> ${outputDirectory}/${own.at(-1)}`
    const call = await prepared(tool, { command })
    const { content } = await call.run({ signal: new AbortController().signal, onOutput: () => {} })
    expect(content).not.toContain(SECRET)
    expect(content).toMatch(/own 59\n(of the tree\n)*50\n.*Read-only file system/)
    for (const name of own.slice(0, 15)) await rm(join(outputDirectory, name))
    const again = await prepared(tool, { command: `cat ${outputDirectory}/*; ls ${outputDirectory} | wc -l` })
    const second = await again.run({ signal: new AbortController().signal, onOutput: () => {} })
    expect(second.content).not.toContain(SECRET)
    expect(second.content.match(/of the tree/g)).toHaveLength(3)
    expect(second.content).toMatch(/\n48\n/)
  },
)
