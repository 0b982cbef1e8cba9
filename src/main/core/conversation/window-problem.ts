import type { AppError } from '../../../shared/app-error.ts'
import { withThousands } from '../../../shared/thinking-feedback.ts'
import { tokensOfText, tokensOfTexts } from '../../../shared/text-tokens.ts'
import type { ModelName } from '../../../shared/agent-summary.ts'
import { requestTokens, toolTokens } from '../context/estimate-tokens.ts'
import type { ModelRequest, TranscriptMessage, ModelDirectory } from '../ports/provider-ports.ts'

/** The least that a request leaves of the window for the answer, as a part of it. */
const LEAST_ANSWER = 1 / 64
/** How many of the largest parts are named. */
const NAMED = 3
/** Parts below this part of the window are not named. */
const LARGE_PART = 1 / 20

/**
 * Returns why a request is not sent: by its estimate it is larger than the model's window. Null: it may be sent. The
 * message names what is large, and only remedies that help in this state.
 */
export function windowProblem(
  request: ModelRequest,
  { provider, model }: ModelName,
  catalog: ModelDirectory,
): AppError | null {
  const window = catalog.find(provider, model)?.contextWindow ?? null
  if (window === null) return null
  const tokens = requestTokens(request, provider)
  const most = window * (1 - LEAST_ANSWER)
  if (tokens <= most) return null
  const fixed = requestTokens({ ...request, messages: [] }, provider)
  const large = largeParts(request, window * LARGE_PART).map(([name, size]) => `${name} (about ${shown(size)})`)
  const named = large.length === 0 ? '' : ` The largest parts: ${large.join(', ')}.`
  const message =
    `Not sent: the request has about ${shown(tokens)} tokens, and the window of ${model} has ${withThousands(window)}.${named} ` +
    (fixed > most * FIXED_PART ? SHORTEN_FIXED : USE_COMPRESS)
  return { category: 'CONTEXT_LENGTH', message, retryable: false }
}

/** If the system prompt and the tools alone take more of the window, a shorter conversation does not help. */
const FIXED_PART = 3 / 4
const USE_COMPRESS = 'Use /compress or /clear, or choose a model with a larger context.'
const SHORTEN_FIXED =
  'A shorter conversation does not help: shorten the system prompt (/system edit), use fewer tools, or choose a model with a larger context.'

function largeParts(
  { system, tools, messages }: ModelRequest,
  least: number,
): readonly (readonly [name: string, tokens: number])[] {
  const parts: (readonly [string, number])[] = [
    ['the system prompt', tokensOfTexts(system)],
    ['the tools', tools.reduce((sum, tool) => sum + toolTokens(tool), 0)],
    ...messages.flatMap(partsOf),
  ]
  return parts
    .filter(([, tokens]) => tokens >= least)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, NAMED)
}

function partsOf(message: TranscriptMessage): readonly (readonly [string, number])[] {
  switch (message.role) {
    case 'user':
      return message.content.flatMap((part) =>
        part.type === 'text' ? [[`the text “${beginning(part.text)}”`, tokensOfText(part.text)] as const] : [],
      )
    case 'assistant':
      return [['an answer', tokensOfTexts(message.content)]]
    case 'tool':
      return message.results.map(({ name, content }) => [`a result of ${name}`, tokensOfText(content)])
  }
}

const BEGINNING = 40

function beginning(text: string): string {
  const [line = ''] = text.trim().split('\n', 1)
  return line.length > BEGINNING ? `${line.slice(0, BEGINNING).toWellFormed()}…` : line
}

function shown(tokens: number): string {
  return withThousands(Math.ceil(tokens))
}
