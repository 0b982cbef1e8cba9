import { useEffect } from 'react'

/** A pulse has four phases: 0 is how the element looks at rest, 2 is the faintest. */
const PHASES = 4
const PHASE_MS = 400

let shown = 0
let timer: ReturnType<typeof setInterval> | null = null

/**
 * While an element that pulses is shown, the root of the page has the phase as `data-pulse`, which style sheets refer to.
 * An animation would make the browser draw every frame, and give each of the many dots a layer of its own; so all of them change
 * together, a few times a second. Nothing happens where less motion is wanted.
 */
export function usePulse(isShown: boolean): void {
  useEffect(() => (isShown ? begin() : undefined), [isShown])
}

function begin(): () => void {
  shown += 1
  if (shown === 1 && !window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
    let phase = 0
    timer = setInterval(() => {
      phase = (phase + 1) % PHASES
      document.documentElement.dataset['pulse'] = String(phase)
    }, PHASE_MS)
  }
  return end
}

function end(): void {
  shown -= 1
  if (shown > 0 || timer === null) return
  clearInterval(timer)
  timer = null
  delete document.documentElement.dataset['pulse']
}
