/** Returns a line of CSV (RFC 4180) with its line break. */
export function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map((field) => (typeof field === 'number' ? field : textField(field))).join(',')}\r\n`
}

/**
 * What makes a spreadsheet calculate a text, which may come from a model, at the beginning of a cell. A cell also begins
 * after a `;`, a tab or a line break within the text where a spreadsheet separates cells by these: in many languages the
 * separator is `;`, and quotes count at the beginning of a cell only. The wide forms are those of East Asian languages.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?="*[=+\-@＝＋－＠\t\r])/g

/** An apostrophe prevents a calculation. Numbers in text are left as they are. */
function textField(text: string): string {
  const isNumber = /^-?[0-9.]+(?:e[+-]?[0-9]+)?$/i.test(text)
  const safe = isNumber ? text : text.replaceAll(FORMULA, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
