import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { describe, expect, it } from 'vitest'

const TOKENS = readFileSync(resolve(import.meta.dirname, '../../../src/renderer/theme/tokens.css'), 'utf8')

/** Light and dark colour of each token that is written as two colours. */
const COLORS = new Map(
  [...TOKENS.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

const TEXT = 4.5
/** Drawings, and borders of controls. */
const DRAWING = 3

/** What stands on what, and the least contrast of it in both schemes. */
const PAIRS: readonly (readonly [ground: string, least: number, shown: string])[] = [
  ['paper', TEXT, 'ink muted sap sap-ink call-ink fault fault-ink add-ink del-ink'],
  ['paper', TEXT, 'code-keyword code-string code-comment code-constant code-function'],
  ['paper', TEXT, 'leaf-lance leaf-round leaf-clover leaf-willow leaf-ginkgo leaf-acorn leaf-needles'],
  ['paper', DRAWING, 'wood edge call'],
  ['shade', TEXT, 'ink muted sap-ink call-ink fault-ink'],
  ['shade', DRAWING, 'wood edge sap call fault'],
  ['sunken', TEXT, 'ink muted sap-ink fault-ink add-ink del-ink'],
  ['sunken', TEXT, 'code-keyword code-string code-comment code-constant code-function'],
  ['surface', TEXT, 'ink muted sap-ink call-ink fault-ink'],
  ['surface', DRAWING, 'edge sap call fault'],
  ['overlay', TEXT, 'ink muted sap-ink call-ink fault-ink'],
  ['overlay', DRAWING, 'edge sap call fault'],
  ['sap', TEXT, 'on-sap'],
  ['sap-soft', TEXT, 'ink muted sap-ink'],
  ['call-soft', TEXT, 'ink call-ink'],
  ['call-soft', DRAWING, 'call'],
  ['fault-soft', TEXT, 'ink fault-ink'],
  ['add', TEXT, 'ink add-ink'],
  ['add-word', TEXT, 'ink'],
  ['del', TEXT, 'ink del-ink'],
  ['del-word', TEXT, 'ink'],
  ['only-a-soft', TEXT, 'only-a-ink'],
  ['only-b-soft', TEXT, 'only-b-ink'],
  ['found', TEXT, 'ink'],
  ['found-current', TEXT, 'ink'],
  ['tooltip', TEXT, 'tooltip-ink'],
]

describe.each(['light', 'dark'] as const)('In %s colours', (scheme) => {
  it.each(PAIRS)('everything on %s has a contrast of at least %d', (ground, least, shown) => {
    const low = shown
      .split(' ')
      .map((name) => ({ name, contrast: contrast(color(name, scheme), color(ground, scheme)) }))
      .filter((pair) => pair.contrast < least)
    expect(low).toEqual([])
  })
})

it('reads the colours that the pairs name', () => {
  expect(COLORS.get('paper')).toEqual({ light: '#fbf9f4', dark: '#181b18' })
  expect(contrast('#ffffff', '#000000')).toBe(21)
})

function color(name: string, scheme: 'light' | 'dark'): string {
  const found = COLORS.get(name)
  if (found === undefined) throw new Error(`tokens.css has no --${name}`)
  return found[scheme]
}

/** Returns the contrast of two colours by WCAG 2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
