import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { EXIT, exitCodeOf } from '../../src/main/command-line/exit-code.ts'
import { ERROR_CATEGORIES, ERRORS, errorCategorySchema } from '../../src/shared/app-error.ts'

const document = readFileSync(new URL('../../docs/behaviour/errors.md', import.meta.url), 'utf8')

function duration(ms: number | null): string {
  if (ms === null) return ''
  return ms >= 60_000 ? `${ms / 60_000} min` : `${ms / 1_000} s`
}

describe('the table of errors', () => {
  it('is that of docs/behaviour/errors.md', () => {
    const rows = [...document.matchAll(/^\| `([A-Z_]+)` \|[^|]+\|(.*)\|(.*)\|(.*)\|$/gm)]
    expect(rows.map(([, ...cells]) => cells.map((cell) => cell.trim()))).toEqual(
      ERROR_CATEGORIES.map((category) => {
        const { retry, poolCooldownMs } = ERRORS[category]
        const attempts = retry?.attempts ?? 1
        const times = Number.isFinite(attempts) ? String(attempts) : 'until the limit'
        return [category, times, duration(retry?.firstDelayMs ?? null), duration(poolCooldownMs)]
      }),
    )
  })

  it('keeps the names that events in the log have', () => {
    const names =
      'AUTH RATE_LIMIT INVALID_REQUEST CONTEXT_LENGTH FILES CONTENT_FILTER INCOMPLETE TOOL_ROUNDS TOOL_LOOP BILLING NOT_FOUND SERVER OVERLOADED LOADING TIMEOUT UNKNOWN STORAGE CONFLICT REFUSED'
    expect(ERROR_CATEGORIES).toEqual(names.split(' '))
    expect(errorCategorySchema.safeParse('toString').success).toBe(false)
  })

  it('has different titles, and exit code 2 for refusals alone', () => {
    expect(new Set(ERROR_CATEGORIES.map((category) => ERRORS[category].title)).size).toBe(ERROR_CATEGORIES.length)
    const usage = ERROR_CATEGORIES.filter(
      (category) => exitCodeOf({ category, message: '', retryable: false }) === EXIT.usage,
    )
    expect(usage).toEqual(['REFUSED'])
  })
})
