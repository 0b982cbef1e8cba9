import { createContext, use, useState } from 'react'

import type { CodeInfo } from './code-facts.ts'

/** How code is shown, in all blocks alike. */
export interface CodeView {
  readonly wrap: boolean
  readonly lineNumbers: boolean
}

interface CodeViewSetting {
  readonly view: CodeView
  change(view: CodeView): void
}

const PLAIN_CODE_VIEW: CodeView = { wrap: false, lineNumbers: false }

/** The user's choice and how to change it. Without a provider, each block has its own. */
export const CodeViewContext = createContext<CodeViewSetting | null>(null)

export function useCodeView(): CodeViewSetting {
  const shared = use(CodeViewContext)
  const [view, change] = useState(PLAIN_CODE_VIEW)
  return shared ?? { view, change }
}

/** Adds a file to the prompt of the pane that shows the code; null where there is no prompt. */
export const AttachContext = createContext<((file: File) => void) | null>(null)

/** Code that is shown as a page. */
export interface PreviewedCode extends CodeInfo {
  readonly code: string
}

/** Shows code as a page beside the conversation; null where nothing stands beside it, so that the page takes its place. */
export const PreviewContext = createContext<((shown: PreviewedCode) => void) | null>(null)

/** Whether long code is shown unfolded, because a search goes through the text. */
export const UnfoldedContext = createContext(false)
