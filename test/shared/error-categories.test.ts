import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { expect, it } from 'vitest'

import { ERROR_CATEGORIES, ERRORS, type ErrorCategory } from '../../src/shared/app-error.ts'

const PAGE = resolve(import.meta.dirname, '../../docs/behaviour/errors.md')

/** `AUTH 1 - 10 min`: category, attempts, first delay, rest. */
function inWords(category: ErrorCategory): string {
  const { retry, poolCooldownMs } = ERRORS[category]
  const delay = retry === null ? '' : `${retry.firstDelayMs / 1_000} s`
  const rest = poolCooldownMs === null ? '' : `${poolCooldownMs / 60_000} min`
  return [category, String(retry?.attempts ?? 1), delay, rest].join(' | ')
}

it('documents attempts, delays and rests of every category', () => {
  const rows = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `([A-Z_]+)` \| [^|]+ \|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)]
  const documented = rows.map(([, ...cells]) => cells.map((cell) => cell.trim()).join(' | '))
  expect(documented).toEqual(ERROR_CATEGORIES.map(inWords))
})
