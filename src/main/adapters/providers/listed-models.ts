import type { JsonObject } from '../../../shared/json.ts'
import { isJsonObject } from '../../../shared/json.ts'
import { err, type Result } from '../../../shared/result.ts'
import { type ErrorSource, providerError, sourceLabel } from './provider-error.ts'
import { textField } from './wire-value.ts'

/** A row of a list of models. */
export type ListedModel = JsonObject & { readonly id: string }

/** Longest id of a model, UTF-16 units. */
const MAX_ID = 500

/**
 * Returns the usable rows of a server's list of models, each id once: objects with an id, or ids alone, under `data`,
 * `models` or as the body itself. Rows without an id are left out; they cost no other row. Null: it is no list.
 */
export function listedModels(body: unknown): readonly ListedModel[] | null {
  const rows = rowsIn(body)
  if (rows === null) return null
  const usable = rows.map(listedModel).filter((row) => row !== null)
  return [...new Map(usable.map((row) => [row.id, row])).values()]
}

function rowsIn(body: unknown): readonly unknown[] | null {
  if (isList(body)) return body
  if (!isJsonObject(body)) return null
  const found = [body['data'], body['models']].find((rows) => isList(rows) || isJsonObject(rows))
  if (isList(found)) return found
  if (isJsonObject(found)) {
    const named = Object.entries(found).flatMap(([id, row]) => (isJsonObject(row) ? [{ id, ...row }] : []))
    return named.length === 0 ? null : named
  }
  // An empty Ollama answers with `null`.
  return 'data' in body || 'models' in body ? [] : null
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function listedModel(row: unknown): ListedModel | null {
  const id = (
    typeof row === 'string' ? row : (['id', 'model', 'name'].map((key) => textField(row, key)).find(Boolean) ?? '')
  ).trim()
  if (id === '' || id.length > MAX_ID || /\p{Cc}/u.test(id)) return null
  return { ...(isJsonObject(row) ? row : {}), id }
}

/** The error for an answer that is no list of models. */
export function noList(provider: ErrorSource): Result<never> {
  const name = sourceLabel(provider)
  const message = `${name} sent no list of models. Is the base URL right?`
  return err({ ...providerError(provider, { category: 'UNKNOWN', retryable: false }), message })
}
