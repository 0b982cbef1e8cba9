import { Readable } from 'node:stream'

import { describe, expect, it } from 'vitest'

import { asScripts, parseScript } from '../../src/main/command-line/run-scripts.ts'
import { typedLines } from '../../src/main/command-line/typed-lines.ts'

/** What is sent of these arguments: prompts (those that are a fork's goal in brackets) and command lines. */
async function sent(said: string, ...args: readonly string[]): Promise<readonly string[]> {
  const scripts = asScripts(await typedLines(args, Readable.from([said])))
  return scripts.map((script) => {
    const parsed = parseScript(script)
    if (!parsed.ok) return parsed.message
    const steps = parsed.steps.map((step) =>
      step.type === 'command' ? step.line : step.starts ? step.text : `[${step.text}]`,
    )
    return steps.join(' | ')
  })
}

describe('stdin', () => {
  it.each(['/kill', '/fork "x"\n/clear', '//x', '/nonsense', 'a\n/exit\n'])(
    'is text, never a command: %j',
    async (said) => {
      expect(await sent(said, '-')).toEqual([said])
    },
  )

  it('and the question before it are one prompt', async () => {
    expect(await sent('/clear\nrest', 'What is this?', '-')).toEqual(['What is this?\n\n/clear\nrest'])
    expect(await sent('x', '//etc is what?', '-', 'Next')).toEqual(['/etc is what?\n\nx', 'Next'])
    expect(await sent(' \n', 'Only a question', '-')).toEqual(['Only a question'])
  })

  it('stands alone behind a command', async () => {
    expect(await sent('/kill', '/agents', '-', '/mark M')).toEqual(['/agents', '/kill', '/mark M'])
  })

  it('is a goal as any other text before a fork', async () => {
    expect(await sent('/kill\n//x\nand so on', '/mark M', '-', '/fork M')).toEqual([
      '/mark M',
      '[/kill\n//x\nand so on] | /fork M',
    ])
  })

  it('is refused when there is nothing in it', async () => {
    expect(await sent(' ', '-')).toEqual(['Nothing to send.'])
  })
})

it('arguments may be commands, and all text between a mark and a fork is the goal', async () => {
  expect(await sent('', 'a', 'b', '/fork', '/mark M', 'c', 'd', '/fork M', 'e')).toEqual([
    'a',
    '[b] | /fork',
    '/mark M',
    '[c\nd] | /fork M',
    'e',
  ])
})
