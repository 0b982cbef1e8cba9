/**
 * Tokens of a character by its script, as the tokenizers of OpenAI, Anthropic and Google need them at most for usual
 * texts: four Latin letters are a token, figures and punctuation are shorter, a Chinese character or a Korean syllable
 * is a token of its own. The first row whose `upTo` is not below the character's code applies.
 */
const SCRIPTS: readonly { readonly upTo: number; readonly tokens: number }[] = [
  { upTo: 0x7f, tokens: 1 / 4 },
  // Letters with accents.
  { upTo: 0x36f, tokens: 1 / 2 },
  // Greek, Cyrillic, Armenian, Hebrew, Arabic.
  { upTo: 0x8ff, tokens: 1 / 2 },
  // Indic scripts, Thai, Georgian, Ethiopic, symbols, Chinese, Japanese, Korean, halves of surrogate pairs.
  { upTo: 0xffff, tokens: 1 },
]

/** Tokens of each ASCII character. */
const ASCII = Float32Array.from({ length: 0x80 }, (_, code) => asciiTokens(String.fromCharCode(code)))

function asciiTokens(character: string): number {
  if (/[0-9]/.test(character)) return 3 / 8
  return /[!-/:-@[-`{-~]/.test(character) ? 3 / 8 : 1 / 4
}

/** Estimates the tokens of a text by its scripts. Not rounded; never recorded as usage. */
export function tokensOfText(text: string): number {
  let tokens = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    tokens += code < 0x80 ? (ASCII[code] ?? 0) : (SCRIPTS.find(({ upTo }) => code <= upTo)?.tokens ?? 1)
  }
  return tokens
}

/** Estimates the tokens of all texts in a value, without serialising it to JSON. Not rounded. */
export function tokensOfTexts(value: unknown): number {
  if (typeof value === 'string') return tokensOfText(value)
  if (typeof value !== 'object' || value === null) return 0
  let tokens = 0
  for (const entry of Object.values(value)) tokens += tokensOfTexts(entry)
  return tokens
}
