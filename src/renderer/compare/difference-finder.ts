import { createTimedWorker } from '../parts/timed-worker.ts'
import type { DifferencePiece, DifferenceReply, DifferenceRequest, TextPair } from './text-difference.ts'

/** Tells texts apart away from the main thread. */
export interface DifferenceFinder {
  /** One entry per pair, in order. Never rejects; where the worker fails or takes too long, texts are told apart as wholes. */
  find(pairs: readonly TextPair[]): Promise<readonly (readonly DifferencePiece[])[]>
}

/** Two texts that have nothing in common can take the square of their length. */
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

/** The window's one finder; its worker starts with the first comparison. */
export const windowDifferences = createDifferenceFinder(
  () => new Worker(new URL('./difference-worker.ts', import.meta.url), { type: 'module', name: 'differences' }),
)
