import { basename } from 'node:path'

import type { Plugin } from 'vite'

/** The fonts of Latin letters, in which nearly all text is; the others are loaded when their letters occur. */
const FIRST_FONTS = /^(?:hanken-grotesk|literata|jetbrains-mono)-latin-wght-/

/**
 * Makes a built page ask for them before its style sheet is read. They are shown only if they are there in time
 * (`font-display: optional`), so that no text moves, and an italic letter may come hours after the page.
 */
export function firstFonts(): Plugin {
  return {
    name: 'ikigai:first-fonts',
    apply: 'build',
    transformIndexHtml: (_html, { bundle }) =>
      Object.values(bundle ?? {})
        .filter(({ type, fileName }) => type === 'asset' && FIRST_FONTS.test(basename(fileName)))
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${fileName}` },
          injectTo: 'head-prepend',
        })),
  }
}
