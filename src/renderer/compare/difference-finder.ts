import { createTimedWorker } from '../parts/timed-worker.ts'
import type { DifferencePiece, DifferenceReply, DifferenceRequest, TextPair } from './text-difference.ts'

/** Computes text differences in a worker. */
export interface DifferenceFinder {
  /**
   * Returns one entry per pair, in order. Never rejects: if the worker fails or takes too long, texts are compared as a
   * whole.
   */
  find(pairs: readonly TextPair[]): Promise<readonly (readonly DifferencePiece[])[]>
}

/** Time limit. Two texts without common parts take quadratic time. */
const LIMIT_MS = 5_000

function createDifferenceFinder(startWorker: () => Worker): DifferenceFinder {
  const worker = createTimedWorker<DifferenceRequest, DifferenceReply>(startWorker, LIMIT_MS)
  return {
    async find(pairs) {
      return (await worker.ask({ pairs }))?.differences ?? pairs.map(asWholes)
    },
  }
}

function asWholes([left, right]: TextPair): readonly DifferencePiece[] {
  return [
    { kind: 'left', text: left },
    { kind: 'right', text: right },
  ]
}

/** The finder shared by the whole window; its worker starts with the first comparison. */
export const windowDifferences = createDifferenceFinder(
  () => new Worker(new URL('./difference-worker.ts', import.meta.url), { type: 'module', name: 'differences' }),
)
