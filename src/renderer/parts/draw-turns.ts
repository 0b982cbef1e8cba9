/**
 * Who may draw now and who waits for a later task, so that many texts that appear at once never block the page for
 * long. Amounts are UTF-16 units of Markdown.
 */
export interface DrawTurns {
  /** True: draw at once. It takes the amount from what this task may still draw. */
  take(amount: number): boolean
  /** Calls back in a later task, in the order of the calls. Answers how to call it off. */
  wait(amount: number, draw: () => void): () => void
}

/** Ordinary prose of as many takes about 80 ms of a processor to parse and lay out. */
const PER_TASK = 10_000
/** What a short text costs all the same. */
const LEAST = 200

function createDrawTurns(later: (task: () => void) => void): DrawTurns {
  const waiting = new Set<{ readonly amount: number; readonly draw: () => void }>()
  let left = PER_TASK
  let isScheduled = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    later(() => {
      isScheduled = false
      left = PER_TASK
      for (const turn of waiting) {
        if (left <= 0) break
        waiting.delete(turn)
        left -= Math.max(turn.amount, LEAST)
        turn.draw()
      }
      if (waiting.size > 0 || left < PER_TASK) schedule()
    })
  }

  return {
    take(amount) {
      if (left <= 0 || waiting.size > 0) return false
      left -= Math.max(amount, LEAST)
      schedule()
      return true
    },
    wait(amount, draw) {
      const turn = { amount, draw }
      waiting.add(turn)
      schedule()
      return () => void waiting.delete(turn)
    },
  }
}

/** The page's own: what waits is drawn after what the browser has to do. */
export const drawTurns = createDrawTurns((task) => void setTimeout(task, 0))
