import type { TokenUsage } from '../../../src/shared/usage.ts'
import type { ScriptedAnswer, ScriptedBlock } from './answer.ts'
import type { SimulatorRequest } from './simulator-request.ts'

const CHARACTERS_PER_TOKEN = 4

/** Estimates the number of tokens of a text. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN)
}

/** Returns the reported usage: the script's figures, the rest computed from the lengths. */
export function usageOf(answer: ScriptedAnswer, request: SimulatorRequest): TokenUsage {
  const given = answer.usage ?? {}
  const cached = request.cacheUsage
  const inputTokens = given.inputTokens ?? cached?.input ?? countTokens(JSON.stringify(request.body))
  const thinkingTokens = given.thinkingTokens ?? sumTokens(answer.blocks.filter((block) => block.type === 'thinking'))
  const outputTokens = given.outputTokens ?? Math.max(1, sumTokens(answer.blocks))
  const cachedTokens = given.cachedTokens ?? cached?.read ?? 0
  return { inputTokens, outputTokens, thinkingTokens, cachedTokens, totalTokens: inputTokens + outputTokens }
}

function sumTokens(blocks: readonly ScriptedBlock[]): number {
  return blocks.reduce((sum, block) => sum + countTokens(blockText(block)), 0)
}

function blockText(block: ScriptedBlock): string {
  if (block.type === 'hold') return ''
  return block.type === 'tool_call' ? block.name + argumentsText(block) : block.text
}

/** Returns the arguments of a call as sent. */
export function argumentsText(block: Extract<ScriptedBlock, { type: 'tool_call' }>): string {
  return block.rawArguments ?? JSON.stringify(block.arguments)
}
