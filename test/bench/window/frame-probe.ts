/** What the page tells of its frames. Times are ms of `performance.now()`. */
interface FrameProbe {
  /** Forgets the gaps that were measured so far. */
  restart(): void
  /** Time between the beginnings of neighbouring frames since `restart`, ms. */
  gaps(): readonly number[]
  /** Calls back with the time at which the main thread has drawn what stands in the document now. */
  painted(then: (at: number) => void): void
}

declare global {
  interface Window {
    benchFrames: FrameProbe
  }
}

/**
 * Runs in the page, before its own scripts. A frame has been drawn when the first task after its callbacks runs: what
 * was changed before the frame, or in its callbacks, is on the screen as far as the main thread has a say in it.
 */
export function installFrameProbe(): void {
  let last: number | null = null
  let gaps: number[] = []
  let waiting: ((at: number) => void)[] = []
  let drawing: ((at: number) => void)[] | null = null
  const channel = new MessageChannel()
  channel.port1.addEventListener('message', () => {
    const done = drawing ?? []
    drawing = null
    const at = performance.now()
    for (const then of done) then(at)
  })
  channel.port1.start()
  const onFrame = (at: number): void => {
    if (last !== null) gaps.push(at - last)
    last = at
    drawing = [...(drawing ?? []), ...waiting]
    waiting = []
    channel.port2.postMessage(null)
    requestAnimationFrame(onFrame)
  }
  requestAnimationFrame(onFrame)
  window.benchFrames = {
    restart: () => (gaps = []),
    gaps: () => gaps,
    painted: (then) => (drawing ?? waiting).push(then),
  }
}
