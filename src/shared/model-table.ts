/**
 * The form in which tables know a model: `4.5` and `4-5` are the same, a release date at the end (`-20250929`,
 * `-2025-08-07`) does not count (docs/behaviour/models.md#normalisation). For look-ups only: what is sent stays as it
 * was typed.
 */
export function normaliseModelName(model: string): string {
  return model.replaceAll(/(?<=\d)\.(?=\d)/g, '-').replace(/-\d{4}-?\d{2}-?\d{2}$/, '')
}

/** A row of a table of models. */
export interface ModelRow {
  /** A normalised name. The row also stands for its variants: `gemini-3-pro` for `gemini-3-pro-preview`. */
  readonly name: string
}

/**
 * The row with the longest name that is the model's own name or begins it, so `o3-mini` is found before `o3`.
 * A name that goes on with one or two digits is another version: `claude-sonnet-4` is no row for `claude-sonnet-4-7`.
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
