import { WORKER_READY } from '../parts/timed-worker.ts'
import { textDifference, type DifferenceReply, type DifferenceRequest } from './text-difference.ts'

self.addEventListener('message', (message: MessageEvent<DifferenceRequest>) => {
  const { pairs } = message.data
  const differences = pairs.map(([left, right]) => textDifference(left, right))
  self.postMessage({ differences } satisfies DifferenceReply)
})
self.postMessage(WORKER_READY)
