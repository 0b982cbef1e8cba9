import type { z } from 'zod'
import { errorMessage, ok } from '../../shared/result.ts'
import { texts } from '../text/texts.ts'

const words = texts.entryForms

export type ParsedEntry<Entry> =
  | { readonly ok: true; readonly value: Entry }
  | { readonly ok: false; readonly problem: string }

/** Parses JSON typed by the user; a problem is described for the user. */
export function parseEntry<Entry>(schema: z.ZodType<Entry>, text: string): ParsedEntry<Entry> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return { ok: false, problem: words.notJson({ problem: errorMessage(error) }) }
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  return { ok: false, problem: `${place}${issue?.message ?? words.notValid}` }
}
