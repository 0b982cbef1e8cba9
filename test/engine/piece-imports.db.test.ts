import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ImportStep } from '../../src/shared/log-file.ts'
import { DONE, type Result } from '../../src/shared/result.ts'
import { refusalOf, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'

let real: RealEngine

beforeAll(async () => {
  real = await openRealEngine({})
})
afterAll(() => real.close())

async function exported(agentId: string | null): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of real.engine.local.exportLines(agentId)) lines.push(valueOf(line))
  return lines
}

describe('an import in pieces', () => {
  /** Sends the pieces, and returns what the feed yielded. `stop` aborts when it returns true for an item. */
  async function importPieces(pieces: readonly string[], stop: (step: ImportStep) => boolean = () => false) {
    const { log } = real.engine
    const cancel = new AbortController()
    const steps: Result<ImportStep>[] = []
    for await (const step of log.importFile(undefined, cancel.signal)) {
      steps.push(step)
      if (step.ok && stop(step.value)) cancel.abort()
      else if (step.ok && step.value.type === 'ready') void send(step.value.importId)
    }
    return steps

    async function send(importId: string): Promise<void> {
      let offset = 0
      for (const [index, text] of pieces.entries()) {
        const added = await log.importPiece({ importId, offset, text, isLast: index === pieces.length - 1 })
        if (!added.ok) return
        offset += text.length
      }
    }
  }
  const manyEvents = (count: number) =>
    Array.from({ length: count }, (_, index) => `${JSON.stringify({ kind: 'user', content: `${index} 🦔` })}\n`).join(
      '',
    )

  it('is the same as at once, wherever the text is cut, and says how far it is', async () => {
    const text = manyEvents(5_001)
    const pieces = Array.from({ length: Math.ceil(text.length / 1_009) }, (_, index) =>
      text.slice(index * 1_009, (index + 1) * 1_009),
    )
    const steps = (await importPieces(pieces)).map((step) => valueOf(step))
    expect(steps.map(({ type }) => type)).toEqual(['ready', 'saving', 'saving', 'imported'])
    expect(steps.slice(1, 3)).toEqual([
      { type: 'saving', events: 5_000, of: 5_001 },
      { type: 'saving', events: 5_001, of: 5_001 },
    ])
    const last = steps.at(-1)
    const agents = last?.type === 'imported' ? last.result.agents : []
    expect((await exported(agents[0] ?? '')).filter((line) => line.includes('🦔'))).toHaveLength(5_001)
  })

  it('leaves nothing behind when it is cancelled while it is read or saved', async () => {
    const before = await exported(null)
    const text = manyEvents(5_001)
    for (const type of ['ready', 'saving'] as const) {
      const steps = await importPieces([text], (step) => step.type === type)
      expect(refusalOf(steps.at(-1) ?? DONE)).toBe('The import was cancelled. Nothing was imported.')
      expect(await exported(null)).toEqual(before)
    }
  })

  it('ends with what is wrong as soon as it is read', async () => {
    const [, failure] = await importPieces(['{"kind":"user","content":"a"}\n', 'nonsense\n', manyEvents(100)])
    expect(refusalOf(failure ?? DONE)).toMatch(/^Line 2: this is not a JSON object/)
  })
})
