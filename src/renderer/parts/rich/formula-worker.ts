import temml from 'temml'

import { WORKER_READY } from '../timed-worker.ts'
import { safeFormula, type FormulaNode, type FormulaReply, type FormulaRequest } from './formula-tree.ts'

/** Number of macro expansions in one formula. Ordinary ones need less than a hundred. */
const MAX_EXPANSIONS = 500
/** The largest width and height that a formula can demand, in em and CSS points. */
const MAX_SIZE: [number, number] = [50, 500]

/** `trust` is off, so commands that make links or load pictures are errors. Macros end with their formula. */
function parse({ latex, display }: FormulaRequest): FormulaNode | null {
  const options = {
    displayMode: display,
    throwOnError: true,
    trust: false,
    maxExpand: MAX_EXPANSIONS,
    maxSize: MAX_SIZE,
  }
  try {
    return safeFormula(temml.__renderToMathMLTree(latex, { ...options, macros: {} }))
  } catch {
    // It is not LaTeX, has too many macros, or is nested too deep for the stack.
    return null
  }
}

self.addEventListener('message', ({ data }: MessageEvent<readonly FormulaRequest[]>) => {
  self.postMessage(data.map(parse) satisfies FormulaReply)
})
self.postMessage(WORKER_READY)
