import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'

import { HIGHLIGHT_LANGUAGES } from './highlight-languages.ts'
import type { CodeLine, HighlightReply, HighlightRequest } from './highlight-tokens.ts'
import { WORKER_READY } from './timed-worker.ts'

const THEME = 'ikigai'
/** `var(--code-token-keyword)` → `keyword`: colours are classes, because the page's policy forbids style attributes. */
const TOKEN_COLOR = /^var\(--code-token-([\w-]+)\)$/

const highlighter: Promise<HighlighterCore> = createHighlighterCore({
  themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--code-' })],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
})

async function highlight({ language, code }: HighlightRequest): Promise<readonly CodeLine[] | null> {
  const load = HIGHLIGHT_LANGUAGES[language]
  if (load === undefined) return null
  const core = await highlighter
  const grammars = (await load()).default
  await core.loadLanguage(...grammars)
  const lang = grammars.at(-1)?.name
  if (lang === undefined) return null
  // No time limit per line: the first line includes the compilation of its grammar, and would stay plain on a slow
  // machine. The worker as a whole has one.
  const { tokens } = core.codeToTokens(code, { lang, theme: THEME, tokenizeTimeLimit: 0 })
  return tokens.map((line) =>
    line.map((token) => ({ text: token.content, kind: TOKEN_COLOR.exec(token.color ?? '')?.[1] ?? null })),
  )
}

self.addEventListener('message', (message: MessageEvent<HighlightRequest>) => {
  void highlight(message.data)
    .catch(() => null)
    .then((lines) => self.postMessage({ lines } satisfies HighlightReply))
})
self.postMessage(WORKER_READY)
