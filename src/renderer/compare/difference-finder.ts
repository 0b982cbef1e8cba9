import type { DifferencePiece, DifferenceReply, DifferenceRequest, TextPair } from './text-difference.ts'

/** Tells texts apart away from the main thread. */
export interface DifferenceFinder {
  /** One entry per pair, in order. Never rejects; a worker that fails tells the texts apart as wholes. */
  find(pairs: readonly TextPair[]): Promise<readonly (readonly DifferencePiece[])[]>
}

export function createDifferenceFinder(startWorker: () => Worker): DifferenceFinder {
  const waiting = new Map<number, (differences: DifferenceReply['differences'] | null) => void>()
  let worker: Worker | null = null
  let lastId = 0

  function started(): Worker {
    if (worker !== null) return worker
    worker = startWorker()
    worker.addEventListener('message', (message: MessageEvent<DifferenceReply>) => {
      waiting.get(message.data.id)?.(message.data.differences)
      waiting.delete(message.data.id)
    })
    worker.addEventListener('error', () => {
      for (const answer of waiting.values()) answer(null)
      waiting.clear()
    })
    return worker
  }

  return {
    async find(pairs) {
      const { promise, resolve } = Promise.withResolvers<DifferenceReply['differences'] | null>()
      const id = (lastId += 1)
      waiting.set(id, resolve)
      started().postMessage({ id, pairs } satisfies DifferenceRequest)
      return (await promise) ?? pairs.map(asWholes)
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
