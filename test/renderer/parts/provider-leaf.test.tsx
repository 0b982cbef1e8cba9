import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

import { ANSWERING } from '../../../src/shared/providers.ts'
import { ProviderLeaf } from '../../../src/renderer/parts/provider-leaf.tsx'

const leaf = (of: string): string | undefined =>
  /data-leaf="(\w+)"/.exec(renderToStaticMarkup(<ProviderLeaf of={of} />))?.[1]

describe('ProviderLeaf', () => {
  it.each([
    ['claude-opus-5-5', 'lance'],
    ['gpt-6.1-sol', 'round'],
    ['gemini-4-argon', 'clover'],
    ['kimi-k3.1-pro', 'willow'],
    ['mistral-medium-latest', 'ginkgo'],
    ['local/qwen3', 'acorn'],
    ['grok-4.7', 'needles'],
    ['openrouter/deepseek/deepseek-v4', 'seed'],
    ['acp/my-agent', 'seed'],
    ['nobody-knows-1', 'seed'],
  ])('shows %s as a %s', (model, shape) => expect(leaf(model)).toBe(shape))

  it('has a shape for every provider, and one of its own for seven', () => {
    const shapes = ANSWERING.map(leaf)
    expect(new Set(shapes.filter((shape) => shape !== 'seed')).size).toBe(7)
  })

  it('is decoration beside a name, and a picture with the name of the provider alone', () => {
    expect(renderToStaticMarkup(<ProviderLeaf of="xai" />)).toContain('aria-hidden="true"')
    const named = renderToStaticMarkup(<ProviderLeaf of="claude-opus-5-5" named />)
    expect(named).toContain('role="img"')
    expect(named).toContain('aria-label="Anthropic"')
  })
})
