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

it.each<[string, Uint8Array, string, RegExp | null]>([
  ['UTF-8', Buffer.from('Grüße'), 'Grüße', null],
  ['a byte order mark', Buffer.from('\ufeffhi'), 'hi', null],
  ['nothing', new Uint8Array(), '', null],
  ['a real U+FFFD', Buffer.from('a\ufffdb'), 'a\ufffdb', null],
  ['a long text', Buffer.from('ü'.repeat(100_000)), 'ü'.repeat(100_000), null],
  ['UTF-16, little end first', Buffer.from('\ufeffhi', 'utf16le'), 'hi', null],
  ['UTF-16, big end first', Buffer.from('\ufeffhi', 'utf16le').swap16(), 'hi', null],
  ['Latin-1', Buffer.from('Grüße', 'latin1'), 'Gr\ufffd\ufffde', /in 2 places, the first after 2 bytes/],
  ['a cut letter', Buffer.from('aü').subarray(0, 2), 'a\ufffd', /in 1 place, the first after 1 bytes/],
  ['bytes of no text', new Uint8Array([0x89, 0x50, 0x4e, 0x47]), '\ufffdPNG', /--attach/],
])('reads stdin, and says what is not UTF-8: %s', async (_, bytes, text, words) => {
  const notes: string[] = []
  const lines = await typedLines(['-'], Readable.from([Buffer.from(bytes)]), (note) => notes.push(note))
  expect(lines).toEqual([{ text, isText: true }])
  expect([notes.length, words?.test(notes[0] ?? '')]).toEqual(words === null ? [0, undefined] : [1, true])
})
