/**
 * Returns the form of a model name that tables use: `4.5` and `4-5` are equal, a release date at the end (`-20250929`,
 * `-2025-08-07`) is removed (docs/behaviour/models.md#normalisation). For look-ups only; requests contain the name as
 * typed.
 */
export function normaliseModelName(model: string): string {
  return model.replaceAll(/(?<=\d)\.(?=\d)/g, '-').replace(/-\d{4}-?\d{2}-?\d{2}$/, '')
}

/** A row of a table of models. */
export interface ModelRow {
  /** A normalised name. The row also applies to its variants: `gemini-3-pro` to `gemini-3-pro-preview`. */
  readonly name: string
}

/**
 * Returns the row with the longest name that equals the model's name or is a prefix of it, so `o3-mini` is found before
 * `o3`. A name that continues with one or two digits is another version: `claude-sonnet-4` does not match
 * `claude-sonnet-4-7`.
 */
export function findModelRow<Row extends ModelRow>(rows: readonly Row[], model: string): Row | null {
  const wanted = normaliseModelName(model)
  const matching = rows.filter((row) => isSameOrVariant(wanted, row.name))
  return matching.reduce<Row | null>((best, row) => (best && best.name.length >= row.name.length ? best : row), null)
}

function isSameOrVariant(wanted: string, name: string): boolean {
  if (!wanted.startsWith(name)) return false
  const rest = wanted.slice(name.length)
  return rest === '' || (rest.startsWith('-') && !/^-\d{1,2}(-|$)/.test(rest))
}
