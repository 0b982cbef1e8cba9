import { createPace } from './delta-pace.ts'

/** Sends deltas at their pace from the first message on, as a socket would, while the page is busy or not. */
const TICK_MS = 4

self.addEventListener(
  'message',
  ({ data }: MessageEvent<{ streams: number; characters: number }>) => {
    const due = createPace(data.streams, data.characters)
    const began = performance.now()
    setInterval(() => {
      const deltas = due((performance.now() - began) / 1000, Date.now())
      if (deltas.length > 0) self.postMessage(deltas)
    }, TICK_MS)
  },
  { once: true },
)
