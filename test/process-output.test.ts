import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { ProcessOutput } from '../src/main/process-output.ts'
import { visibleText } from '../src/shared/visible-text.ts'

function outputTo(isTTY: boolean, env: Readonly<Record<string, string>> = {}) {
  const written = { out: '', error: '' }
  const stdout = { isTTY, write: (text: string) => void (written.out += text) }
  const stderr = { isTTY, write: (text: string) => void (written.error += text) }
  return { output: new ProcessOutput({ stdout, stderr, env }), written }
}

const HOSTILE = '\u001b[2J\u001b]0;title\u0007\u009b31m\u202eevil\u2066\u200b\r\u0008'

describe('output to a terminal', () => {
  it('shows controls on both streams, and keeps lines and tabs', () => {
    const { output, written } = outputTo(true)
    output.out(`a${HOSTILE}\n`)
    output.error(`b\t${HOSTILE}\r\n`)
    const shown = '⟨U+001B⟩[2J⟨U+001B⟩]0;title⟨U+0007⟩⟨U+009B⟩31m⟨U+202E⟩evil⟨U+2066⟩⟨U+200B⟩⟨U+000D⟩⟨U+0008⟩'
    expect(written).toEqual({ out: `a${shown}\n`, error: `b\t${shown}\r\n` })
  })

  it('shows the same however the text is cut', () => {
    const pieces = fc.constantFrom(
      'a',
      ' ',
      '\r',
      '\n',
      '\u001b[',
      '👩',
      '\u200d',
      '👧',
      '❤',
      '\ufe0f',
      '\ud83d',
      '\udc4d',
      '🏽',
      '\u202e',
      'م',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const { output, written } = outputTo(true)
        for (const part of parts) output.out(part)
        output.out('\n')
        expect(written.out).not.toMatch(/(?![\t\n\r])[\p{Cc}\p{Bidi_Control}]/u)
        expect(written.out).toBe(visibleText(`${parts.join('')}\n`))
      }),
    )
  })

  it('writes what it held back before the other stream goes on', () => {
    const { output, written } = outputTo(true)
    output.out('one\r')
    expect(written.out).toBe('one')
    output.error('two\n')
    expect(written.out).toBe('one⟨U+000D⟩')
  })

  it('is faint where it is asked for, unless colours are unwanted', () => {
    const { output, written } = outputTo(true)
    output.error('hm\u001b[0m', 'faint')
    expect(written.error).toBe('\u001b[2mhm⟨U+001B⟩[0m\u001b[22m')
    const plain = outputTo(true, { NO_COLOR: '1' })
    plain.output.error('hm', 'faint')
    expect(plain.written.error).toBe('hm')
  })
})

it('writes text byte for byte where there is no terminal', () => {
  const { output, written } = outputTo(false)
  output.out(HOSTILE)
  output.error(HOSTILE, 'faint')
  expect(written).toEqual({ out: HOSTILE, error: HOSTILE })
})
