import type { MarkedExtension, Tokens } from 'marked'
import { Marked } from 'marked'

import { BEGIN_ENVIRONMENT, readDisplayFormula } from './formula-text.ts'

/** Folded text in HTML: everything up to its last closing tag is one block. */
const DETAILS_OPEN = /^ {0,3}<details(?:\s[^<>]*)?>/i
const DETAILS_LINE = /\n {0,3}<details(?:\s[^<>]*)?>/i
const DETAILS_TAG = /<(\/?)details(?:\s[^<>]*)?>/gi

const FORMULA_LINE = new RegExp(String.raw`\n {0,3}(?:\$\$|\\\[|${BEGIN_ENVIRONMENT})`)

/** Blocks that are not part of Markdown: formulas on lines of their own, and folded text. */
const DISPLAY_BLOCKS: MarkedExtension = {
  // An underlined heading does not reach over the beginning of such a block, which ends a paragraph. `undefined`: there
  // is no heading; `false`: decide as usual.
  tokenizer: {
    lheading(source) {
      const heading = this.rules.block.lheading.exec(source)?.[0] ?? ''
      return FORMULA_LINE.test(heading) || DETAILS_LINE.test(heading) ? undefined : false
    },
  },
  extensions: [
    {
      name: 'formula',
      level: 'block',
      start: (source) => place(FORMULA_LINE, source),
      tokenizer(source): Tokens.Generic | undefined {
        const { length, isComplete } = readDisplayFormula(source)
        if (length === 0) return undefined
        return { type: isComplete ? 'formula' : 'open-formula', raw: source.slice(0, length) }
      },
    },
    {
      name: 'details',
      level: 'block',
      start: (source) => place(DETAILS_LINE, source),
      tokenizer(source): Tokens.Generic | undefined {
        return DETAILS_OPEN.test(source) ? { type: 'details', raw: source.slice(0, detailsLength(source)) } : undefined
      },
    },
  ],
}

function place(pattern: RegExp, source: string): number | undefined {
  return pattern.exec(source)?.index
}

/** Returns the length with the line of the closing tag; the whole text if there is none yet. */
function detailsLength(source: string): number {
  let depth = 0
  for (const tag of source.matchAll(DETAILS_TAG)) {
    depth += tag[1] === '/' ? -1 : 1
    if (depth > 0) continue
    const end = source.indexOf('\n', tag.index)
    return end === -1 ? source.length : end + 1
  }
  return source.length
}

/** Options for a lexer of Markdown that recognises these blocks. */
export const BLOCK_OPTIONS = new Marked({ gfm: true }, DISPLAY_BLOCKS).defaults
