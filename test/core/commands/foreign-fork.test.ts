import { describe, expect, it } from 'vitest'

import { createModelCatalog } from '../../../src/main/adapters/providers/model-catalog.ts'
import { foreignFork } from '../../../src/main/core/commands/foreign-fork.ts'
import type { ModelChoice } from '../../../src/shared/agent-summary.ts'
import { parseModelSpec } from '../../../src/shared/model-spec.ts'

const catalog = createModelCatalog()

function choice(spec: string): ModelChoice {
  const parsed = parseModelSpec(spec)
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.choice
}

describe('a fork by a model asks for the child’s model', () => {
  it.each<[string, string | null, string, readonly string[], string | null]>([
    ['of the same model', 'claude-haiku-4-5', 'claude-haiku-4-5/high', [], null],
    ['of another provider', 'claude-haiku-4-5', 'gpt-5/high', [], 'gpt-5/high of OpenAI'],
    ['of another provider that is cheaper', 'claude-opus-5', 'gpt-5-nano', [], 'gpt-5-nano/med of OpenAI'],
    ['of a clearly higher price', 'claude-haiku-4-5', 'claude-opus-4-6', [], 'claude-opus-4-6/med of Anthropic'],
    ['of the other price class of OpenAI', 'gpt-5-nano', 'gpt-5', [], 'gpt-5/med of OpenAI'],
    ['of a slightly higher price', 'claude-sonnet-4-6', 'claude-opus-4-6', [], null],
    ['of a lower price', 'claude-opus-4-6', 'claude-haiku-4-5', [], null],
    ['of an unknown price', 'gpt-5', 'gpt-99', [], null],
    [
      'of a gateway',
      'claude-haiku-4-5',
      'openrouter/anthropic/claude-haiku-4.5',
      [],
      'openrouter/anthropic/claude-haiku-4.5/med of OpenRouter',
    ],
    ['of a server on this machine', 'gpt-5', 'local/qwen3', [], 'local/qwen3/med of Local'],
    ['that an agent of the tree has', 'claude-haiku-4-5', 'gpt-5/high', ['gpt-5/low'], null],
    ['that is cheaper than one of the tree', 'claude-haiku-4-5', 'gpt-5-nano', ['gpt-5'], null],
    ['that is dearer than those of the tree', 'claude-haiku-4-5', 'gpt-5', ['gpt-5-nano'], 'gpt-5/med of OpenAI'],
    ['where the agent has none', null, 'gpt-5', [], 'gpt-5/med of OpenAI'],
  ])('%s', (_, own, child, tree, expected) => {
    const agents = tree.map((spec) => ({ choice: choice(spec) }))
    expect(foreignFork(own === null ? null : choice(own), choice(child), agents, catalog)).toBe(expected)
  })
})
