import { describe, expect, it } from 'vitest'
import { findModelRow, normaliseModelName } from '../../src/shared/model-table.ts'

describe('normaliseModelName', () => {
  it.each([
    ['claude-sonnet-4.5', 'claude-sonnet-4-5'],
    ['claude-sonnet-4-5', 'claude-sonnet-4-5'],
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['gpt-5-2025-08-07', 'gpt-5'],
    ['gemini-2.5-flash-lite', 'gemini-2-5-flash-lite'],
    ['o3', 'o3'],
    ['v1.x', 'v1.x'],
  ])('knows %s as %s', (typed, known) => {
    expect(normaliseModelName(typed)).toBe(known)
  })
})

describe('findModelRow', () => {
  const rows = [{ name: 'o3' }, { name: 'o3-mini' }, { name: 'claude-sonnet-4' }, { name: 'gemini-3-pro' }]

  it.each([
    ['o3', 'o3'],
    ['o3-mini', 'o3-mini'],
    ['o3-mini-2025-01-31', 'o3-mini'],
    ['o3-pro', 'o3'],
    ['gemini-3-pro-preview', 'gemini-3-pro'],
    ['claude-sonnet-4-20250514', 'claude-sonnet-4'],
    ['claude-sonnet-4@20250514', undefined],
    ['claude-sonnet-4-7', undefined],
    ['claude-sonnet-4.7', undefined],
    ['gemini-3.1-pro-preview', undefined],
    ['o30', undefined],
    ['my-o3', undefined],
  ])('finds for %s the row %s', (model, name) => {
    expect(findModelRow(rows, model)?.name).toBe(name)
  })
})
