import { createRoot } from 'react-dom/client'

import { drawTurns } from '../../../src/renderer/parts/use-parsed-markdown.ts'
import { MarkdownView } from '../../../src/renderer/parts/markdown-view.tsx'
import { areWorkersBusy, watchWorkers, workersAtRest } from './watched-worker.ts'

/** What the test asks of this page. */
export interface HostilePage {
  /** Draws a text in place of the last one; ends when nothing is left to do for it. */
  draw(text: string): Promise<void>
}

declare global {
  interface Window {
    hostile: HostilePage
  }
}

watchWorkers()
const element = document.getElementById('root') ?? document.body
const root = createRoot(element)
let key = 0
let changes = 0
new MutationObserver(() => (changes += 1)).observe(element, { subtree: true, childList: true, characterData: true })

window.hostile = {
  async draw(text) {
    key += 1
    root.render(<MarkdownView key={key} text={text} />)
    await drawn()
    while (areWorkersBusy()) {
      await workersAtRest()
      await drawn()
    }
  },
}

/** Everything that waits for its turn has been drawn: for a turn and some frames nothing has changed. */
async function drawn(): Promise<void> {
  for (let before = -1; before !== changes;) {
    before = changes
    await frames(2)
    await new Promise<void>((resolve) => void drawTurns.wait(0, resolve))
    await frames(2)
  }
}

async function frames(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
}
