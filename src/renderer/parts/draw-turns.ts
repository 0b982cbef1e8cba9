/**
 * Spreads rendering over several tasks, so that many texts that appear at once do not block the page for long. Amounts
 * are UTF-16 units of Markdown.
 */
export interface DrawTurns {
  /** Returns whether the text may be rendered now. If so, the amount is subtracted from the budget of this task. */
  take(amount: number): boolean
  /** Calls `draw` in a later task, in the order of the calls. Returns how to cancel. */
  wait(amount: number, draw: () => void): () => void
}

/** Amount per task. Parsing and laying out as much ordinary prose takes about 80 ms. */
const PER_TASK = 10_000
/** Minimum amount that a short text counts as. */
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

/** The instance of the page. Waiting texts are rendered after the pending work of the browser. */
export const drawTurns = createDrawTurns((task) => void setTimeout(task, 0))
