import { expect, it } from 'vitest'

import { benchText } from '../bench-text.ts'
import { createPace } from './delta-pace.ts'

const STREAMS = 4
const CHARACTERS = 2_000
const FRAME_S = 1 / 60

it('gives each stream the whole text, in order and each delta once', () => {
  const due = createPace(STREAMS, CHARACTERS)
  const texts = Array.from({ length: STREAMS }, () => '')
  for (let frame = 1; frame <= 600; frame++) {
    for (const { stream, text } of due(frame * FRAME_S, 0)) texts[stream] += text
  }
  expect(new Set(texts)).toEqual(new Set([benchText(CHARACTERS, true)]))
})

it('gives 400 characters a second, and what is due later only later', () => {
  const due = createPace(1, CHARACTERS)
  const length = (seconds: number) => due(seconds, 0).reduce((sum, { text }) => sum + text.length, 0)
  expect(length(1)).toBe(400)
  expect(length(1)).toBe(0)
  expect(length(1.5)).toBe(200)
})

it('writes the time of departure into the blank stamps', () => {
  const text = createPace(1, CHARACTERS)(2, 36 ** 5)
    .map((delta) => delta.text)
    .join('')
  expect(text).toContain('@100000')
  expect(text).not.toContain('@000000')
})
