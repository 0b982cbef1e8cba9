import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import { MarkdownView } from '../../../src/renderer/parts/markdown-view.tsx'
import { AttachContext } from '../../../src/renderer/parts/rich/code-view-context.ts'
import { UserMessage } from '../../../src/renderer/parts/user-message.tsx'
import '../../../src/renderer/theme/theme.css'

/** What the test asks of this page. */
export interface RichPage {
  /** Shows complete answers, one below the other. */
  answer(...texts: readonly string[]): void
  /** Shows more of the answer that `grow` showed last. */
  grow(text: string): void
  /** Shows an answer that grows by the pieces, one frame each, and returns what was visible after each. */
  stream(pieces: readonly string[]): Promise<readonly string[]>
  prompt(text: string): void
  /** The files that were attached to the prompt, by name and text. */
  attached(): Promise<readonly (readonly [string, string])[]>
}

declare global {
  interface Window {
    rich: RichPage
  }
}

const element = document.getElementById('root') ?? document.body
const root = createRoot(element)
let key = 0
const files: File[] = []
const attach = (file: File) => void files.push(file)

function show(content: ReactNode): void {
  flushSync(() =>
    root.render(
      <div className="pane" role="log" aria-label="Conversation">
        <AttachContext value={attach}>
          <div className="column">{content}</div>
        </AttachContext>
      </div>,
    ),
  )
}

window.rich = {
  answer(...texts) {
    key += 1
    show(texts.map((text, index) => <MarkdownView key={`${key}-${index}`} text={text} />))
  },
  grow(text) {
    show(<MarkdownView key="growing" text={text} live />)
  },
  async stream(pieces) {
    key += 1
    const seen: string[] = []
    for (let count = 1; count <= pieces.length; count += 1) {
      show(<MarkdownView key={key} text={pieces.slice(0, count).join('')} live />)
      await new Promise((resolve) => requestAnimationFrame(resolve))
      seen.push(element.innerText)
    }
    return seen
  },
  attached: () => Promise.all(files.map(async (file) => [file.name, await file.text()] as const)),
  prompt(text) {
    show(<UserMessage text={text} />)
  },
}
