import { slashCommand } from '../../../shared/slash-commands.ts'
import { defined } from '../../../shared/defined.ts'

/** The parts of a `/fork` line; undefined: missing. */
export type ForkArguments =
  | {
      readonly ok: true
      readonly model: string | undefined
      readonly profile: string | undefined
      readonly mark: string | undefined
      readonly prompt: string | undefined
      /** The child gets a worktree of its own. */
      readonly worktree?: true
    }
  | { readonly ok: false; readonly message: string }

type Token = { readonly type: 'word' | 'quoted'; readonly text: string }

/** The user's usage, and that of a model, which chooses no profile. */
const USAGES = {
  person: `Usage: ${slashCommand('fork').usage}`,
  model: `Usage: ${slashCommand('fork').usage.replace(' [--profile NAME]', '')}`,
} as const

/** Error text for a prompt without words, which a model would answer for money. */
export const EMPTY_PROMPT = 'The prompt is empty: write what the child should do, or leave it out.'

/**
 * Parses the parts in any order. `by`: who reads the error texts. Four kinds of mistakes have their own error texts (docs/behaviour/commands.md#fork).
 */
export function parseForkArguments(args: string, by: keyof typeof USAGES = 'person'): ForkArguments {
  const tokens = tokenize(args)
  if (typeof tokens === 'string') return failed(`${tokens} ${USAGES[by]}`)
  let model: string | undefined
  let profile: string | undefined
  let mark: string | undefined
  let prompt: string | undefined
  let worktree = false
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    if (token === undefined) break
    if (token.type === 'quoted') {
      if (prompt !== undefined) return failed('Two prompts: /fork takes one quoted text.')
      if (token.text.trim() === '') return failed(EMPTY_PROMPT)
      prompt = token.text
    } else if (token.text === '--model') {
      const value = tokens[++index]
      if (value?.type !== 'word') return failed('--model needs a value: /fork --model MODEL[/LEVEL]')
      if (model !== undefined) return failed('Two models: /fork takes --model once.')
      model = value.text
    } else if (token.text === '--profile') {
      const value = tokens[++index]
      if (value?.type !== 'word') return failed('--profile needs a value: /fork --profile NAME')
      if (profile !== undefined) return failed('Two profiles: /fork takes --profile once.')
      profile = value.text
    } else if (token.text === '--worktree') {
      worktree = true
    } else {
      if (mark !== undefined) return failed(`Two marks: ${mark}, ${token.text}. A prompt must be quoted.`)
      mark = token.text
    }
  }
  return { ok: true, model, profile, mark, prompt, ...defined({ worktree: worktree || undefined }) }
}

/** Splits into words and quoted texts (escapes: `\"` and `\\`); returns an error text for invalid quoting. */
function tokenize(args: string): readonly Token[] | string {
  const tokens: Token[] = []
  const pattern = /\s*(?:"((?:[^"\\]|\\.)*)"(\S?)|"|([^\s"]+))/gsy
  const text = args.trim()
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text)
    if (match === null) break
    if (match[3] !== undefined) {
      tokens.push({ type: 'word', text: match[3] })
    } else if (match[1] === undefined) {
      return 'Unclosed quote.'
    } else if (match[2] !== '') {
      return 'Text after the closing quote: write a space, or escape a quote inside the prompt with \\".'
    } else {
      tokens.push({ type: 'quoted', text: match[1].replaceAll(/\\(["\\])/g, '$1') })
    }
  }
  return tokens
}

function failed(message: string): ForkArguments {
  return { ok: false, message }
}
