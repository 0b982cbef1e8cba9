import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { EventFrames } from '../../../src/main/adapters/providers/event-frames.ts'
import { WrittenArguments } from '../../../src/main/adapters/providers/google/written-arguments.ts'
import { watchStream } from '../../../src/main/adapters/providers/watch-stream.ts'
import { playAnswers } from '../../support/play-recording.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Cuts bytes at these positions, which may repeat. */
function cut(bytes: Buffer, positions: readonly number[]): readonly Uint8Array[] {
  const at = [
    0,
    ...positions.map((position) => Math.min(position, bytes.length)).toSorted((a, b) => a - b),
    bytes.length,
  ]
  return at.slice(1).map((end, index) => bytes.subarray(at[index] ?? 0, end))
}

function framed(pieces: readonly Uint8Array[]): { readonly events: readonly string[]; readonly rest: string } {
  const frames = new EventFrames()
  const events = pieces.flatMap((piece) => frames.push(piece)).map((event) => Buffer.from(event).toString('latin1'))
  return { events, rest: Buffer.from(frames.takeRest()).toString('latin1') }
}

/** The same by the slow way: the first blank line of the whole text, again and again. */
function expected(text: string): { readonly events: readonly string[]; readonly rest: string } {
  const events: string[] = []
  let rest = text
  for (;;) {
    const ends = ['\n\n', '\r\r', '\r\n\r\n']
      .map((blank) => ({ at: rest.indexOf(blank), length: blank.length }))
      .filter(({ at }) => at !== -1)
    const [first] = ends.toSorted((a, b) => a.at - b.at)
    if (first === undefined) return { events, rest }
    events.push(rest.slice(0, first.at + first.length))
    rest = rest.slice(first.at + first.length)
  }
}

describe('events of a body', () => {
  it.each([
    ['data: 1\n\ndata: 2\n\n', 2, ''],
    ['data: 1\r\n\r\ndata: 2\r\n\r\n', 2, ''],
    ['data: 1\r\rdata: 2\r\r', 2, ''],
    ['data: 1\n\ndata: 2', 1, 'data: 2'],
    ['\n\n\n', 1, '\n'],
    ['\n\n\n\n', 2, ''],
    ['data: 1\r\n\ndata: 2\n\n', 2, ''],
    ['data: 1\n\r\n\r\n', 1, ''],
    ['\r\n\r\n\r\n', 1, '\r\n'],
    ['', 0, ''],
    [': keep-alive\n\n', 1, ''],
    ['{"json": 1}\n', 0, '{"json": 1}\n'],
  ])('%j', (text, count, rest) => {
    const found = framed([Buffer.from(text)])
    expect([found.events.length, found.rest]).toEqual([count, rest])
  })

  it('are the same however the body is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('data: é', '\n', '\r', '\r\n', '\n\n', '{"a":1}', ' '), { maxLength: 40 }),
        fc.array(fc.nat(200), { maxLength: 60 }),
        (parts, positions) => {
          const bytes = Buffer.from(parts.join(''))
          const whole = expected(bytes.toString('latin1'))
          expect(framed(cut(bytes, positions))).toEqual(whole)
          expect(framed([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole)
        },
      ),
      { numRuns: 500 },
    )
  })
})

/** Reports how many bytes each search of a buffer reads: up to what it finds, else to the end. */
function countSearches(report: (bytes: number) => void): void {
  for (const name of ['indexOf', 'includes'] as const) {
    const search: unknown = Reflect.get(Buffer.prototype, name)
    if (typeof search !== 'function') throw new TypeError(`no ${name}`)
    vi.spyOn(Buffer.prototype, name).mockImplementation(function (this: Buffer, ...args: readonly unknown[]) {
      const found: unknown = Reflect.apply(search, this, [...args])
      const [, from = 0] = args
      const to = typeof found === 'number' && found !== -1 ? found : this.length
      report(to - Number(from))
      return found
    })
  }
}

/** Counts the bytes that are searched, joined and decoded. */
function countWork(): () => number {
  let bytes = 0
  const { concat } = Buffer
  const { decode } = TextDecoder.prototype
  vi.spyOn(Buffer, 'concat').mockImplementation((list, length) => {
    bytes += list.reduce((sum, item) => sum + item.length, 0)
    return concat(list, length)
  })
  countSearches((searched) => {
    bytes += searched
  })
  vi.spyOn(TextDecoder.prototype, 'decode').mockImplementation(function (
    this: TextDecoder,
    ...args: Parameters<typeof decode>
  ) {
    bytes += args[0]?.byteLength ?? 0
    return decode.apply(this, args)
  })
  return () => bytes
}

const READERS = {
  EventFrames: () => {
    const frames = new EventFrames()
    return (piece: Uint8Array) => frames.push(piece)
  },
  WrittenArguments: () => {
    const written = new WrittenArguments()
    return (piece: Uint8Array) => written.push(piece)
  },
}

/** Bytes of work for each byte of a body. */
const MOST_WORK = 24

describe.each(['EventFrames', 'WrittenArguments'] as const)('the work of %s', (name) => {
  it.each([
    ['one event, 1 byte at a time', 1, (size: number) => `data: ${'A'.repeat(size)}\n\n`],
    ['one event, 7 bytes at a time', 7, (size: number) => `data: ${'A'.repeat(size)}\n\n`],
    ['one event, 16 kB at a time', 16_384, (size: number) => `data: ${'A'.repeat(size)}\n\n`],
    [
      'one event with arguments',
      100,
      (size: number) => `data: {"functionCall":{"args":{"a":"${'A'.repeat(size)}"}}}\n\n`,
    ],
    ['no blank line', 512, (size: number) => 'A'.repeat(size)],
    ['lines without a blank one', 512, (size: number) => 'data: A\n'.repeat(size / 8)],
    ['many events in one piece', 1_000_000, (size: number) => 'data: A\n\n'.repeat(size / 9)],
    ['many events with CRLF in one piece', 1_000_000, (size: number) => 'data: A\r\n\r\n'.repeat(size / 11)],
    ['many events of both kinds', 50, (size: number) => 'data: A\r\n\r\ndata: A\n\n'.repeat(size / 20)],
    ['nothing but line breaks', 64, (size: number) => '\n'.repeat(size)],
    ['nothing but carriage returns', 3, (size: number) => '\r'.repeat(size)],
  ])('grows with the bytes: %s', (_, pieceSize, body) => {
    const bytes = Buffer.from(body(100_000))
    const push = READERS[name]()
    const work = countWork()
    for (let at = 0; at < bytes.length; at += pieceSize) push(bytes.subarray(at, at + pieceSize))
    expect(work() / bytes.length).toBeLessThan(MOST_WORK)
  })
})

it('gives the SDKs one event in each chunk, and what no blank line ends last', async () => {
  const body = 'data: one\n\ndata: two\r\n\r\ndata: three\r\rdata: four'
  const pieces = [...Buffer.from(body)].map((byte) => Buffer.of(byte))
  const playback = await playAnswers(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) await new Promise((resolve) => response.write(piece, resolve))
    response.end()
  })
  const seen: number[] = []
  const watch = watchStream(new AbortController().signal, 20_000, (chunk) => seen.push(chunk.length))
  const response = await watch.fetch(playback.url)
  const chunks: string[] = []
  for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk).toString())
  watch.close()
  await playback.stop()
  expect(chunks).toEqual(['data: one\n\n', 'data: two\r\n\r\n', 'data: three\r\r', 'data: four'])
  expect(seen.reduce((sum, length) => sum + length, 0)).toBe(body.length)
})
