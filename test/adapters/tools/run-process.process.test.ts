import { describe, expect, it } from 'vitest'

import { runProcess } from '../../../src/main/adapters/tools/run-process.ts'

/** Runs a shell script and returns what it printed. `take` is awaited for every part of it. */
async function printed(script: string, take: (chunk: Buffer) => Promise<void>): Promise<string> {
  const chunks: Buffer[] = []
  const end = await runProcess({
    command: 'sh',
    args: ['-c', script],
    cwd: '/',
    env: {},
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    maxProcesses: 64,
    reaches: 'nothing',
    onStdout: async (chunk) => {
      await take(chunk)
      chunks.push(chunk)
      return true
    },
  })
  expect(end).toEqual({ type: 'exited', code: 0 })
  return Buffer.concat(chunks).toString()
}

describe('the output of a program', () => {
  it('is complete although its first part is taken long after the program has ended', async () => {
    // The second program ends only when the grace for open pipes is over.
    let isFirst = true
    const take = async (): Promise<void> => {
      if (isFirst) await printed('sleep 1', () => Promise.resolve())
      isFirst = false
    }
    expect(await printed('echo first; sleep 0.1; seq 1 20000; echo last', take)).toMatch(
      /^first\n1\n[^]*\n20000\nlast\n$/,
    )
  })

  it('ends although a process that left the group prints for ever', async () => {
    const output = await printed('setsid sh -c "while echo on; do :; done" & echo last', () => Promise.resolve())
    expect(output).toContain('last\n')
  })
})
