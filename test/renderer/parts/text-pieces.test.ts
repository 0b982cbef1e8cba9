import { describe, expect, it } from 'vitest'

import { pieceEnd } from '../../../src/renderer/parts/long-text.tsx'

describe('the pieces of a text', () => {
  it('end after as many characters', () => {
    const text = 'a'.repeat(120_000)
    expect([1, 2, 3, 4].map((pieces) => pieceEnd(text, pieces))).toEqual([50_000, 100_000, 120_000, 120_000])
  })

  it('end earlier, behind a line, where lines are short', () => {
    const text = 'ab\n'.repeat(12_000)
    expect([1, 2, 3].map((pieces) => pieceEnd(text, pieces))).toEqual([15_000, 30_000, 36_000])
  })
})
