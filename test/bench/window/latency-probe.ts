/** How long things took until they were drawn, ms. */
interface LatencyProbe {
  restart(): void
  /** From a stamp's leaving for the engine until it was drawn. */
  deltas(): readonly number[]
  /** From a key's event, as the browser dates it, until its letter was drawn. */
  keys(): readonly number[]
}

declare global {
  interface Window {
    benchLatency: LatencyProbe
  }
}

/**
 * Runs in the page, before its own scripts. Stamps are those of stamp-relay.ts, read by the clock of the same machine.
 */
export function installLatencyProbe(): void {
  const STAMP = /@([0-9a-z]{6})/g
  const ROUND = 36 ** 6
  let deltas: number[] = []
  let keys: number[] = []
  /** By transcript: the newest stamp that was seen there. Drawing old words again is no news. */
  const newest = new WeakMap<Element, number>()
  const seen = (node: Node): void => {
    const log = (node instanceof Element ? node : node.parentElement)?.closest('[role="log"]')
    if (log == null) return
    for (const [, digits] of (node.textContent ?? '').matchAll(STAMP)) {
      const stamp = Number.parseInt(digits ?? '', 36)
      if (stamp <= (newest.get(log) ?? 0)) continue
      newest.set(log, stamp)
      window.benchFrames.painted((at) => {
        const now = Math.floor(performance.timeOrigin + at) % ROUND
        deltas.push(now - stamp)
      })
    }
  }
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') seen(target)
      else for (const node of addedNodes) seen(node)
    }
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  const onKey = ({ timeStamp, key }: KeyboardEvent): void => {
    if (key.length === 1) window.benchFrames.painted((at) => keys.push(at - timeStamp))
  }
  document.addEventListener('keydown', onKey, { capture: true })
  window.benchLatency = {
    restart() {
      deltas = []
      keys = []
    },
    deltas: () => deltas,
    keys: () => keys,
  }
}
