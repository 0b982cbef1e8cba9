/** Pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** How the input tokens of a file that a provider takes are estimated. */
export interface FileTokens {
  readonly picture: (size: PictureSize, model: string) => number
  /** Of a PDF. */
  readonly page: (model: string) => number
}

/*
 * Sources: platform.claude.com/docs/en/build-with-claude/vision, developers.openai.com/api/docs/guides/images-vision,
 * ai.google.dev/gemini-api/docs/tokens, kimi.com/help; checked against recorded usage.
 */

export const ANTHROPIC_FILE_TOKENS: FileTokens = { picture: claudePatches, page: () => 2_700 }

export const GOOGLE_FILE_TOKENS: FileTokens = {
  picture: (size, model) => (isGemini2(model) ? geminiTiles(size) : 1_120),
  page: (model) => (isGemini2(model) ? 258 : 560),
}

/** OpenAI's, and the assumption for providers that do not say how they count. */
export const OPENAI_FILE_TOKENS: FileTokens = {
  picture: (size) => Math.ceil(openaiPatches(size) * 1.2),
  page: () => 1_000,
}

export const MOONSHOT_FILE_TOKENS: FileTokens = { ...OPENAI_FILE_TOKENS, picture: () => 1_024 }

export const XAI_FILE_TOKENS: FileTokens = {
  ...OPENAI_FILE_TOKENS,
  picture: (size) => 256 * Math.min(6, tiles(size, 448)),
}

function isGemini2(model: string): boolean {
  return /gemini-[12]\b/.test(model)
}

function scaled({ width, height }: PictureSize, longest: number): PictureSize {
  const factor = Math.min(1, longest / Math.max(width, height))
  return { width: width * factor, height: height * factor }
}

function tiles({ width, height }: PictureSize, side: number): number {
  return Math.ceil(width / side) * Math.ceil(height / side)
}

/** One token per patch of 28 pixels. Larger pictures are scaled down by the API, from 4.7 on to a larger size. */
function claudePatches(size: PictureSize, model: string): number {
  const isOlder = /^claude-(3|.*-4(-[0-6])?(-\d{8})?$|.*-4-5|.*-4-6)/.test(model)
  const [side, most] = isOlder ? [1_568, 1_568] : [2_576, 4_784]
  return Math.min(most, tiles(scaled(size, side), 28))
}

/** Patches of 32 pixels at `detail: high`. */
function openaiPatches(size: PictureSize): number {
  return Math.min(2_500, tiles(scaled(size, 2_048), 32))
}

function geminiTiles({ width, height }: PictureSize): number {
  return width <= 384 && height <= 384 ? 258 : 258 * tiles({ width, height }, 768)
}
