import { textDifference, type DifferenceReply, type DifferenceRequest } from './text-difference.ts'

self.addEventListener('message', (message: MessageEvent<DifferenceRequest>) => {
  const { id, pairs } = message.data
  const differences = pairs.map(([left, right]) => textDifference(left, right))
  self.postMessage({ id, differences } satisfies DifferenceReply)
})
