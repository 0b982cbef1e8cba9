import '../../../../src/renderer/theme/theme.css'
import { barePanes } from './bare-panes.ts'
import { createPace, type Delta } from './delta-pace.ts'
import './glass.css'
import type { AppendText, PaneBox } from './glass-page.ts'
import { peerPanes } from './peer-panes.tsx'
import { windowPanes } from './window-panes.tsx'

/**
 * `?kind=window&streams=16&characters=20000` streams into the window, `kind=bare` and `kind=peer` into panes at the
 * places that `boxes` has, as JSON.
 */
const FRAMES_PER_SECOND = 60

const parameters = new URLSearchParams(location.search)
const streams = Number(parameters.get('streams'))
const characters = Number(parameters.get('characters'))
const append = createPanes(document.getElementById('root') ?? document.body)
const pace = createPace(streams, characters)
let frame = 0
let worker: Worker | null = null

window.glass = {
  frames(count) {
    const last = frame + count
    return new Promise((resolve) => {
      const onFrame = (): void => {
        if (frame === last) return resolve()
        frame += 1
        performance.now = () => (frame * 1000) / FRAMES_PER_SECOND
        deliver(pace(frame / FRAMES_PER_SECOND, 0))
        requestAnimationFrame(onFrame)
      }
      requestAnimationFrame(onFrame)
    })
  },
  start() {
    worker = new Worker(new URL('./delta-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<readonly Delta[]>) => deliver(data))
    worker.postMessage({ streams, characters })
  },
  stop: () => worker?.terminate(),
}

function deliver(deltas: readonly Delta[]): void {
  for (const { stream, text } of deltas) append(stream, text)
}

function createPanes(root: HTMLElement): AppendText {
  const kind = parameters.get('kind')
  if (kind === 'window') return windowPanes(root, streams)
  const boxes: readonly PaneBox[] = JSON.parse(parameters.get('boxes') ?? '[]')
  return kind === 'peer' ? peerPanes(root, boxes) : barePanes(root, boxes)
}
