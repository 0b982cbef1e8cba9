/** Returns a line of CSV (RFC 4180) with its line break. */
export function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map((field) => (typeof field === 'number' ? field : textField(field))).join(',')}\r\n`
}

/**
 * A leading `=`, `+`, `-` or `@` would make a spreadsheet calculate the text, which may come from a model: an
 * apostrophe prevents it. Numbers in text are left as they are.
 */
function textField(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?[0-9.]+(?:e[+-]?[0-9]+)?$/i.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
