import { describe, expect, it } from 'vitest'

import { createFormulaParser } from '../../../../src/renderer/parts/rich/formula-parser.ts'
import type { FormulaReply, FormulaRequest } from '../../../../src/renderer/parts/rich/formula-tree.ts'

const never = new AbortController().signal
const formula = (latex: string): FormulaRequest => ({ latex, display: false })

/** A parser, and the formulas of each request to its worker. A batch with `endless` takes too long. */
function start() {
  const requests: string[][] = []
  const parser = createFormulaParser({
    async ask(batch): Promise<FormulaReply | null> {
      const texts = batch.map(({ latex }) => latex)
      requests.push(texts)
      return texts.includes('endless') ? null : texts
    },
  })
  return { requests, parser }
}

describe('the parser of formulas', () => {
  it('parses the formulas of one rendering together, and equal ones once', async () => {
    const { requests, parser } = start()
    const asked = ['a', 'b', 'a', 'c'].map((latex) => parser.parse(formula(latex), never))
    expect(await Promise.all(asked)).toEqual(['a', 'b', 'a', 'c'])
    expect(requests).toEqual([['a', 'b', 'c']])
    expect(parser.cached(formula('b'))).toBe('b')
  })

  it('shows only the formula as its source that takes too long', async () => {
    const { requests, parser } = start()
    const asked = ['a', 'endless', 'c'].map((latex) => parser.parse(formula(latex), never))
    expect(await Promise.all(asked)).toEqual(['a', null, 'c'])
    expect(requests).toEqual([['a', 'endless', 'c'], ['a'], ['endless'], ['c']])
    expect(parser.cached(formula('endless'))).toBeNull()
  })

  it('does not parse what nobody waits for, but what another still waits for', async () => {
    const { requests, parser } = start()
    const leaving = new AbortController()
    const gone = parser.parse(formula('gone'), leaving.signal)
    const left = parser.parse(formula('shared'), leaving.signal)
    const shared = parser.parse(formula('shared'), never)
    leaving.abort()
    expect(await Promise.all([gone, left, shared])).toEqual([undefined, undefined, 'shared'])
    expect(requests).toEqual([['shared']])
    expect(parser.cached(formula('gone'))).toBeUndefined()
  })
})
