import { createRoot } from 'react-dom/client'

import { MarkdownView } from '../../../src/renderer/parts/markdown-view.tsx'

/** What the test asks of this page. */
export interface HostilePage {
  /** Draws a text and answers how long the page was busy without a break, at most, until `settleMs` have passed, ms. */
  longestTask(text: string, settleMs: number): Promise<number>
}

declare global {
  interface Window {
    hostile: HostilePage
  }
}

const root = createRoot(document.getElementById('root') ?? document.body)
let key = 0

window.hostile = {
  async longestTask(text, settleMs) {
    let longest = 0
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
    })
    observer.observe({ type: 'longtask' })
    key += 1
    root.render(<MarkdownView key={key} text={text} />)
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    for (const { duration } of observer.takeRecords()) longest = Math.max(longest, duration)
    observer.disconnect()
    return longest
  },
}
