import type { Options } from 'react-markdown'
import remarkGfm from 'remark-gfm'

import { remarkFormulas } from './rich/formula-syntax.ts'
import { rehypeRichText } from './rich/rich-tree.ts'

/** What is added to Markdown, in the window and in the worker alike. */
export const REMARK_PLUGINS: NonNullable<Options['remarkPlugins']> = [remarkGfm, remarkFormulas]
export const REHYPE_PLUGINS: NonNullable<Options['rehypePlugins']> = [rehypeRichText]
