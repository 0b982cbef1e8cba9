import { createContext, type ReactNode } from 'react'

/** How Markdown inside an answer's code block is rendered; given by the view that renders answers. */
export const MarkdownContext = createContext<(text: string) => ReactNode>((text) => text)
